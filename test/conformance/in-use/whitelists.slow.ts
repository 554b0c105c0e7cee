/** Whitelists that are changed while they are read: what becomes effective between two answers is no difference. */
import { createWalletClient, systemClock } from '@wallet-operations/client';
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn } from '../harness.ts';
import { changedWorld, type Change } from '../variants/behind.ts';
import { each, type Fields } from '../variants/changes.ts';
import { seeded, worldOf } from './setup.ts';

/** A service whose whitelist is changed before every so many calls, with the time that the run waits between its calls. */
async function whitelistInUse(interval: number, whitelistDelay: number, change: Change = {}) {
  const sandbox = await seeded({ limits: { callsPerMinute: Infinity, whitelistDelay } });
  const { control } = sandbox;
  const world = await worldOf(sandbox);
  const credentials = world.wallets.find(({ kind }) => kind === 'withdrawal');
  if (!credentials) throw new Error('there is no withdrawal wallet');
  const { walletId } = credentials;
  const clock = { ...systemClock, now: sandbox.now };
  const wallet = createWalletClient({ baseUrl: sandbox.url, credentials, clock }).wallet(walletId);
  const listed: string[] = [];
  const count = { calls: 0, added: 0, removed: 0 };
  const running = await changedWorld(world, {
    ...change,
    async instead() {
      if (count.calls++ % interval > 0) return undefined;
      const address = `0x${(++count.added).toString(16).padStart(40, '0')}`;
      await wallet.addWhitelistEntries({ items: [{ address, user_id: `user ${String(count.added)}` }] });
      listed.push(address);
      // some go before they are effective, and some behind
      const gone = count.added % 4 === 0 ? listed.pop() : listed.length > 12 ? listed.shift() : undefined;
      if (gone === undefined) return undefined;
      await control.removeWhitelistEntry({ walletId, address: gone });
      count.removed++;
      return undefined;
    },
  });
  onTestFinished(running.close);
  const pass = (milliseconds: number): Promise<void> => control.advance({ seconds: milliseconds / 1000 });
  return { running: { ...running, pass }, count };
}

test.each([
  [1, 10],
  [3, 60],
  [5, 20],
])(
  'nothing differs of a whitelist that is changed before each %d. call, whose entries wait %d seconds',
  async (...row) => {
    const { running, count } = await whitelistInUse(...row);
    const result = await conform(running);
    expect(count.added).toBeGreaterThan(50);
    expect(count.removed).toBeGreaterThan(20);
    expect(differencesIn(result)).toEqual([]);
    expect(result.report.points['whitelist-transitions']?.verdict).toBe('confirmed');
  },
);

test.each([60, -60])('nothing differs of one before a clock that is %i seconds ahead', async (ahead) => {
  const { running, count } = await whitelistInUse(3, 0);
  const { now = Date.now } = running;
  const result = await conform({ ...running, now: () => now() + ahead * 1000 });
  expect(count.added).toBeGreaterThan(50);
  expect(differencesIn(result)).toEqual([]);
});

test.each<[string, (entry: Fields) => void]>([
  ['before their time', (entry) => (entry.effective = entry.state === 1)],
  ['never', (entry) => (entry.effective = false)],
  ['although they were removed', (entry) => (entry.effective = entry.effective === true || entry.state === 2)],
])('entries that are effective %s are found in a whitelist that is in use, too', async (_, change) => {
  const { running } = await whitelistInUse(3, 60, each('listWhitelistEntries', 'items', change));
  expect((await conform(running)).report.points['whitelist-transitions']?.verdict).toBe('contradicted');
});
