/** Some of the schedules, before every commit; all of them are in the files beside this one that end with slow.ts. */
import { expect, it } from 'vitest';
import { client } from './client.ts';
import { runAll } from './enumerate.ts';
import { ONE, TWO } from './families.ts';
import { runSeeds } from './seeds.ts';
import { quickly } from './tally.ts';

const DEPTH = 2;

it.for([...ONE, ...TWO])(`$name: every choice of the first ${String(DEPTH)} calls`, async (family) => {
  await quickly(() => runAll(client, { ...family, depth: DEPTH }));
});

it('tells no lie in 800 random schedules', async () => {
  const { all, mended } = await quickly(() => runSeeds(client, 1_000_000, 1_000_799));
  expect(mended.lastUnknown).toBe(0);
  expect(all.settlements).toMatchObject({ accepted: expect.any(Number) as number });
});
