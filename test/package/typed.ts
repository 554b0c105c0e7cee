/** What users of the client write: it must compile against the installed package, and under each @ts-expect-error must not. */
import { createWalletClient, ServiceError, submitWithdrawals, type WalletClient } from '@wallet-operations/client';
import { createCallbackHandler, type Callback } from '@wallet-operations/client/callbacks';

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
  return results.shop1_1;
}

// @ts-expect-error -- no such operation
export type NoSuchOperation = WalletClient['withdraw'];

export async function settle({ wallet }: WalletClient): Promise<(bigint | string | undefined)[]> {
  const settlements = await submitWithdrawals(wallet(635743), []);
  return settlements.map((settlement) =>
    settlement.outcome === 'accepted' ? settlement.transactionId : settlement.error.reason,
  );
}

export async function askByPath({ GET }: WalletClient): Promise<bigint | string | undefined> {
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
