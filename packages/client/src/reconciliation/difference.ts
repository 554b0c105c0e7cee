/** What a comparison of your books with the service's records finds. */
import type { Callback } from '../callbacks/callback.ts';
import type { Likeness } from '../withdrawals/likeness.ts';
import type { DepositEntry, WithdrawalEntry } from './ledger.ts';

/**
 * What is not the same.
 *
 * - `address`, `amount`, `memo`: amounts of withdrawals in the main unit, of deposits in the smallest.
 * - `payments`: transactions of an order that are in chain: 1 in your books, since it counts as paid. 2 is a double payment.
 * - `state`: of its record in the history, which is `success` where your books are right; else `failed` or `invalid`.
 * - `event`: of a deposit: `credited` in your books, and at the service `detected` (not safe yet), `failed`, or `reversed` (failed after it
 *   was safe).
 * - `transfers`: several transfers bear the key of one deposit, and which of them is booked nobody can tell.
 * - `entries`: how often it is in your books up to this entry, which is more than once.
 */
export type DifferingField = 'address' | 'amount' | 'memo' | 'payments' | 'state' | 'event' | 'transfers' | 'entries';

/** One field, with both values. */
export interface FieldDifference {
  readonly field: DifferingField;
  readonly books: string;
  readonly service: string;
  /** `unclear`: they are spelled, or known, in ways that cannot be compared here, and may be the same. */
  readonly likeness: Exclude<Likeness, 'same'>;
}

/** A withdrawal as the service's records show it. */
export interface SeenWithdrawal {
  /** Empty for a record of the history that is of no order. */
  readonly order_id: string;
  /** Its transactions in chain, as the service spells them. More than one is a double payment. */
  readonly txids: readonly string[];
  readonly address: string;
  /** In the main unit. */
  readonly amount: string;
  readonly memo: string;
  /** Of a record of the history: `withdraw-api`, or anything else for the web withdrawal UI. */
  readonly source: string | undefined;
}

/** A withdrawal that is not the same in your books and at the service. */
export type WithdrawalDifference = { readonly of: 'withdrawal'; readonly order_id: string } & (
  | {
      /** It counts as paid in your books, and the service does not know it. */
      readonly kind: 'missing';
      readonly books: WithdrawalEntry;
    }
  | {
      /** The service has paid it, and it is not in your books. */
      readonly kind: 'foreign';
      readonly service: SeenWithdrawal;
    }
  | {
      readonly kind: 'differing';
      readonly books: WithdrawalEntry;
      readonly fields: readonly FieldDifference[];
      /** Its transactions in chain, as the service spells them. */
      readonly txids: readonly string[];
    }
);

/** A deposit that is not the same in your books and at the service. */
export type DepositDifference = { readonly of: 'deposit'; readonly key: string } & (
  | {
      /** It is credited in your books, and the service has no callback of it, or none within the slack. */
      readonly kind: 'missing';
      readonly books: DepositEntry;
    }
  | {
      /** It is safe at the service, and not credited in your books. */
      readonly kind: 'foreign';
      readonly service: Callback;
    }
  | {
      readonly kind: 'differing';
      /** Undefined where it failed, and only `deposit` of a ledger could have told of its credit, and there is none. */
      readonly books: DepositEntry | undefined;
      readonly fields: readonly FieldDifference[];
      /** The callback that says most. */
      readonly service: Callback;
    }
);

/** One thing that is not the same in your books and at the service. */
export type Difference = WithdrawalDifference | DepositDifference;
