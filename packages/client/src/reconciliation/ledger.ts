/** Your own books, as they are asked window by window. */
import type { WithdrawalRequest } from '../types.ts';

/** A withdrawal that counts as paid in your books: the order as it was submitted will do. */
export type WithdrawalEntry = Pick<WithdrawalRequest, 'order_id' | 'address' | 'amount'> & {
  readonly memo?: string | null | undefined;
  readonly token_id?: string | null | undefined;
};

/** A deposit that is credited in your books. */
export interface DepositEntry {
  /** What it was credited under: the key that a callback handler is given, which `defaultKeyOf` makes. */
  readonly key: string;
  /** In the smallest unit of the currency. */
  readonly amount: string | bigint;
}

/** Some entries: an array, rows that come one by one, or a promise of either. */
export type Entries<T> = Iterable<T> | AsyncIterable<T> | PromiseLike<Iterable<T> | AsyncIterable<T>>;

/**
 * Your books. The lists give each entry in one window alone: that in which its time is, from `from` on and before `to`, in Unix seconds. Which
 * time that is, is yours to choose, as long as it stays the same and `slack` holds: best when it was paid or credited. Of each row the fields
 * below are copied: it may be of a class, or one object for all.
 */
export interface Ledger {
  /** Withdrawals that count as paid. Without it withdrawals are not compared: for a wallet that has none. */
  readonly withdrawals?: (from: number, to: number) => Entries<WithdrawalEntry>;
  /** Deposits that are credited, and were not taken back. Without it deposits are not compared. */
  readonly deposits?: (from: number, to: number) => Entries<DepositEntry>;
  /**
   * A withdrawal that counts as paid, by its order_id, whenever that was; nothing if there is none. Asked for each order whose entry is
   * further from its callback than `slack`: before it is called foreign, and for a second payment that comes days later.
   */
  readonly withdrawal?: (order_id: string) => Found<WithdrawalEntry>;
  /**
   * A deposit that is credited, by its key, whenever that was; nothing if there is none. Asked for each whose entry is further from its
   * callback than `slack`: before it is called foreign, and when it has failed, which may be days after the credit.
   */
  readonly deposit?: (key: string) => Found<DepositEntry>;
}

type Found<T> = T | null | undefined | PromiseLike<T | null | undefined>;
