/** Payments of transactions: each record of the history is of one order, and each order has one record of a payment. */
import { WithdrawalHistoryState } from '@wallet-operations/openapi/points';
import type { Payment } from '../withdrawals/likeness.ts';
import { likenessIn, marked, placeOf, type Marked } from './likely.ts';
import type { HistoryRecord } from './service.ts';
import { createHolder, inWindow, type Window } from './windows.ts';

/** A record of the history. */
export interface Left extends Marked {
  readonly record: HistoryRecord;
  readonly place: string;
  readonly window: Window;
  /** The order that has it. */
  claim: Claim | undefined;
  /** Whether it was looked at in its turn. */
  isJudged: boolean;
  isTold: boolean;
}

/** A payment of an order, which one record may be of. */
export interface Claim extends Marked {
  readonly order_id: string;
  /** Those of a lower one come first where there are fewer records. */
  readonly rank: number;
  readonly place: string;
  record: Left | undefined;
  /** No longer, since the states of its order say otherwise. */
  isDropped: boolean;
}

/** The payments in memory. */
export interface Transactions {
  readonly add: (window: Window, record: HistoryRecord) => void;
  readonly claim: (window: Window, of: Pick<Claim, 'order_id' | 'rank'>, txid: string, payment: Payment) => Claim;
  readonly drop: (claim: Claim) => void;
  /** All records of a window. */
  readonly recordsIn: (window: Window) => readonly Left[];
  /** Those of a transaction and an amount that may be of this payment. */
  readonly recordsLike: (place: string, payment: Marked) => readonly Left[];
  /** Claims of a transaction and an amount that have no success, and those that may have it in their place. */
  readonly contested: (place: string) => readonly Claim[];
  /** Gives as many claims of a transaction and an amount a record of their own as can have one, and those of success first. */
  readonly assign: (place: string) => void;
  readonly forget: (window: Window) => void;
}

/** Whether a payment left, as far as the history knows. */
export const isSuccess = ({ record }: Left): boolean => record.state === WithdrawalHistoryState.success;

/** Whether it did not. */
export const isFailed = ({ record }: Left): boolean => record.state === WithdrawalHistoryState.failed;

/** Makes it. */
export function createTransactions(): Transactions {
  const lefts = createHolder<Left>();
  const all = createHolder<Left>();
  const claims = createHolder<Claim>();
  const claimsOf = (place: string): Claim[] =>
    claims
      .near(place)
      .map(({ value }) => value)
      .filter(({ isDropped }) => !isDropped);

  return {
    add(window, record) {
      const { to_address, amount, memo, txid } = record;
      const payment = { address: to_address, amount, memo };
      const place = placeOf(txid, payment);
      const left = { ...marked(payment), record, place, window, claim: undefined, isJudged: false, isTold: false };
      lefts.add(window, place, left);
      all.add(window, '', left);
    },

    claim(window, of, txid, payment) {
      const place = placeOf(txid, payment);
      const claim = { ...marked(payment), ...of, place, record: undefined, isDropped: false };
      claims.add(window, place, claim);
      return claim;
    },

    drop(claim) {
      claim.isDropped = true;
      if (claim.record) claim.record.claim = undefined;
      claim.record = undefined;
    },

    recordsIn: (window) => inWindow(all.near(''), window),

    recordsLike: (place, payment) =>
      lefts
        .near(place)
        .map(({ value }) => value)
        .filter((left) => likenessIn(payment, left) !== 'other'),

    contested(place) {
      const some = claimsOf(place);
      const short = some.filter(({ record }) => !record || !isSuccess(record));
      return short.length === 0 ? [] : some.filter((one) => short.some((two) => likenessIn(one, two) !== 'other'));
    },

    assign(place) {
      // Which of some equal ones has none must not hang on the order in which they come.
      const left = claimsOf(place)
        .filter(({ record }) => !record)
        .sort((a, b) => a.rank - b.rank || (a.order_id < b.order_id ? -1 : 1));
      if (left.length === 0) return;
      const records = lefts.near(place).map(({ value }) => value);
      for (const some of [
        records.filter(isSuccess),
        records.filter((one) => !isSuccess(one) && !isFailed(one)),
        records.filter(isFailed),
      ])
        for (const claim of left) if (!claim.record) assignOne(claim, some);
    },

    forget(window) {
      for (const holder of [lefts, all, claims]) holder.forget(window);
    },
  };
}

/** Gives it a free record, if need be one that another claim can leave for another record. */
function assignOne(claim: Claim, records: readonly Left[]): void {
  const same = records.find((left) => !left.claim && likenessIn(claim, left) === 'same');
  if (same) {
    same.claim = claim;
    claim.record = same;
    return;
  }
  const reachedBy = new Map<Left, Claim>();
  const queue = [claim];
  for (const one of queue) {
    const likely = new Map(records.map((left) => [left, reachedBy.has(left) ? 'other' : likenessIn(one, left)]));
    for (const likeness of ['same', 'unclear'] as const) {
      const some = records.filter((left) => likely.get(left) === likeness);
      for (const left of some) reachedBy.set(left, one);
      const free = some.find((left) => !left.claim);
      if (free) {
        turn(free, reachedBy, claim);
        return;
      }
      for (const { claim: other } of some) if (other) queue.push(other);
    }
  }
}

/** Each claim on the way takes the record by which the next was reached. */
function turn(free: Left, reachedBy: ReadonlyMap<Left, Claim>, first: Claim): void {
  let left: Left | undefined = free;
  while (left) {
    const claim = reachedBy.get(left);
    if (!claim) return;
    const next: Left | undefined = claim === first ? undefined : claim.record;
    left.claim = claim;
    claim.record = left;
    left = next;
  }
}
