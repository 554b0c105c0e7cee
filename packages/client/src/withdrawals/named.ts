/** Which orders of a batch a refusal is about, as far as it says so beyond doubt. */
import { canonicalAddress, spellingOf } from '../canonical-address.ts';
import { ServiceError, type WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';

/**
 * The orders that a refusal names: by an order_id, or by a blacklisted address that no other order of the batch can have. An amount or
 * a prefix in its words names none: they may fit several orders, and of these some may have been taken.
 */
export function namedBy(error: WalletError, batch: readonly WithdrawalRequest[]): readonly WithdrawalRequest[] {
  if (!(error instanceof ServiceError)) return [];
  const { ORDER_ID } = error.values;
  if (ORDER_ID !== undefined) return batch.filter(({ order_id }) => order_id === ORDER_ID);
  const blacklisted = new Set(Object.keys(error.body.blacklist ?? {}).map(canonicalAddress));
  const addresses = batch.map(({ address }) => canonicalAddress(address));
  // Two spellings that cannot be compared may be one address.
  if (new Set(addresses.map(spellingOf)).size > 1) return [];
  const times = new Map<string, number>();
  for (const address of addresses) times.set(address, (times.get(address) ?? 0) + 1);
  return batch.filter(({ address }) => {
    const canonical = canonicalAddress(address);
    return blacklisted.has(canonical) && times.get(canonical) === 1;
  });
}
