/** Chains whose transactions have no outputs: each is of one account to another. */
import type { Interface } from '@wallet-operations/transcript';
import { assumedOf } from './evidence.ts';

/** Currencies whose transactions have outputs, of those that the document names. */
const WITH_OUTPUTS = new Set(['BTC', 'LTC', 'DOGE']);

/** Whether the transactions of a currency's chain have outputs, as far as the document knows it. */
export const hasOutputs = (service: Interface, currency: unknown): boolean =>
  isKnown(service, currency) && WITH_OUTPUTS.has(currency);

const isKnown = (service: Interface, currency: unknown): currency is string =>
  typeof currency === 'string' && Object.hasOwn(assumedOf({ service }, 'currency-numbers'), currency);

/** Whether a currency is one of such a chain, as far as the document knows it. */
export const isOfAccounts = (service: Interface, currency: unknown): boolean =>
  isKnown(service, currency) && !WITH_OUTPUTS.has(currency);
