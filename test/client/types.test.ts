/** The types of the client: they are checked by tsc, not by running. */
import type { Settlement, Wallet, WalletClient } from '@wallet-operations/client';
import { ServiceError, SettlementError, WalletError } from '@wallet-operations/client';
import { records } from '@wallet-operations/client';
import { describe, expectTypeOf, it } from 'vitest';

type In<Name extends keyof WalletClient> = WalletClient[Name] extends (input: infer I, ...rest: never) => unknown
  ? I
  : never;
type Out<Name extends keyof WalletClient> = WalletClient[Name] extends (...input: never) => Promise<infer O>
  ? O
  : never;

describe('what comes out', () => {
  it('has 64-bit integers as bigints, whatever they are', () => {
    expectTypeOf<Out<'withdrawAssets'>['results']>().toEqualTypeOf<Record<string, bigint>>();
    expectTypeOf<Out<'listCallbacks'>['notifications'][number]['serial']>().toEqualTypeOf<bigint>();
    expectTypeOf<Out<'getWithdrawalState'>['in_chain_block']>().toEqualTypeOf<bigint>();
    expectTypeOf<Out<'getWithdrawalEventLogs'>['logs'][number]['block_number']>().toEqualTypeOf<bigint>();
    expectTypeOf<Out<'listWallets'>['wallets'][number]['wallet_id']>().toEqualTypeOf<bigint>();
    expectTypeOf<Out<'getCurrencyPrices'>['currency_prices'][number]['currency']>().toEqualTypeOf<bigint>();
  });

  it('has times, indexes and states as numbers, and amounts as strings', () => {
    expectTypeOf<Out<'getApiCodeStatus'>['valid']['exp']>().toEqualTypeOf<number>();
    expectTypeOf<Out<'listCallbacks'>['notifications'][number]['chain_at']>().toEqualTypeOf<number>();
    expectTypeOf<Out<'getWithdrawalEventLogs'>['logs'][number]['index']>().toEqualTypeOf<number>();
    expectTypeOf<Out<'getVaultBalance'>['balance']>().toEqualTypeOf<string>();
    expectTypeOf<Out<'getWithdrawalState'>['amount']>().toEqualTypeOf<string>();
  });
});

describe('what goes in', () => {
  it('is required where the document requires it', () => {
    expectTypeOf<In<'getWithdrawalState'>>().toEqualTypeOf<{ WALLET_ID: bigint | number; ORDER_ID: string }>();
    expectTypeOf<In<'getWithdrawalEventLogs'>>().toHaveProperty('txid').toEqualTypeOf<string>();
    expectTypeOf<WalletClient['listWallets']>().toBeCallableWith();
    expectTypeOf<WalletClient['getCurrencyPrices']>().toBeCallableWith();
    expectTypeOf<Wallet['getVaultBalance']>().toBeCallableWith();
    expectTypeOf<Wallet['listDepositAddresses']>().toBeCallableWith({ start_index: 5 });
    // @ts-expect-error -- ORDER_ID is missing
    expectTypeOf<WalletClient['getWithdrawalState']>().toBeCallableWith({ WALLET_ID: 1 });
    // @ts-expect-error -- txid is missing
    expectTypeOf<Wallet['getWithdrawalEventLogs']>().toBeCallableWith();
    // @ts-expect-error -- there is no such parameter
    expectTypeOf<Wallet['listDepositAddresses']>().toBeCallableWith({ start: 5 });
  });

  it('has amounts as strings alone', () => {
    const order = { order_id: 'shop1_1', address: '0xabc' };
    expectTypeOf<Wallet['withdrawAssets']>().toBeCallableWith({ requests: [{ ...order, amount: '1.5' }] });
    // @ts-expect-error -- a number is no amount
    expectTypeOf<Wallet['withdrawAssets']>().toBeCallableWith({ requests: [{ ...order, amount: 1.5 }] });
  });

  it('has no WALLET_ID where a wallet fills it in', () => {
    expectTypeOf<Wallet['getWithdrawalState']>().parameter(0).toEqualTypeOf<{ ORDER_ID: string }>();
    expectTypeOf<Wallet>().not.toHaveProperty('listWallets');
    expectTypeOf<Wallet>().not.toHaveProperty('getCurrencyPrices');
  });

  it('is the same for the calls by path', () => {
    const call = (client: WalletClient) => client.GET('/v1/svc/currency/prices');
    expectTypeOf(call).toBeFunction();
    expectTypeOf<Awaited<ReturnType<typeof call>>['data']>().toEqualTypeOf<Out<'getCurrencyPrices'> | undefined>();
    // @ts-expect-error -- its path parameters are missing
    const broken = (client: WalletClient) => client.GET('/v1/svc/wallets/{WALLET_ID}/vault/balance');
    expectTypeOf(broken).toBeFunction();
  });
});

it('records are those of the operation', () => {
  const read = (wallet: Wallet) => records(wallet, 'listDepositAddresses', {});
  expectTypeOf(read).toBeFunction();
  type Address = ReturnType<typeof read> extends AsyncGenerator<infer R> ? R : never;
  expectTypeOf<Address>().toEqualTypeOf<Out<'listDepositAddresses'>['wallet_address'][number]>();
});

it('a settlement without an error is an accepted one', () => {
  const errorOf = (settlement: Settlement) => (settlement.outcome === 'accepted' ? undefined : settlement.error);
  expectTypeOf(errorOf).toBeFunction();
  expectTypeOf<ReturnType<typeof errorOf>>().toEqualTypeOf<WalletError | ServiceError | SettlementError | undefined>();
});

it('a refused order has the judgement of the service, and a conflict what was found', () => {
  type Of<Outcome> = Extract<Settlement, { outcome: Outcome }>;
  expectTypeOf<Of<'refused'>['error']>().toEqualTypeOf<ServiceError>();
  expectTypeOf<Of<'conflict'>['found']>().toEqualTypeOf<Out<'getWithdrawalState'>>();
});

it('the reason of a refusal is one of the catalogue’s, or unknown', () => {
  expectTypeOf<'call_too_frequently' | 'unknown'>().toExtend<ServiceError['reason']>();
  expectTypeOf<'no_such_reason'>().not.toExtend<ServiceError['reason']>();
  expectTypeOf<ServiceError>().toExtend<WalletError>();
});
