/** Every schedule of one order, to a depth: no settlement that lies, none missing, nothing left behind. */
import { expect, it } from 'vitest';
import { client } from './client.ts';
import { runAll } from './enumerate.ts';
import { ONE } from './families.ts';
import { quickly } from './tally.ts';

it.for(ONE)(
  '$name: every choice of the first $depth calls, more than $least schedules',
  { timeout: 120_000 },
  async (family) => {
    const { schedules } = await quickly(() => runAll(client, family));
    expect(schedules).toBeGreaterThan(family.least);
  },
);
