/** Helpers that are handed the wrong thing: which argument it is, what it was, and what to give is said, and nothing is sent. */
import {
  AmountError,
  callbacks,
  checkApiCode,
  findCallbacks,
  findDelegatedBalances,
  findWithdrawals,
  InvalidCallError,
  records,
  submitWithdrawals,
  toMainUnit,
  toSmallestUnit,
  type Wallet,
  type WalletClient,
} from '@wallet-operations/client';
import { catchUp } from '@wallet-operations/client/callbacks';
import { reconcile } from '@wallet-operations/client/reconciliation';
import { describe, expect, it } from 'vitest';
import { failureOf, json, stub } from './stub.ts';

type Loose = (...given: unknown[]) => Promise<unknown>;
const loose = (helper: unknown): Loose => helper as Loose;
const listed =
  (helper: unknown): Loose =>
  (...given) =>
    (async () => Array.fromAsync((helper as (...all: unknown[]) => AsyncIterable<unknown>)(...given)))();

const order = { order_id: 'shop1_1', address: '0x25d5', amount: '1.5' };
const books = { deposits: () => [] };
const span = { from: 1, to: 2, decimals: 18 };
const deliver = () => Promise.resolve('stale');
const WALLET = 'Give one wallet of a client, client.wallet(walletId).';

/** Each helper that takes a wallet, with what else it takes. */
const helpers: [name: string, helper: Loose, ...others: unknown[]][] = [
  ['submitWithdrawals', loose(submitWithdrawals), [order]],
  ['findWithdrawals', loose(findWithdrawals), [order]],
  ['findCallbacks', loose(findCallbacks), [1n]],
  ['findDelegatedBalances', loose(findDelegatedBalances), ['0x25d5']],
  ['checkApiCode', loose(checkApiCode)],
  ['callbacks', listed(callbacks), { from: 1 }],
  ['catchUp', loose(catchUp), deliver, { from: 1 }],
  ['reconcile', listed(reconcile), books, span],
];

describe.each(helpers)('%s', (_, helper, ...others) => {
  it.each<[string, (all: { client: WalletClient; wallet: Wallet }) => unknown, string]>([
    ['the client', ({ client }) => client, `wallet is the client. ${WALLET}`],
    ['nothing', () => undefined, `wallet is undefined. ${WALLET}`],
    ['null', () => null, `wallet is null. ${WALLET}`],
    ['its ID', () => 635743n, `wallet is 635743n. ${WALLET}`],
    ['its ID as a text', () => '635743', `wallet is "635743". ${WALLET}`],
    ['no wallet', () => ({}), 'is undefined. Give as wallet one wallet of a client'],
  ])('refuses %s in the place of the wallet', async (_, given, says) => {
    const all = stub(json({}));
    const error = await failureOf(helper(given(all), ...others));
    expect(error).toBeInstanceOf(InvalidCallError);
    expect(error).toMatchObject({ attempts: 0, effect: 'none', retryable: false });
    expect((error as Error).message).toContain(says);
    expect(all.sent).toEqual([]);
  });
});

it('a wallet may be of a class, which has its methods elsewhere', async () => {
  class Wrapped {
    getCallbacksById = undefined as never;
  }
  class Mine {
    getCallbacksById() {
      return Promise.resolve({ notifications: [] });
    }
  }
  expect(await findCallbacks(new Mine(), [1n])).toEqual({ found: [], missing: [1n] });
  expect(await failureOf(findCallbacks(new Wrapped(), [1n]))).toBeInstanceOf(InvalidCallError);
});

it.each<[string, Loose, unknown[], string]>([
  [
    'submitWithdrawals',
    loose(submitWithdrawals),
    [order],
    'orders is an object. Give an array of orders, such as [order].',
  ],
  ['submitWithdrawals', loose(submitWithdrawals), [], 'orders is undefined.'],
  ['submitWithdrawals', loose(submitWithdrawals), [[undefined]], 'orders[0] is undefined. Give an order: { order_id,'],
  ['submitWithdrawals', loose(submitWithdrawals), [[order, null]], 'orders[1] is null.'],
  ['submitWithdrawals', loose(submitWithdrawals), [['shop1_1']], 'orders[0] is "shop1_1".'],
  ['submitWithdrawals', loose(submitWithdrawals), [[[order]]], 'orders[0] is an array.'],
  ['findWithdrawals', loose(findWithdrawals), ['shop1_1'], 'orders is "shop1_1".'],
  ['findWithdrawals', loose(findWithdrawals), [['shop1_1']], 'orders[0] is "shop1_1".'],
  [
    'findWithdrawals',
    loose(findWithdrawals),
    [[order], 'shown'],
    'getWithdrawalState: options is "shown". Give an object, or leave it out.',
  ],
  ['findCallbacks', loose(findCallbacks), [], 'serials is undefined. Give a list of bigints, such as [90000000331n].'],
  ['findCallbacks', loose(findCallbacks), [5], 'serials is 5. Give a list of bigints'],
  ['findCallbacks', loose(findCallbacks), ['5'], 'serials is "5". Give a list of bigints'],
  ['findCallbacks', loose(findCallbacks), [[1n, 'x']], 'serials[1] is "x". Give bigints'],
  ['findCallbacks', loose(findCallbacks), [[5]], 'serials[0] is 5. Give bigints'],
  ['findDelegatedBalances', loose(findDelegatedBalances), ['0x25d5'], 'addresses is "0x25d5". Give a list of texts'],
  ['findDelegatedBalances', loose(findDelegatedBalances), [['0x25d5', 5n]], 'addresses[1] is 5n. Give texts'],
  ['records', listed(records), ['nope', {}], 'operationId is "nope". Give one of list'],
  ['records', listed(records), ['toString', {}], 'operationId is "toString". Give one of list'],
  ['records', listed(records), ['listWithdrawalHistory'], 'input is undefined. Give an object, which may be empty.'],
  ['callbacks', listed(callbacks), [], 'options is undefined. Give at least { from }, in Unix seconds.'],
  ['catchUp', loose(catchUp), [], 'listCallbacks: deliver is undefined. Give that of the handler, handler.deliver.'],
  ['catchUp', loose(catchUp), [{ deliver }, { from: 1 }], 'deliver is an object.'],
  [
    'catchUp',
    loose(catchUp),
    [Object.assign(() => undefined, { deliver }), { from: 1 }],
    'deliver is a function. Give that of the handler, handler.deliver.',
  ],
  [
    'catchUp',
    loose(catchUp),
    [deliver],
    'listCallbacks: options is undefined. Give at least { from }, in Unix seconds.',
  ],
  ['reconcile', listed(reconcile), [], 'ledger is undefined. Give your books: withdrawals, deposits, or both.'],
  ['reconcile', listed(reconcile), [books], 'options is undefined. Give at least { from, to, decimals }.'],
])('%s(wallet, %o …) is refused', async (_, helper, given, says) => {
  const { wallet, sent } = stub(json({}));
  const error = await failureOf(helper(wallet, ...given));
  expect(error).toBeInstanceOf(InvalidCallError);
  expect((error as Error).message).toContain(says);
  expect(sent).toEqual([]);
});

it.each([undefined, null, 'x', {}])('records of %o are refused', async (caller) => {
  const error = await failureOf(listed(records)(caller, 'listWithdrawalHistory', {}));
  expect(error).toBeInstanceOf(InvalidCallError);
  expect((error as Error).message).toContain('Give a client or a wallet that has listWithdrawalHistory.');
});

it.each([undefined, null, {}, [], NaN, () => 1, Symbol('amount')])('amounts of %o are refused', (amount) => {
  for (const convert of [toMainUnit, toSmallestUnit]) {
    expect(() => convert(amount as never, 18)).toThrow(AmountError);
    expect(() => convert('1', amount as never)).toThrow(AmountError);
  }
});

it('a list of callbacks with holes is no answer', async () => {
  const { wallet } = stub(json({ notifications: [null] }));
  for (const failing of [findCallbacks(wallet, [1n]), Array.fromAsync(callbacks(wallet, { from: 1, to: 2 }))])
    expect(await failureOf(failing)).toMatchObject({ reason: 'unexpected_result' });
});
