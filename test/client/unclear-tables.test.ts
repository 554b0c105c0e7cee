/** A table that lacks a fact, or has it misspelt, is read so that nobody loses money by it. */
import { submitWithdrawals } from '@wallet-operations/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { broken, failureOf, json, stub } from './stub.ts';

const balance = { path: '/v1/svc/wallets/{WALLET_ID}/vault/balance' };
const tables = vi.hoisted(() => ({ endpoints: {}, errorRows: [''], orderFields: ['order_id', 'address', 'amount'] }));
vi.mock('@wallet-operations/openapi/tables', () => tables);
beforeEach(() => {
  tables.endpoints = { getVaultBalance: { ...balance, repeatable: 'always' } };
  tables.errorRows = ['400|955|no_orders|never'];
});

const noOrders = json({ error_code: 955, error: 'There is no content' }, 400);

it.each([
  ['never', 'never'],
  ['soon', 'soon'],
  ['', 'later'],
  ['later', 'later'],
  ['nevr', 'later'],
  ['Never', 'later'],
  ['never ', 'later'],
])('a row with "%s" says %s of repeating', async (word, repeat) => {
  tables.errorRows = [`400|955|no_orders|${word}`];
  const { wallet, clock } = stub(noOrders, { attempts: 1 });
  expect(await failureOf(clock.finish(wallet.getVaultBalance()))).toMatchObject({ reason: 'no_orders', repeat });
});

it.each([
  ['says that it may be repeated', { repeatable: 'always' }, { attempts: 2, effect: 'none' }],
  ['says nothing of it', {}, { attempts: 1, effect: 'unknown' }],
  ['says it in a misspelt word', { repeatable: 'allways' }, { attempts: 1, effect: 'unknown' }],
  ['says it under a misspelt name', { repeatble: 'always' }, { attempts: 1, effect: 'unknown' }],
])('an operation that %s, without an answer', async (_, said, failure) => {
  tables.endpoints = { getVaultBalance: { ...balance, ...said } };
  const { wallet, clock } = stub(broken('ECONNRESET'), { attempts: 2 });
  expect(await failureOf(clock.finish(wallet.getVaultBalance()))).toMatchObject(failure);
});

it('a row of a replay that does not say that it passes leaves open what became of a withdrawal', async () => {
  const path = '/v1/svc/wallets/{WALLET_ID}/sender/transactions';
  tables.endpoints = {
    withdrawAssets: { path, method: 'POST', repeatable: 'same-order-id' },
    getWithdrawalState: { path: `${path}/{ORDER_ID}`, repeatable: 'always' },
  };
  tables.errorRows = ['403||invalid_checksum||authentication|Forbidden. Invalid checksum'];
  const { wallet, clock } = stub(json({ error: 'Forbidden. Invalid checksum' }, 403));
  const order = { order_id: 'shop1_1', address: '0x25d5', amount: '1.5' };
  const settling = submitWithdrawals(wallet, [order], { earlierAttempts: 'none', clock });
  expect(await clock.finish(settling)).toMatchObject([{ outcome: 'unknown', error: { reason: 'invalid_checksum' } }]);
});
