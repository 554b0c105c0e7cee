/** Transactions of orders that the history of a withdrawal wallet does not have. */
import type { Caller } from '@wallet-operations/transcript';
import { listsOf } from '../calls/list.ts';
import { byTransaction, callbacksOf, isSame, isText, type Body, type Evidence, type Success } from './evidence.ts';
import { numbersOfStates } from './ends.ts';
import { areMost, doubtOf, mostFact, valueFact as value, type Fact } from './fact.ts';
import { inChain, type Told } from './tied.ts';
import { timeOf } from './times.ts';
import { isRoomy, wholeOf } from './whole.ts';

const ID = 'listWithdrawalHistory';

/** One alone may have left the chain again; where the history has none of several, it calls transactions something else. */
export function gaps(evidence: Evidence, caller: Caller, rows: readonly Body[]): Fact[] {
  const list = listsOf(evidence.service).find(({ name }) => name === ID);
  const orders = evidence
    .ok('getWithdrawalState.seen', caller)
    .flatMap(({ body }) => inChain(body, body.address, body.in_chain_block, true));
  if (!list) return [];
  if (orders.length < 2 || wholeOf(evidence, list, caller)?.isAll !== true) return ofPage(evidence, caller, rows);
  // what got into the chain behind the first page is on the later one
  const [later] = evidence.ok(`${ID}.later`, caller);
  if (!later || !isRoomy(list, later)) return [];
  const rowsOf = byTransaction([...rows, ...later.records]);
  const isThere = ({ txid }: Told): boolean => rowsOf(txid).length > 0;
  const found = orders.filter(isThere);
  const ofCallbacks = callbacksOf(evidence, caller).filter(isOfOrder).flatMap(toldIn);
  const others = othersOf(evidence, caller);
  const isLeftOut = leftOut(evidence, isThere, [[...orders, ...others], ofCallbacks]);
  // what is older than all that there is may be kept no more
  const oldest = Math.min(...rows.map(({ block_height }) => Number(block_height)));
  const newest = Math.max(...rows.map(({ block_height }) => Number(block_height)));
  // and what is newer may be there once it is final
  const kept = orders.filter(
    (one) => !isLeftOut(one) && (rows.length === 0 || (Number(one.block) >= oldest && Number(one.block) <= newest)),
  );
  const told = [...orders, ...ofCallbacks];
  const heights = told.filter(isThere).map(({ block }) => Number(block));
  const [first, last] = [Math.min(...heights), Math.max(...heights)];
  const between = told.filter(({ block }) => first < Number(block) && Number(block) < last);
  const around = told.filter((one) => !isLeftOut(one) && oldest <= Number(one.block) && Number(one.block) <= newest);
  const lasting = stillIn(evidence, caller);
  const isAnyLost = [...others, ...between.filter(isLeftOut)].some(
    (one) => first < Number(one.block) && Number(one.block) < last && !isThere(one),
  );
  const isLost = between.some((one) => lasting.has(one.txid) && !isThere(one) && !isLeftOut(one));
  const fact = (isRight: boolean, said: string): Fact =>
    value(ID, 'txid', isRight, 'transactions of orders are there', said);
  return [
    ...(kept.length < 2
      ? []
      : [
          fact(
            found.length > 0,
            `the history has none of the transactions of ${String(kept.length)} orders that are in the chain`,
          ),
        ]),
    ...(isAnyLost ? [LACKING] : []),
    fact(!isLost, 'the history lacks the transaction of an order, and has those of others before and behind it'),
    ...(around.length < 2
      ? []
      : [
          mostFact(
            ...([ID, 'txid', around.map((one) => !isThere(one)), 'transactions of callbacks are there'] as const),
            'the history lacks transactions of orders by their callbacks, and has others before and behind them',
          ),
        ]),
  ];
}

/** Of a page that is not all: what lies between its blocks and their times is on it, where it goes by them. A higher block may be an earlier one. */
function ofPage(evidence: Evidence, caller: Caller, rows: readonly Body[]): Fact[] {
  if (!areSorted(rows)) return [];
  const sorted = rows.map(({ block_height }) => Number(block_height)).sort((x, y) => x - y);
  const [first = NaN, last = NaN] = [sorted[0], sorted.at(-1)];
  const rowsOf = byTransaction(rows);
  const isThere = ({ txid }: Told): boolean => rowsOf(txid).length > 0;
  const told = callbacksOf(evidence, caller).filter(isOfOrder).flatMap(toldIn);
  const isLeftOut = leftOut(evidence, isThere, [told]);
  const times = rows.flatMap((row) => timeOf(row, 'block_time') ?? []);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const between = told.filter(
    ({ block, at = NaN }) => first < Number(block) && Number(block) < last && from < at && at < to,
  );
  const lost = between.filter((one) => !isLeftOut(one)).map((one) => !isThere(one));
  const said = 'the history lacks transactions of orders by their callbacks, and has others before and behind them';
  return [
    ...(between.some(isLeftOut) ? [LACKING] : []),
    // what is sorted on one page by chance may be in another order
    ...(lost.length > 1 && areMost(lost)
      ? [
          !lost.includes(false) && isOfAnother(evidence, caller)
            ? value(ID, 'txid', false, '', `${said}, all of which another wallet has`)
            : doubtOf(ID, 'txid', said),
        ]
      : []),
  ];
}

/** Whether the first page of another wallet has the very transactions of this one's. */
function isOfAnother({ ok }: Evidence, caller: Caller): boolean {
  const pages = ok(`${ID}.plain`).map(({ exchange, records }) => ({
    isOwn: exchange.caller === caller,
    txids: records.map(({ txid }) => String(txid)).join(' '),
  }));
  const own = pages.find(({ isOwn }) => isOwn)?.txids;
  return pages.some(({ isOwn, txids }) => !isOwn && txids === own);
}

/** What another transaction of its order took the place of, or failed, a history may have or not. */
const LACKING = doubtOf(ID, 'txid', 'the history lacks a transaction of an order');

/**
 * What a history may leave out, since no word says that it has what failed in the chain: what is in a state of which it has none, by orders or by
 * callbacks. Where it has none of those at all, the state that the document calls so.
 */
function leftOut(
  evidence: Evidence,
  isThere: (one: Told) => boolean,
  sources: readonly (readonly Told[])[],
): (one: Told) => boolean {
  const { transactionFailed } = numbersOfStates(evidence);
  const odd = sources.flatMap((told) => {
    const known = new Set(told.filter(isThere).map(({ state }) => state));
    return told.filter(({ state }) => (known.size > 0 ? !known.has(state) : state === transactionFailed));
  });
  const missing = new Set(odd.filter((one) => !isThere(one)).map(({ txid }) => txid.toLowerCase()));
  return ({ txid }) => missing.has(txid.toLowerCase());
}

/** Whether records go by their blocks, up or down. */
export function areSorted(rows: readonly Body[]): boolean {
  const heights = rows.map(({ block_height }) => Number(block_height));
  const sorted = [...heights].sort((a, b) => a - b);
  return [sorted, sorted.toReversed()].some((one) => one.every((height, i) => height === heights[i]));
}

const isOfOrder = ({ order_id, state }: Body): boolean => isText(order_id) && typeof state === 'number';

const toldIn = (callback: Body): readonly Told[] => inChain(callback, callback.to_address, callback.block_height, true);

/** All transactions of orders, of which the last one alone may be in the history. */
const othersOf = ({ ok }: Evidence, caller: Caller): Told[] =>
  ok('listWithdrawalStates.seen', caller).flatMap(({ records }) =>
    records.flatMap((record) => inChain(record, record.address, record.in_chain_block, true)),
  );

/** Transactions of orders that were the same when they were asked for once more, behind all lists. */
function stillIn({ ok }: Evidence, caller: Caller): ReadonlySet<unknown> {
  const orderOf = ({ exchange }: Success): unknown => exchange.request.path.ORDER_ID;
  const again = new Map(ok('getWithdrawalState.again', caller).map((answer) => [orderOf(answer), answer.body]));
  return new Set(
    ok('getWithdrawalState.seen', caller)
      .filter((answer) => isSame(answer.body, again.get(orderOf(answer))))
      .map(({ body }) => body.txid),
  );
}
