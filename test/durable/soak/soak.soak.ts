/** A small soak, beside the loop that people write: the same orders, faults and misfortunes. `node test/durable/soak/run.ts` has large ones. */
import { describe, expect, it } from 'vitest';
import { isLeftOut } from '../postgres.ts';
import { planOf } from './plan.ts';
import { soak } from './soak.ts';

const PLAN = planOf({ seed: 1, orders: 200, kills: 6, deploys: 2, seconds: 30 });

describe.skipIf(isLeftOut)(
  'workers that are killed, deployed and stopped, over faults, lists that change and a database that breaks',
  () => {
    it('pay each order once, and know of each what became of it; the loop that people write does not', async () => {
      const [ours, naive] = await Promise.all([soak(PLAN, 'ours'), soak(PLAN, 'naive')]);
      expect(ours.problems).toEqual([]);
      expect(ours).toMatchObject({ payouts: 200, paidTwice: 0, lost: 0, falseOutcomes: 0, wronglyBooked: 0, books: 0 });
      expect(naive.paidTwice).toBeGreaterThan(0);
      // It was no fair weather: otherwise nothing is shown.
      expect(ours.counts).toMatchObject({ kill: 6, deploy: 2, restart: 1, freeze: 1 });
      expect(ours.counts['faults']).toBeGreaterThan(20);
    });
  },
);
