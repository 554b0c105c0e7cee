/** Which orders a refusal is about, as far as it says so. */
import { canonicalAddress, spellingOf } from '../canonical-address.ts';
import { ServiceError, type WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';

/** Whether it is a refusal of the catalogue that was given to this order alone, and speaks of no other. */
export function isVerdict(error: WalletError, { order_id, amount }: WithdrawalRequest): error is ServiceError {
  if (!(error instanceof ServiceError) || error.effect === 'unknown') return false;
  const { ORDER_ID = order_id, AMOUNT = amount } = error.values;
  return ORDER_ID === order_id && AMOUNT === amount;
}

/**
 * The orders of a batch that a refusal names: by an order_id, or by a blacklisted address that no other order of the batch can have. An
 * amount or a prefix in its words names none: they may fit several orders, and of these some may have been taken. Nor does an order_id
 * that stands in what another order says.
 */
export function namedBy(error: WalletError, batch: readonly WithdrawalRequest[]): readonly WithdrawalRequest[] {
  if (!(error instanceof ServiceError)) return [];
  const { ORDER_ID } = error.values;
  if (ORDER_ID !== undefined) {
    const isSaid = batch.some((order) => order.order_id !== ORDER_ID && mentions(order, ORDER_ID));
    return isSaid ? [] : batch.filter(({ order_id }) => order_id === ORDER_ID);
  }
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

/** Whether an ID stands, as a word, in one of the texts of an order. */
function mentions(order: WithdrawalRequest, id: string): boolean {
  const word = new RegExp(`(?<![\\w-])${id.replace(/\W/g, '\\$&')}(?![\\w-])`);
  const texts: unknown[] = Object.values({ ...order, order_id: '', amount: '' });
  return texts.some((text) => typeof text === 'string' && word.test(text));
}
