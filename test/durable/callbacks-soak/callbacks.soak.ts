/** A small soak of callbacks, beside the receiver that people write. `node test/durable/callbacks-soak/run.ts` has large ones. */
import { describe, it } from 'vitest';
import { isLeftOut } from '../postgres.ts';
import { planOf } from './plan.ts';
import { soak } from './soak.ts';

const PLAN = planOf({
  seed: 1,
  deposits: 80,
  kills: 3,
  steps: 12,
  delay: 600,
  lag: 1000,
  reorganised: 0.3,
  reversed: 0.1,
  failed: 0.08,
});
const RIGHT = {
  deposits: 80,
  withdrawals: 16,
  lost: 0,
  creditedTwice: 0,
  stillCredited: 0,
  wrong: 0,
  notFollowed: 0,
  difference: 0n,
};

describe.concurrent(
  'callbacks of which some are lost, some come twice, and all in another order, to receivers that are killed',
  () => {
    it.skipIf(isLeftOut)(
      'credit every deposit that is final once, on PostgreSQL with two receivers, after one catch-up; the receiver that people write does not',
      async ({ expect }) => {
        const [ours, naive] = await Promise.all([soak(PLAN, 'postgres'), soak(PLAN, 'naive')]);
        expect(ours.problems).toEqual([]);
        expect(ours).toMatchObject(RIGHT);
        // It was no fair weather: otherwise nothing is shown.
        expect(ours.counts['killed']).toBe(PLAN.kills + PLAN.interrupted);
        for (const what of [
          'dropped',
          'doubled',
          'reorganised',
          'reversed',
          'failed',
          'caught up: handled',
          'caught up: stale',
        ])
          expect(ours.counts[what], what).toBeGreaterThan(0);
        expect(naive.lost).toBeGreaterThan(10);
        expect(naive.stillCredited).toBeGreaterThan(0);
      },
    );

    it('credit every deposit that is final once, on PGlite with one receiver, after one catch-up', async ({
      expect,
    }) => {
      const ours = await soak({ ...PLAN, kills: 1, interrupted: 1, steps: 6 }, 'pglite');
      expect(ours.problems).toEqual([]);
      expect(ours).toMatchObject(RIGHT);
      expect(ours.counts['killed']).toBe(2);
    });
  },
);
