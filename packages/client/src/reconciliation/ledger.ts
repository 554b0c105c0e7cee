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
 * time that is, is yours to choose, as long as it stays the same and `slack` holds: best when it was paid or credited.
 */
export interface Ledger {
  /** Withdrawals that count as paid. Without it withdrawals are not compared: for a wallet that has none. */
  readonly withdrawals?: (from: number, to: number) => Entries<WithdrawalEntry>;
  /** Deposits that are credited, and were not taken back. Without it deposits are not compared. */
  readonly deposits?: (from: number, to: number) => Entries<DepositEntry>;
  /**
   * A withdrawal that counts as paid, by its order_id, whenever that was; nothing if there is none. Asked before one is called foreign, so
   * that a time beyond `slack` makes none of it.
   */
  readonly withdrawal?: (order_id: string) => Found<WithdrawalEntry>;
  /**
   * A deposit that is credited, by its key, whenever that was; nothing if there is none. Asked before one is called foreign, and when one has
   * failed: a failure may come days after the credit.
   */
  readonly deposit?: (key: string) => Found<DepositEntry>;
}

type Found<T> = T | null | undefined | PromiseLike<T | null | undefined>;

/**
 * Entries one by one.
 *
 * @throws TypeError for a list that is none
 */
export async function* each<T>(entries: Entries<T>, name: string): AsyncGenerator<T, void, undefined> {
  const list: unknown = await entries;
  if (typeof list !== 'object' || list === null || !(Symbol.iterator in list || Symbol.asyncIterator in list))
    throw new TypeError(`${name} of the ledger gave no list. Give an array, or what can be iterated.`);
  yield* list as Iterable<T>;
}

/**
 * The same entry, if it can be compared.
 *
 * @throws TypeError otherwise
 */
export function checkedWithdrawal(entry: WithdrawalEntry): WithdrawalEntry {
  const { order_id, address, amount, memo, token_id }: Record<keyof WithdrawalEntry, unknown> = {
    memo: undefined,
    token_id: undefined,
    ...entry,
  };
  for (const [name, value] of Object.entries({ order_id, address, amount, memo: memo ?? '', token_id: token_id ?? '' }))
    if (typeof value !== 'string') throw new TypeError(`A withdrawal of the ledger has no text in ${name}.`);
  if (order_id === '') throw new TypeError('A withdrawal of the ledger has no order_id.');
  return entry;
}

/**
 * The same entry, if it can be compared.
 *
 * @throws TypeError otherwise
 */
export function checkedDeposit(entry: DepositEntry): DepositEntry {
  const { key, amount }: Record<keyof DepositEntry, unknown> = { ...entry };
  if (typeof key !== 'string' || key === '') throw new TypeError('A deposit of the ledger has no key.');
  if (!/^(?:bigint [0-9]|string [0-9]+$)/.test(`${typeof amount} ${String(amount)}`))
    throw new TypeError(
      `The deposit ${key} of the ledger has ${String(amount)} as its amount. Give smallest units: a bigint, or digits.`,
    );
  return entry;
}
