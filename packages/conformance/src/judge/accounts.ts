/** Chains whose transactions have no outputs: each is of one account to another. */
import { isNode } from '@wallet-operations/validator';
import type { Interface } from '@wallet-operations/transcript';

/** Currencies whose transactions have outputs, of those that the document names. */
const WITH_OUTPUTS = new Set(['BTC', 'LTC', 'DOGE']);

/** Whether a currency is one of such a chain, as far as the document knows it. */
export function isOfAccounts({ points }: Interface, currency: unknown): boolean {
  const names = points['currency-numbers']?.value;
  return typeof currency === 'string' && isNode(names) && currency in names && !WITH_OUTPUTS.has(currency);
}
