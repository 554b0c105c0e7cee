/** Many random programs, with every group of wallets, in memory and on a file that is closed and opened in between. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GROUPS } from './accounts.ts';
import type { Tariff } from './books.ts';
import { runPrograms } from './program.ts';
import { readTariff } from './tariff.ts';

const SEEDS = [101, 102, 103];

/** Milliseconds for each: a busy machine gets less far, and does not take longer. */
const LIMIT = 3000;

let tariff: Tariff;
let steps = 0;
beforeAll(async () => {
  tariff = await readTariff();
});
afterAll(() => {
  expect(steps).toBeGreaterThan(1000);
});

it.each(SEEDS.flatMap((seed) => Object.keys(GROUPS).map((group) => ({ seed, group }))))(
  'keeps the same books as the sandbox: $group, seed $seed',
  async ({ seed, group }) => {
    steps += await runPrograms({ tariff, group, seed, programs: 40, steps: 80, every: 4, limit: LIMIT });
  },
);

it.each(Object.keys(GROUPS))('keeps the same books as a sandbox on a file: %s', async (group) => {
  steps += await runPrograms({
    tariff,
    group,
    seed: 201,
    programs: 20,
    steps: 80,
    every: 4,
    onFile: true,
    limit: LIMIT,
  });
});
