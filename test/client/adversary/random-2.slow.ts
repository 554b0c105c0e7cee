/** Random schedules of up to eight orders and all freedoms at once, seeds 10001 to 20000. */
import { expect, it } from 'vitest';
import { client } from './client.ts';
import { runSeeds } from './seeds.ts';
import { quickly } from './tally.ts';

it(
  'tells no lie in 10 000 schedules, and nothing but the truth once nothing is in the way',
  { timeout: 300_000 },
  async () => {
    const { all, mended, closed } = await quickly(() => runSeeds(client, 10001, 20000));
    expect(mended.lastUnknown).toBe(0);
    // The schedules must be rough, but not so rough that nothing is ever known.
    expect(mended.schedules).toBeGreaterThan(1000);
    // A batch that is refused for a list may be carried out in part, and no lookup soon after shows all of that.
    expect(closed.lastUnknown / closed.orders).toBeLessThan(0.2);
    expect(all.firstUnknown / all.orders).toBeGreaterThan(0.1);
    expect(all.lastUnknown / all.orders).toBeLessThan(0.2);
    for (const outcome of ['accepted', 'refused', 'not_submitted', 'conflict', 'unknown'])
      expect([outcome, (all.settlements[outcome] ?? 0) > all.orders / 50]).toEqual([outcome, true]);
  },
);
