/** The types of the client: they are checked by tsc, not by running. */
import type {
  AcceptedWithdrawals,
  CallPromise,
  Input,
  Output,
  Settlement,
  Wallet,
  WalletClient,
  WithdrawalBatch,
  WithdrawalRequest,
  WithdrawAssetsInput,
} from '@wallet-operations/client';
import {
  isRefusalOf,
  openapiFetch,
  ServiceError,
  SettlementError,
  submitWithdrawals,
  WalletError,
} from '@wallet-operations/client';
import * as reasons from '@wallet-operations/client/reasons';
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

  it('has no two fields of which each excludes the other', () => {
    const order = { order_id: 'shop1_1', address: '0xabc', amount: '1.5' };
    type Orders = WithdrawalRequest[];
    expectTypeOf([{ ...order, manual_fee: 20 }, { ...order, block_average_fee: 5 }, order]).toExtend<Orders>();
    const withdraw = (wallet: Wallet) => [
      wallet.withdrawAssets({ requests: [{ ...order, manual_fee: 20 }] }),
      // @ts-expect-error -- both fees
      wallet.withdrawAssets({ requests: [{ ...order, manual_fee: 20, block_average_fee: 5 }] }),
    ];
    expectTypeOf(withdraw).toBeFunction();
    const ask = (client: WalletClient) => [
      client.getDelegatedBalances({ WALLET_ID: 1, addresses: ['0xabc'] }),
      client.getDelegatedBalances({ WALLET_ID: 1, address: ['0xabc'] }),
      // @ts-expect-error -- both names of one field
      client.getDelegatedBalances({ WALLET_ID: 1, addresses: ['0xabc'], address: ['0xabc'] }),
      // @ts-expect-error -- none of them
      client.getDelegatedBalances({ WALLET_ID: 1 }),
    ];
    expectTypeOf(ask).toBeFunction();
  });

  it('has fields together where one needs the other', () => {
    const order = { order_id: 'shop1_1', address: '0xabc', amount: '1.5' };
    const payer = { from_address: '0xdef', from_address_index: 7n };
    const withdraw = (wallet: Wallet, has: boolean) => [
      wallet.withdrawAssets({ requests: [{ ...order, ...payer }] }),
      wallet.withdrawAssets({ requests: [{ ...order, ...(has ? payer : {}) }] }),
      wallet.withdrawAssets({ requests: [{ ...order, ...(has && payer) }] }),
      // @ts-expect-error -- an address without its index
      wallet.withdrawAssets({ requests: [{ ...order, from_address: '0xdef' }] }),
      // @ts-expect-error -- an index without its address
      wallet.withdrawAssets({ requests: [{ ...order, from_address_index: 7n }] }),
    ];
    expectTypeOf(withdraw).toBeFunction();
  });

  it('is nothing where nothing is asked for', () => {
    expectTypeOf<WalletClient['listWallets']>().toBeCallableWith({});
    // @ts-expect-error -- it takes no parameter
    expectTypeOf<WalletClient['listWallets']>().toBeCallableWith({ start_index: 5 });
    // @ts-expect-error -- nor does this one, of a wallet
    expectTypeOf<Wallet['getVaultBalance']>().toBeCallableWith({ WALLET_ID: 1 });
  });

  it('has a name, and so has what comes out', () => {
    expectTypeOf<In<'withdrawAssets'>>().toEqualTypeOf<WithdrawAssetsInput>();
    expectTypeOf<Parameters<Wallet['withdrawAssets']>[0]>().toEqualTypeOf<WithdrawalBatch>();
    expectTypeOf<ReturnType<Wallet['withdrawAssets']>>().toEqualTypeOf<CallPromise<AcceptedWithdrawals>>();
    expectTypeOf<Input<'withdrawAssets'>>().toEqualTypeOf<WithdrawAssetsInput>();
    expectTypeOf<Output<'withdrawAssets'>>().toEqualTypeOf<AcceptedWithdrawals>();
  });

  it('may be given to what asks for a plain object, as what comes out may', () => {
    expectTypeOf<AcceptedWithdrawals>().toExtend<Record<string, unknown>>();
    expectTypeOf<WithdrawalRequest>().toExtend<Record<string, unknown>>();
  });

  it('has no WALLET_ID where a wallet fills it in', () => {
    expectTypeOf<Wallet['getWithdrawalState']>().parameter(0).toEqualTypeOf<{ ORDER_ID: string }>();
    expectTypeOf<Wallet>().not.toHaveProperty('listWallets');
    expectTypeOf<Wallet>().not.toHaveProperty('getCurrencyPrices');
  });

  it('is the same for the calls by path', () => {
    const call = (client: WalletClient) => openapiFetch(client).GET('/v1/svc/currency/prices');
    expectTypeOf(call).toBeFunction();
    expectTypeOf<Awaited<ReturnType<typeof call>>['data']>().toEqualTypeOf<Out<'getCurrencyPrices'> | undefined>();
    // @ts-expect-error -- its path parameters are missing
    const broken = (client: WalletClient) => openapiFetch(client).GET('/v1/svc/wallets/{WALLET_ID}/vault/balance');
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

describe('the refusal of an operation', () => {
  it('has the reasons that the operation lists, and no other', () => {
    const say = (error: unknown): string => {
      if (!isRefusalOf(error, 'withdrawAssets')) return 'another failure';
      expectTypeOf(error).toExtend<ServiceError>();
      expectTypeOf(error.operationId).toEqualTypeOf<'withdrawAssets'>();
      switch (error.reason) {
        case reasons.withdrawAssets.duplicated_entry:
          return 'look it up';
        case 'unknown':
          return 'call a person';
        // @ts-expect-error -- a row of other operations
        case 'whitelist_entry_not_found':
          return '';
        default:
          return 'no';
      }
    };
    expectTypeOf(say).toBeFunction();
    // @ts-expect-error -- no such operation
    expectTypeOf(isRefusalOf(undefined, 'withdraw')).toBeBoolean();
    // @ts-expect-error -- no reason of this operation
    expectTypeOf(reasons.listWallets.duplicated_entry).toBeString();
  });
});

it('a wallet of your own making needs plain promises alone', () => {
  const own = {
    withdrawAssets: () => Promise.resolve({ results: {} }),
    getWithdrawalState: () => Promise.reject(new Error('away')),
  };
  expectTypeOf(submitWithdrawals).toBeCallableWith(own, []);
});
