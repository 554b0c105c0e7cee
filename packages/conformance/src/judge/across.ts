/** What orders, the history and callbacks tell of one transaction: its block, and when it was made. */
import { listsOf } from '../calls/list.ts';
import { callbacksOf, isAlike, isSame, isText, type Body, type Evidence } from './evidence.ts';
import { mostFact, severalFacts, type Fact } from './fact.ts';
import { pageOf } from './history.ts';
import { isStill } from './whole.ts';
import { isLongBefore, momentOf } from './times.ts';

/** All of them. */
export function acrossFacts(evidence: Evidence): Fact[] {
  const tied = tiedOf(evidence);
  return [...heights(tied), ...doneInNoBlock(tied), ...creations(tied)];
}

/** An order that stayed as it was while the run looked, with what else tells of its transaction. */
interface Tied {
  readonly order: Body;
  /** The same transaction by all states of the order. */
  readonly states: readonly Body[];
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
    const isSeenAgain = ok('getWithdrawalState.again', caller).some(
      (again) => again.exchange.request.path.ORDER_ID === request.path.ORDER_ID && isSame(again.body, order),
    );
    const rows = pageOf(evidence, caller).filter((row) => isAlike(row.txid, txid));
    const callbacks = callbacksOf(evidence, caller).filter(
      (record) => isAlike(record.txid, txid) && Number(record.block_height) > 0,
    );
    const states = ok('listWithdrawalStates.seen', caller).flatMap(({ records }) =>
      records.filter((record) => record.order_id === order.order_id && isAlike(record.txid, txid)),
    );
    return isSeenAgain ? [{ order, states, rows, callbacks }] : [];
  });
}

/** The block of a transaction is the same in its order, in the history and in callbacks. Whose is another than both others' is wrong. */
function heights(orders: readonly Tied[]): Fact[] {
  const tied = orders.filter(({ rows, callbacks }) => rows.length > 0 && callbacks.length > 0);
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

/** What callbacks have in a block, and stayed as it was, is in none by no order: one block may have been taken back, with no callback yet. */
function doneInNoBlock(tied: readonly Tied[]): Fact[] {
  const packed = tied.filter(({ callbacks }) => callbacks.length > 0);
  const fact = (operationId: string, told: readonly (readonly Body[])[]): Fact[] =>
    severalFacts(
      ...([operationId, 'in_chain_block'] as const),
      told.filter(({ length }) => length > 0).map((own) => own.every((one) => Number(one.in_chain_block) === 0)),
      ...(['that of callbacks', 'in_chain_block is none, and callbacks have the transaction in a block'] as const),
    );
  return [
    ...fact(
      'getWithdrawalState',
      packed.map(({ order }) => [order]),
    ),
    ...fact(
      'listWithdrawalStates',
      packed.map(({ states }) => states),
    ),
  ];
}

/** No order is made long behind the block of its own transaction. */
function creations(tied: readonly Tied[]): Fact[] {
  const wrong = tied.flatMap(({ order, rows }) => {
    const blocks = rows.flatMap((row) => momentOf(row, 'block_time') ?? []);
    const [made, block] = [momentOf(order, 'create_time'), Math.max(...blocks)];
    return blocks.length === 0 || made === undefined ? [] : [isLongBefore(block, made)];
  });
  const said = 'create_time is behind the block_time of the order’s own transaction';
  return wrong.length < 2 ? [] : [mostFact('getWithdrawalState', 'create_time', wrong, 'before its transaction', said)];
}
