/** Settlers with one mistake each must be caught, and quickly: what shows that the adversary sees. */
import { describe, expect, it } from 'vitest';
import { runAll } from './enumerate.ts';
import { ONE, TWO } from './families.ts';
import { Lie } from './judge.ts';
import { runSeeds } from './seeds.ts';
import { MISTAKES, settlerWith } from './settlers.ts';
import { quickly } from './tally.ts';

const families = new Map([...ONE, ...TWO].map((family) => [family.name, family]));

it('finds no lie in a settler that is slow and careful', { timeout: 60_000 }, async () => {
  const settler = settlerWith();
  await quickly(async () => {
    for (const family of families.values()) await runAll(settler, family, 300);
    const { mended } = await runSeeds(settler, 1, 1000);
    expect(mended.lastUnknown).toBe(0);
  });
});

describe.for(Object.entries(MISTAKES))('a settler that %s', ([mistake, familyName]) => {
  const settler = settlerWith(mistake as keyof typeof MISTAKES);

  it('is caught among all schedules of a family', async () => {
    const family = families.get(familyName);
    if (!family) throw new Error(`There is no family ${familyName}.`);
    await expect(quickly(() => runAll(settler, family))).rejects.toThrow(Lie);
  });

  it('is caught among random schedules', async () => {
    await expect(quickly(() => runSeeds(settler, 1, 3000))).rejects.toThrow(Lie);
  });
});
