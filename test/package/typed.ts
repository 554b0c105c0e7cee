/** What users of the client write: it must compile against the installed package, and under each @ts-expect-error must not. */
import {
  createWalletClient,
  isRefusalOf,
  openapiFetch,
  ServiceError,
  submitWithdrawals,
  type AcceptedWithdrawals,
  type WalletClient,
  type WalletClientOptions,
  type WithdrawAssetsInput,
} from '@wallet-operations/client';
import { createCallbackHandler, type Callback } from '@wallet-operations/client/callbacks';
import * as reasons from '@wallet-operations/client/reasons';

export const client = createWalletClient({
  baseUrl: 'https://wallet.example',
  credentials: { apiCode: 'code', secret: 'secret' },
});

export const int64IsBigint = (callback: Callback): bigint => callback.serial;

// @ts-expect-error -- an int64 is no number
export const int64IsNoNumber = (callback: Callback): number => callback.serial;

export async function withdraw({ wallet }: WalletClient): Promise<bigint | undefined> {
  const order = { order_id: 'shop1_1', address: '0x25d5', amount: '1.5' };
  const { results } = await wallet(635743).withdrawAssets({ requests: [order] });
  // @ts-expect-error -- no such field
  await wallet(635743).withdrawAssets({ requests: [{ ...order, fee: '1' }] });
  // @ts-expect-error -- an amount is no number
  await wallet(635743).withdrawAssets({ requests: [{ ...order, amount: 1.5 }] });
  // @ts-expect-error -- a required field is missing
  await wallet(635743).withdrawAssets({ requests: [{ order_id: 'shop1_1', amount: '1.5' }] });
  // @ts-expect-error -- two fees
  await wallet(635743).withdrawAssets({ requests: [{ ...order, manual_fee: 20, block_average_fee: 5 }] });
  // @ts-expect-error -- an address that pays, without its index
  await wallet(635743).withdrawAssets({ requests: [{ ...order, from_address: '0x25d5' }] });
  return results.shop1_1;
}

export const withNames = (input: WithdrawAssetsInput): Promise<AcceptedWithdrawals> => client.withdrawAssets(input);

export function isTaken(error: unknown): boolean {
  // @ts-expect-error -- no row of this operation
  if (isRefusalOf(error, 'withdrawAssets') && error.reason === 'whitelist_entry_not_found') return false;
  return isRefusalOf(error, 'withdrawAssets') && error.reason === reasons.withdrawAssets.duplicated_entry;
}

// @ts-expect-error -- no such operation
export type NoSuchOperation = WalletClient['withdraw'];

export async function settle({ wallet }: WalletClient): Promise<(bigint | string | undefined)[]> {
  const settlements = await submitWithdrawals(wallet(635743), []);
  return settlements.map((settlement) =>
    settlement.outcome === 'accepted' ? settlement.transactionId : settlement.error.reason,
  );
}

export async function askByPath(client: WalletClient): Promise<bigint | string | undefined> {
  const { GET } = openapiFetch(client);
  // @ts-expect-error -- no such path
  await GET('/v1/svc/currency/price');
  const { data, error } = await GET('/v1/svc/currency/prices', { params: { query: { convert: 'EUR' } } });
  return data?.currency_prices[0]?.currency ?? error?.error;
}

export function isNotFound(error: unknown): boolean {
  // @ts-expect-error -- no such row in the catalogue
  if (error instanceof ServiceError && error.reason === 'no_such_reason') return true;
  return error instanceof ServiceError && error.reason === 'not_found';
}

export const handler = createCallbackHandler({
  verify: () => true,
  store: { claim: () => 'busy' },
  onCredited: () => undefined,
  onReversed: () => undefined,
  onWithdrawal: () => undefined,
  onError: () => undefined,
  // @ts-expect-error -- no such option
  onCallback: () => undefined,
});

// the engine's own fetch, with what it may be given besides; others are in the recipes
export const fetches: NonNullable<WalletClientOptions['fetch']>[] = [
  fetch,
  (url, init) => fetch(url, { ...init, keepalive: true }),
  (url: string, init: RequestInit): Promise<Response> => fetch(new Request(url, init)),
];
