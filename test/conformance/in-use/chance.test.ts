/** Nothing differs of wallets to which all that can happen does, by chance: of these seeds a run once told five differences. There is more of it in chance.slow.ts. */
import { expect, test } from 'vitest';
import { differencesIn } from '../harness.ts';
import { conformWhileUsed } from './chance.ts';

test.each([4, 7, 13, 19, 21])('nothing differs of wallets in use by chance, seed %d', async (seed) => {
  const result = await conformWhileUsed(seed);
  expect(result.events).toBeGreaterThan(200);
  expect(differencesIn(result)).toEqual([]);
});
