// Changes that nobody can observe, each with its reason. One that a test notices after all fails the run.
import type { Equivalent } from '@wallet-operations/spec-mutation';

export const equivalents: readonly Equivalent[] = [
  {
    mutants: /^schema (WithdrawalOrderState|WalletBalance) allOf 1 · type object gone$/,
    because: 'the other part of the allOf says that it is an object',
  },
];
