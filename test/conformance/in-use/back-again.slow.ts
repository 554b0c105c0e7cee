/** What changes between two reads and is as it was at the third: what another answer had meanwhile is no difference. */
import type { Sandbox } from '@wallet-operations/sandbox';
import { expect, test } from 'vitest';
import { differencesIn } from '../harness.ts';
import type { Passing } from '../variants/behind.ts';
import { conformTo, seeded, worldOf } from './setup.ts';

/** Does the first thing before the first request that fits, and the second before the next that fits its own. */
async function conformThrough(
  sandbox: Sandbox,
  ...steps: readonly (readonly [isThen: (request: Passing) => boolean, happen: () => Promise<unknown>])[]
) {
  await sandbox.control.advance({ minutes: 1 });
  let next = 0;
  const result = await conformTo(await worldOf(sandbox), {
    async instead(request) {
      const [isThen, happen] = steps[next] ?? [];
      if (!isThen?.(request)) return undefined;
      next++;
      await happen?.();
      return undefined;
    },
  });
  expect(next).toBe(steps.length);
  return result;
}

const isOf =
  (operationId: string, target: RegExp) =>
  (request: Passing): boolean =>
    request.operationId === operationId && target.test(request.target);

test('an order leaves the chain and comes back while its other query is asked', async () => {
  const sandbox = await seeded();
  await sandbox.control.trigger({ scenario: 'withdrawal' });
  const states = isOf('listWithdrawalStates', /shop/);
  const result = await conformThrough(
    sandbox,
    [states, () => sandbox.control.reorganise({ blocks: 2 })],
    [isOf('getWithdrawalState', /shop/), () => sandbox.control.mine({ blocks: 2 })],
  );
  expect(differencesIn(result)).toEqual([]);
});

test('a deposit to a vault arrives and becomes final between two lists of balances', async () => {
  const sandbox = await seeded();
  const { walletId } = await sandbox.control.createWallet({ kind: 'vault', currency: 'BTC', balance: '3.5' });
  let isBeside = false; // it is asked for by itself before
  const result = await conformThrough(
    sandbox,
    [
      ({ operationId, target }) => {
        isBeside ||= operationId === 'getDelegatedBalances';
        return isBeside && operationId === 'getVaultBalance' && target.includes(String(walletId));
      },
      async () => {
        await sandbox.control.deposit({ walletId, amount: '0.25' });
        await sandbox.control.mine({});
      },
    ],
    [({ operationId }) => operationId === 'listWalletBalances', () => sandbox.control.mine({ blocks: 12 })],
  );
  expect(differencesIn(result)).toEqual([]);
});

test.each([
  ['once', 1, []],
  ['each time', Infinity, ['getDelegatedBalances value address: beside the same under addresses']],
])('balances under the other spelling are others %s', async (_, times, expected) => {
  const sandbox = await seeded();
  await sandbox.control.trigger({ scenario: 'deposit', walletId: 635760n });
  await sandbox.control.advance({ minutes: 1 });
  let left = times;
  const result = await conformTo(await worldOf(sandbox), {
    answer(answer, { operationId, body }) {
      if (operationId !== 'getDelegatedBalances' || answer.status !== 200 || !body.startsWith('{"address":["0x'))
        return undefined;
      if (left-- <= 0) return undefined;
      const [first] = Object.values((answer.body as { balances: Record<string, { balance: string }> }).balances);
      if (first) first.balance = '7.25';
      return undefined;
    },
  });
  expect(left === times).toBe(times === Infinity); // it came to it
  expect(differencesIn(result)).toEqual(expected);
});
