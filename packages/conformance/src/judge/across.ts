/** What several answers of a run tell of the same order or transaction. */
import { areLongApart } from '@wallet-operations/transcript';
import { listsOf } from '../calls/list.ts';
import {
  assumedOf,
  byTransaction,
  callbacksOf,
  isAlike,
  isSame,
  isText,
  shown,
  type Body,
  type Evidence,
} from './evidence.ts';
import { doubted, mostFact, valueFact as value, type Fact } from './fact.ts';
import { recordsOfOwn } from './listed.ts';
import { stateNames } from './ends.ts';
import { pageOf } from './history.ts';
import { isStill } from './whole.ts';
import { momentOf } from './times.ts';

/** All of them. */
export const acrossFacts = (evidence: Evidence): Fact[] => [
  ...ordersWithoutStates(evidence),
  ...statesTwice(evidence),
  ...paidTwice(evidence),
  ...ofOtherChains(evidence),
  ...heights(evidence),
  ...creations(evidence),
];

/** An order that has a transaction, by its other query or by a callback, has a state. */
function ordersWithoutStates(evidence: Evidence): Fact[] {
  const known = evidence.ok('listWithdrawalStates.seen').flatMap(({ exchange: { caller, request }, records }) => {
    const { ORDER_ID } = request.path;
    const others = [
      ...evidence
        .ok('getWithdrawalState.seen', caller)
        .filter(({ exchange }) => exchange.request.path.ORDER_ID === ORDER_ID)
        .map(({ body }) => body),
      ...callbacksOf(evidence, caller).filter(({ order_id }) => order_id === ORDER_ID),
    ];
    return others.some(({ txid }) => isText(txid)) ? [records.length > 0] : [];
  });
  return known.length === 0
    ? []
    : [
        value(
          'listWithdrawalStates',
          'transactions',
          known.every(Boolean),
          'there, as elsewhere',
          'there is none of an order of which another answer has a transaction',
        ),
      ];
}

/** One transaction is in one state but once, unless another block took it. */
function statesTwice({ ok }: Evidence): Fact[] {
  const lists = ok('listWithdrawalStates.seen').map(({ records }) =>
    records
      .filter(({ txid }) => isText(txid))
      .map(({ txid, state, in_chain_block }) => [txid, state, in_chain_block].map(shown).join(' ')),
  );
  return lists.every(({ length }) => length === 0)
    ? []
    : [
        value(
          'listWithdrawalStates',
          'txid',
          lists.every((list) => new Set(list).size === list.length),
          'each once in a state',
          'a transaction is listed twice in the same state',
        ),
      ];
}

/** States of a transaction that paid its order. */
const PAID = ['inChain', 'confirmed'];

/** An order is paid once: of two transactions of its whole amount that are in the chain one failed, and says so. */
function paidTwice(evidence: Evidence): Fact[] {
  const names = { ...assumedOf(evidence, 'callback-state'), ...assumedOf(evidence, 'withdrawal-state') };
  const paid = PAID.map((name) => names[name]);
  const { failed } = stateNames(evidence.service);
  const known = evidence.ok('listWithdrawalStates.seen').map(({ exchange: { caller }, records }) => {
    const rowsOf = byTransaction(pageOf(evidence, caller));
    const own = records.filter(
      ({ txid, state, in_chain_block }) =>
        isText(txid) &&
        Number(in_chain_block) > 0 &&
        paid.includes(state) &&
        !rowsOf(txid).some((row) => row.state === failed),
    );
    const different = new Map(own.map((record) => [String(record.txid).toLowerCase(), record]));
    const [first, ...others] = [...different.values()];
    return !others.some(({ amount, address }) => isSame(amount, first?.amount) && address === first?.address);
  });
  const fact = value(
    ...(['listWithdrawalStates', 'transactions', known.every(Boolean), 'one of each order paid it'] as const),
    'two transactions of one order are in the chain, and each paid its whole amount',
  );
  return known.length === 0 ? [] : [{ ...fact, points: ['callback-state', 'withdrawal-state'] }];
}

/** A transaction is on one chain: what one wallet sent is in the history of none of another currency. */
function ofOtherChains(evidence: Evidence): Fact[] {
  const sent = evidence.ok(`${HISTORY}.plain`).flatMap((answer) => {
    const [currency] = recordsOfOwn(evidence, answer).map((wallet) => wallet.currency);
    return typeof currency === 'number'
      ? answer.records.filter(({ txid, out }) => isText(txid) && out === true).map(({ txid }) => ({ txid, currency }))
      : [];
  });
  const chains = new Map<unknown, Set<number>>();
  for (const { txid, currency } of sent) chains.set(txid, (chains.get(txid) ?? new Set()).add(currency));
  const wrong = [...chains.values()].filter(({ size }) => size > 1).length;
  const said = 'a transaction is in the histories of wallets of two currencies';
  const fact = value(HISTORY, 'txid', wrong < 2, 'of one currency', said);
  // one alone may have been sent to two chains that know it by one ID
  return new Set(sent.map(({ currency }) => currency)).size < 2 ? [] : [wrong === 1 ? doubted(fact, said) : fact];
}

/** An order that stayed as it was while the run looked, with what else tells of its transaction. */
interface Tied {
  readonly order: Body;
  readonly rows: readonly Body[];
  readonly callbacks: readonly Body[];
}

const HISTORY = 'listWithdrawalHistory';

/** A height, 0 among them: what others have in a block is not in none. What is no such value at all is told of as its type. */
const isHeight = (one: unknown): boolean => (typeof one === 'number' || isText(one)) && Number(one) >= 0;

/** Of wallets whose history stayed as it was, too: of others a block may have been taken back meanwhile. */
function tiedOf(evidence: Evidence): Tied[] {
  const { ok, service } = evidence;
  const list = listsOf(service).find(({ name }) => name === HISTORY);
  return ok('getWithdrawalState.seen').flatMap(({ exchange: { caller, request }, body: order }) => {
    const { txid } = order;
    if (!isText(txid) || !isHeight(order.in_chain_block)) return [];
    if (list && !isStill(evidence, list, caller, 'later')) return [];
    const isMoved = ok('getWithdrawalState.again', caller).some(
      (again) => again.exchange.request.path.ORDER_ID === request.path.ORDER_ID && !isSame(again.body, order),
    );
    const rows = pageOf(evidence, caller).filter((row) => isAlike(row.txid, txid));
    const callbacks = callbacksOf(evidence, caller).filter(
      (record) => isAlike(record.txid, txid) && Number(record.block_height) > 0,
    );
    return isMoved ? [] : [{ order, rows, callbacks }];
  });
}

/** The block of a transaction is the same in its order, in the history and in callbacks. Whose is another than both others' is wrong. */
function heights(evidence: Evidence): Fact[] {
  const tied = tiedOf(evidence).filter(({ rows, callbacks }) => rows.length > 0 && callbacks.length > 0);
  if (tied.length < 2) return [];
  const all = tied.map(({ order, rows, callbacks }) => ({
    order: [order.in_chain_block],
    history: rows.map(({ block_height }) => block_height),
    callback: callbacks.map(({ block_height }) => block_height),
  }));
  // a height that is no number is told of as its type
  const isApart = (own: readonly unknown[], others: readonly unknown[]): boolean =>
    !own.some((one) => others.some((other) => Number(one) === Number(other)));
  const fact = (operationId: string, about: string, wrong: readonly boolean[], others: string): Fact =>
    mostFact(
      ...([operationId, about, wrong, `that of ${others}`] as const),
      `${about} is another block than in ${others} of the same transaction`,
    );
  return [
    fact(
      ...([HISTORY, 'block_height'] as const),
      all.map(({ order, history, callback }) => isApart(history, [...order, ...callback])),
      'orders and callbacks',
    ),
    fact(
      ...(['getWithdrawalState', 'in_chain_block'] as const),
      all.map(({ order, history, callback }) => isApart(order, [...history, ...callback])),
      'the history and callbacks',
    ),
    fact(
      ...(['listCallbacks', 'block_height'] as const),
      all.map(({ order, history, callback }) => isApart(callback, [...order, ...history])),
      'orders and the history',
    ),
  ];
}

/** No order is made long behind the block of its own transaction. */
function creations(evidence: Evidence): Fact[] {
  const wrong = tiedOf(evidence).flatMap(({ order, rows }) => {
    const blocks = rows.flatMap((row) => momentOf(row, 'block_time') ?? []);
    const [made, block] = [momentOf(order, 'create_time'), Math.max(...blocks)];
    return blocks.length === 0 || made === undefined ? [] : [made > block && areLongApart(made, block)];
  });
  const said = 'create_time is behind the block_time of the order’s own transaction';
  return wrong.length < 2 ? [] : [mostFact('getWithdrawalState', 'create_time', wrong, 'before its transaction', said)];
}
