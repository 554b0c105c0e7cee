/** Nothing differs of wallets to which all that can happen does, by chance: of more seeds than chance.test.ts has time for. */
import { expect, test } from 'vitest';
import { differencesIn } from '../harness.ts';
import { conformWhileUsed } from './chance.ts';

test.each(Array.from({ length: 24 }, (_, i) => 101 + i))('seed %d', async (seed) => {
  const result = await conformWhileUsed(seed);
  expect(result.events).toBeGreaterThan(200);
  expect(differencesIn(result)).toEqual([]);
});
