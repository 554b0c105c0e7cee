/** Nothing differs of wallets to whom anything happens, and however many there are. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, conform, differencesIn } from '../harness.ts';
import { conformTo, seeded, usedBy, worldOf } from './setup.ts';

/** What happens to a wallet that is in use: between two calls of the run, one time in so many. */
const EVENTS = ['deposit', 'withdrawal', 'vault-approval', 'web-withdrawal'] as const;

test.each([
  ['every call', 1],
  ['every other call', 2],
  ['every seventh call', 7],
  ['every thirtieth call', 30],
])('nothing differs of wallets that are used between %s', async (_, interval) => {
  const sandbox = await seeded();
  for (const scenario of EVENTS) await sandbox.control.trigger({ scenario });
  let [calls, events] = [0, 0];
  const result = await conformTo(await worldOf(sandbox), {
    async instead({ operationId = '' }) {
      calls++;
      if (calls % interval === 0 && !operationId.startsWith('getApiCode')) {
        const scenario = EVENTS[events++ % EVENTS.length] ?? 'deposit';
        await sandbox.control.trigger({ scenario });
        await sandbox.control.advance({ seconds: 1 });
      }
      return undefined;
    },
  });
  expect(events).toBeGreaterThan(5);
  expect(differencesIn(result)).toEqual([]);
});

test('of many wallets of a kind no operation is asked more often than the plan says', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 4; i++) {
    await sandbox.control.createWallet({ kind: 'vault', currency: 'ETH', balance: '1' });
    const { walletId } = await sandbox.control.createWallet({
      kind: 'delegated',
      currency: 'ETH',
      prefix: `p${String(i)}_`,
    });
    for (const scenario of ['deposit', 'withdrawal'] as const) await sandbox.control.trigger({ scenario, walletId });
  }
  await sandbox.control.advance({ minutes: 1 });
  const result = await conform(await usedBy(sandbox));
  expect(differencesIn(result)).toEqual([]);
  const { stdout } = await command(['plan', '--config', join(result.folder, 'config.json')]);
  const planned = new Map<string, number>();
  for (const [, operationId = '', rest = ''] of stdout.matchAll(/ {2}(\w+): (.*)$/gm))
    planned.set(operationId, (planned.get(operationId) ?? 0) + Number(/; up to (\d+), with/.exec(rest)?.[1] ?? 1));
  const asked = new Map<string, number>();
  for (const [, operationId = ''] of result.read('transcript').matchAll(/"operationId":"(\w+)"/g))
    asked.set(operationId, (asked.get(operationId) ?? 0) + 1);
  expect(asked.get('getDelegatedBalances')).toBeGreaterThan(15);
  expect([...asked].filter(([operationId, count]) => count > (planned.get(operationId) ?? 0))).toEqual([]);
});
