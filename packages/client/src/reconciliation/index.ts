/** Comparing your books with the service's records. */
export type {
  DepositDifference,
  Difference,
  DifferingField,
  FieldDifference,
  SeenWithdrawal,
  WithdrawalDifference,
} from './difference.ts';
export type { DepositEntry, Entries, Ledger, WithdrawalEntry } from './ledger.ts';
export type { ReconcileOptions } from './options.ts';
export { reconcile } from './reconcile.ts';
export type { ComparedWallet } from './service.ts';
