/** Chains whose transactions have no outputs: each is of one account to another. */
import type { Interface } from '@wallet-operations/transcript';
import { assumedOf } from './evidence.ts';

/** Currencies whose transactions have outputs, of those that the document names. */
const WITH_OUTPUTS = new Set(['BTC', 'LTC', 'DOGE']);

/** Whether a currency is one of such a chain, as far as the document knows it. */
export const isOfAccounts = (service: Interface, currency: unknown): boolean =>
  typeof currency === 'string' &&
  Object.hasOwn(assumedOf({ service }, 'currency-numbers'), currency) &&
  !WITH_OUTPUTS.has(currency);
