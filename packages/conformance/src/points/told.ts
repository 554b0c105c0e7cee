/** Callbacks of each wallet, and what of them points hang on. */
import { onItsWayIn } from '../calls/seen.ts';
import { byTransaction, callbacksOf, shown, type Body, type Evidence } from '../judge/evidence.ts';

/** Tells of a callback of a wallet whether it tells of something on its way. */
export function onItsWayFor(evidence: Evidence): (caller: number, record: Body) => boolean {
  const known = new Map<number, (record: Body) => boolean>();
  return (caller, record) => {
    const own = known.get(caller) ?? onItsWayIn(callbacksOf(evidence, caller));
    known.set(caller, own);
    return own(record);
  };
}

/** A callback, and the wallet that it was told of. */
export interface Told {
  readonly caller: number;
  readonly record: Body;
}

/** Callbacks of each wallet; one that is listed twice is one. */
export function callbacksIn({ ok }: Evidence): Told[] {
  const all = ok('listCallbacks.plain').flatMap(({ exchange: { caller }, records }) =>
    typeof caller === 'number' ? records.map((record) => ({ caller, record })) : [],
  );
  return [...new Map(all.map((one) => [`${String(one.caller)} ${shown(one.record.serial)}`, one])).values()];
}

/** Whether the history of its wallet has a callback's transaction as a withdrawal: who withdraws without the interface names no order, either. */
export function leavingIn({ under }: Evidence): (one: Told) => boolean {
  const answers = Map.groupBy(under('listWithdrawalHistory.'), ({ exchange: { caller } }) => caller);
  const rowsOf = new Map(
    [...answers].map(([caller, own]) => [caller, byTransaction(own.flatMap(({ records }) => records))] as const),
  );
  return ({ caller, record: { txid } }) =>
    rowsOf
      .get(caller)?.(txid)
      .some(({ out }) => out === true) === true;
}

/** The types that callbacks of orders have: without an order, what has one of them is no deposit, either. */
export const typesOfOrders = (told: readonly Told[]): ReadonlySet<unknown> =>
  new Set(told.flatMap(({ record: { order_id, type } }) => (order_id === '' ? [] : [type])));

/** Whether a record tells of what is in a block. */
export const isInChain = ({ block_height, in_chain_block = block_height }: Body): boolean => Number(in_chain_block) > 0;
