/** How often an order was paid, by the states of its transactions. */
import { WithdrawalTransactionState } from '@wallet-operations/openapi/points';
import { canonicalAddress } from '../canonical-address.ts';
import type { FieldDifference } from './difference.ts';
import type { OrderTransaction } from './service.ts';

const NAMES: Readonly<Record<string, number>> = WithdrawalTransactionState;
const PAID: ReadonlySet<number | undefined> = new Set(
  [NAMES.inChain, NAMES.confirmed].filter((state) => state !== undefined),
);
const NAMED: ReadonlySet<number> = new Set(Object.values(NAMES));

/** The transactions of an order that pay it. */
export interface Payments {
  /** Those in chain, one for each txid. */
  readonly paid: readonly OrderTransaction[];
  /** Of a state without a name: nobody knows of them. */
  readonly unclear: readonly OrderTransaction[];
}

/** Sorts the transactions of an order. */
export function paymentsOf(transactions: readonly OrderTransaction[]): Payments {
  const byTxid = new Map(
    transactions.filter(({ state }) => PAID.has(state)).map((one) => [canonicalAddress(one.txid), one] as const),
  );
  return { paid: [...byTxid.values()], unclear: transactions.filter(({ state }) => !NAMED.has(state)) };
}

/** An order that counts as paid was paid once. */
export function differingPayments({ paid, unclear }: Payments): FieldDifference[] {
  if (paid.length === 1 && unclear.length === 0) return [];
  const count = String(paid.length);
  const isUnclear = unclear.length > 0 && paid.length < 2;
  const service = unclear.length > 0 ? `${count} to ${String(paid.length + unclear.length)}` : count;
  return [{ field: 'payments', books: '1', service, likeness: isUnclear ? 'unclear' : 'other' }];
}
