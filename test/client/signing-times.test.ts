/** The times by which equal requests are told apart: within reach of the present one, and found without many tries. */
import { type Sign, sortedSha256 } from '@wallet-operations/client';
import { expect, it } from 'vitest';
import { broken, json, type Reply, stub } from './stub.ts';

it.each([0, 0.01, 1])('are within reach, wherever chance begins (%d)', async (chance) => {
  const { wallet, sent, clock } = stub(json({}), { random: () => chance });
  const now = clock.now() / 1000;
  for (let read = 0; read < 481; read++) await clock.finish(wallet.getVaultBalance());
  const apart = sent.map(({ query }) => Number(query.get('t')) - now);
  expect(Math.min(...apart)).toBe(-240);
  expect(Math.max(...apart)).toBe(240);
  expect(clock.monotonic()).toBe(0);
});

it('go on one after the other where connections break, so that a slow scheme is asked twice for each at most', async () => {
  const scheme = sortedSha256();
  let asked = 0;
  const sign: Sign = (input) => (asked++, scheme(input));
  let calls = 0;
  const reply: Reply = (sent) => (calls++ % 2 ? json({}) : broken('ECONNRESET'))(sent);
  const { wallet, sent, clock } = stub(reply, { sign, random: () => 0 });
  for (let read = 0; read < 30; read++) await clock.finish(wallet.getVaultBalance());
  expect(sent).toHaveLength(60);
  expect(asked).toBeLessThanOrEqual(120);
});

it('are remembered for the latest requests alone, or a process that runs for long would need more and more memory', async () => {
  const { wallet, sent } = stub(json({}), { sign: () => ({ checksum: 'the same for every path' }) });
  const others = Array.from({ length: 20_000 }, (_, i) => `other${String(i)}`);
  for (const ORDER_ID of ['same', ...others, 'same']) await wallet.getWithdrawalState({ ORDER_ID });
  expect(sent).toHaveLength(20_002);
});
