/** Balances that two operations tell of, while wallets are in use and while they are not. */
import type { Sandbox } from '@wallet-operations/sandbox';
import { expect, test } from 'vitest';
import { conform, differencesIn } from '../harness.ts';
import { each } from '../variants/changes.ts';
import { USDT } from '../world.ts';
import { conformTo, conformWhile, factIn, seeded, usedBy, worldOf } from './setup.ts';

/** A vault with a token vault that is mapped to it. */
async function addTokenVault({ control }: Sandbox): Promise<void> {
  const { walletId: parentId } = await control.createWallet({ kind: 'vault', currency: 'ETH', balance: '7' });
  await control.createWallet({ kind: 'vault', currency: 'ETH', parentId, balance: '50', token: USDT });
}

test('of a token vault the list of balances has its own, and the vault that of its parent', async () => {
  const sandbox = await seeded();
  await addTokenVault(sandbox);
  const result = await conform(await usedBy(sandbox));
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'getVaultBalance', 'value', 'balance')?.verdict).toBe('agrees');
});

test('a token vault whose list of balances has neither differs', async () => {
  const sandbox = await seeded();
  await addTokenVault(sandbox);
  const change = each('listWalletBalances', 'wallet_balances', (record) => {
    if (record.balance === '50') record.balance = '51.7';
  });
  expect(factIn(await conformTo(await worldOf(sandbox), change), 'getVaultBalance', 'value', 'balance')).toMatchObject({
    verdict: 'differs',
    evidence: 'neither token_balance nor balance is balance of the list of balances, a moment before',
  });
});

/** Of balances that were other ones when they were read once more. */
const OPEN = { verdict: 'not observable' };

test('nothing differs of a vault that pays between the list of balances and its own', async () => {
  const sandbox = await seeded();
  let isBeside = false; // it is asked for by itself before
  const result = await conformWhile(
    await worldOf(sandbox),
    ({ operationId }) => {
      isBeside ||= operationId === 'getDelegatedBalances';
      return isBeside && operationId === 'getVaultBalance';
    },
    () => sandbox.control.trigger({ scenario: 'vault-approval' }),
  );
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'getVaultBalance', 'value', 'balance')).toMatchObject(OPEN);
});

test('nothing differs of delegated addresses that are paid between two spellings of the same request', async () => {
  const sandbox = await seeded();
  const pay = () => sandbox.control.trigger({ scenario: 'deposit', walletId: 635760n });
  await pay();
  const result = await conformWhile(
    await worldOf(sandbox),
    ({ operationId, body }) => operationId === 'getDelegatedBalances' && body.includes('"address":'),
    pay,
  );
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'getDelegatedBalances', 'value', 'address')).toMatchObject(OPEN);
});
