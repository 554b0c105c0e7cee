/** Asks for more than one call takes: splits the list, and tells what did not come back. */
import { batches } from '@wallet-operations/openapi/tables';
import { canonicalAddress } from '../canonical-address.ts';
import { isObject, need, needWallet } from '../calls/given.ts';
import type { WalletCalls } from '../client.ts';
import type { CallOptions } from '../options.ts';
import { writable } from '@wallet-operations/json';
import type { Output } from '../types.ts';
import { unexpected } from '../answers/unexpected.ts';

/** What came back, and what did not. */
export interface Found<Asked, Result> {
  readonly found: Result;
  /** Asked for, but not among what came back. */
  readonly missing: readonly Asked[];
}

type Callback = Output<'getCallbacksById'>['notifications'][number];
type Balances = Output<'getDelegatedBalances'>['balances'];

/**
 * Callbacks by their serials, however many: `getCallbacksById` takes 100 at a time.
 *
 * @param wallet - one wallet of a client, `client.wallet(walletId)`
 * @param serials - those of the callbacks
 * @param options - what each call may have
 * @throws InvalidCallError for what is no wallet, or no list of bigints; WalletError as the operation does; what came back before is lost then, and may be asked for again.
 */
export async function findCallbacks(
  wallet: WalletCalls<'getCallbacksById'>,
  serials: Iterable<bigint>,
  options?: CallOptions,
): Promise<Found<bigint, readonly Callback[]>> {
  needWallet(wallet, 'getCallbacksById');
  const asked = listOf(serials, 'getCallbacksById', 'serials', 'bigint', 'bigints, such as [90000000331n]');
  const answers = await Array.fromAsync(partsOf(asked, batches.getCallbacksById.atMost), (ids) =>
    wallet.getCallbacksById({ ids }, options),
  );
  const found = answers.flatMap(({ notifications }) => {
    if (!Array.isArray(notifications) || !notifications.every(isObject)) throw unexpected('getCallbacksById');
    return notifications;
  });
  const serialsFound = new Set(found.map(({ serial }) => serial));
  return { found, missing: writable(asked.filter((serial) => !serialsFound.has(serial))) };
}

/**
 * Balances of delegated addresses, however many: `getDelegatedBalances` takes 10 at a time, and drops more without a word. They
 * come under the addresses as they were asked for, whatever case the service gives their hex digits.
 *
 * @param wallet - one wallet of a client, `client.wallet(walletId)`
 * @param addresses - delegated addresses of the wallet
 * @param options - what each call may have
 * @throws InvalidCallError for what is no wallet, or no list of texts; WalletError as the operation does; what came back before is lost then, and may be asked for again.
 */
export async function findDelegatedBalances(
  wallet: WalletCalls<'getDelegatedBalances'>,
  addresses: Iterable<string>,
  options?: CallOptions,
): Promise<Found<string, Balances>> {
  needWallet(wallet, 'getDelegatedBalances');
  const asked = listOf(addresses, 'getDelegatedBalances', 'addresses', 'string', "texts, such as ['0x25d5…']");
  const answers = await Array.fromAsync(partsOf(asked, batches.getDelegatedBalances.atMost), (part) =>
    wallet.getDelegatedBalances({ addresses: part }, options),
  );
  const byAddress = new Map(
    answers.flatMap(({ balances }) => {
      if (typeof balances !== 'object' || (balances as object | null) === null)
        throw unexpected('getDelegatedBalances');
      return Object.entries(balances).map(([address, balance]) => [canonicalAddress(address), balance] as const);
    }),
  );
  const found = asked.flatMap((address) => {
    const balance = byAddress.get(canonicalAddress(address));
    return balance ? [[address, balance] as const] : [];
  });
  const missing = asked.filter((address) => !byAddress.has(canonicalAddress(address)));
  return { found: Object.fromEntries<Balances[string]>(found), missing };
}

/** Each that is asked for, once. A text is no list, although its characters can be read one by one. */
function listOf<T>(
  given: Iterable<T>,
  operationId: string,
  name: string,
  type: 'bigint' | 'string',
  give: string,
): T[] {
  const isList = typeof (given as Partial<Iterable<T>> | undefined)?.[Symbol.iterator] === 'function';
  need(isList && typeof given !== 'string', operationId, name, given, `a list of ${give}`);
  const list = [...new Set(given)];
  for (const [i, one] of list.entries()) need(typeof one === type, operationId, `${name}[${String(i)}]`, one, give);
  return list;
}

function partsOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
