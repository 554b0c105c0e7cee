/** Which orders of a batch a refusal is about, as far as it says. */
import { canonicalAddress } from '../canonical-address.ts';
import type { ServiceError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';

/** Whether a refusal is about an order, as the value of each placeholder tells. */
const ABOUT: Readonly<Record<string, (order: WithdrawalRequest, value: string) => boolean>> = {
  ORDER_ID: ({ order_id }, value) => order_id === value,
  ORDERID_PREFIX: ({ order_id }, value) => !order_id.startsWith(value),
  AMOUNT: ({ amount }, value) => amount === value,
};

/** Tells of each order whether the refusal names it, by its ID, its amount, its prefix or its blacklisted address. */
export function namedBy({ values, body }: ServiceError): (order: WithdrawalRequest) => boolean {
  for (const [name, isAbout] of Object.entries(ABOUT)) {
    const value = values[name];
    if (value !== undefined) return (order) => isAbout(order, value);
  }
  const blacklisted = new Set(Object.keys(body.blacklist ?? {}).map(canonicalAddress));
  return ({ address }) => blacklisted.has(canonicalAddress(address));
}
