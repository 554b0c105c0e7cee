/** Balances that two operations tell of, while wallets are in use and while they are not. */
import type { Sandbox } from '@wallet-operations/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn } from '../harness.ts';
import { runningOf, type Passing } from '../variants/behind.ts';
import { each, recordsOf, type Fields } from '../variants/changes.ts';
import { read } from '../variants/reading.ts';
import { createWorld, USDT } from '../world.ts';
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

test.each<[string, (answer: { balances: Record<string, Fields> }) => void]>([
  [
    'leaves out an address',
    (answer) => (answer.balances = Object.fromEntries(Object.entries(answer.balances).slice(1))),
  ],
  [
    'has another balance of one that was not paid',
    ({ balances }) => Object.assign(Object.values(balances)[1] ?? {}, { balance: '7.25' }),
  ],
])('of delegated addresses that are paid meanwhile one spelling differs that %s', async (_, change) => {
  const world = await createWorld();
  onTestFinished(world.sandbox.close);
  const walletId = world.wallets.find(({ kind }) => kind === 'delegated')?.walletId ?? 0n;
  const { wallet_address } = await read(runningOf(world), walletId, 'addresses');
  const [{ address } = {}] = recordsOf(wallet_address);
  const isOther = ({ operationId, body }: Passing) =>
    operationId === 'getDelegatedBalances' && body.includes('"address":');
  const result = await conformWhile(
    world,
    isOther,
    async () => {
      await world.sandbox.control.deposit({ walletId, address: String(address), amount: '2' });
      await world.sandbox.control.advance({ minutes: 5 });
    },
    {
      answer({ status, body }, request) {
        if (isOther(request) && status === 200) change(body as { balances: Record<string, Fields> });
        return undefined;
      },
    },
  );
  expect(factIn(result, 'getDelegatedBalances', 'value', 'address')?.verdict).toBe('differs');
});
