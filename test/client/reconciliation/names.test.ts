/** What shares a name with others, over days: each is told for its own. */
import { defaultKeyOf } from '@wallet-operations/client/callbacks';
import { reconcile, type ReconcileOptions } from '@wallet-operations/client/reconciliation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  booksOf,
  depositCallback,
  emptyWorld,
  ENDS,
  FROM,
  historyRecord,
  iso,
  lineOf,
  OPTIONS,
  serviceOf,
  type Ends,
  type World,
} from './world.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const DEFAULTS = { slack: DAY, window: HOUR };

async function countsIn(
  world: World,
  days: readonly number[],
  others: Partial<ReconcileOptions> = DEFAULTS,
  ends: Ends = 'both',
): Promise<number[]> {
  const { wallet } = serviceOf(world, ends);
  const counts: number[] = [];
  for (const [i, from] of days.slice(0, -1).entries()) {
    const options = { ...OPTIONS, from, to: days[i + 1] ?? from, ...others };
    const found = await Array.fromAsync(reconcile(wallet, booksOf(world), options));
    expect(found.every((one) => lineOf(one).startsWith('foreign'))).toBe(true);
    counts.push(found.length);
  }
  return counts;
}

const daysTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, day) => FROM + day * DAY);

describe('payments of the web withdrawal UI', () => {
  const paidEach = (seconds: number, txid: string): World => {
    const world = emptyWorld();
    for (let at = FROM + 5; at < FROM + 10 * DAY; at += seconds) {
      const amount = String(world.history.length + 1);
      world.history.push({ at, it: historyRecord(txid, { source: '', amount, block_time: iso(at) }) });
    }
    return world;
  };

  it.each(['', '0xu1'])('are each foreign where all have the txid %j', async (txid) => {
    expect(await countsIn(paidEach(HOUR, txid), daysTo(10))).toEqual(Array.from({ length: 10 }, () => 24));
    expect(await countsIn(paidEach(HOUR, txid), [FROM, FROM + 5 * DAY])).toEqual([120]);
    expect((await countsIn(paidEach(20 * HOUR, txid), daysTo(10))).reduce((sum, count) => sum + count)).toBe(12);
  });

  it('are each foreign where they are equal in all but their times, listed with whichever ends, with times or none', async () => {
    const payment = fc.record({ at: fc.integer({ min: -5, max: 65 }), amount: fc.constantFrom('1', '2') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { maxLength: 20 }),
        fc.record({
          window: fc.integer({ min: 2, max: 30 }),
          slack: fc.integer({ min: 0, max: 40 }),
          ends: fc.constantFrom(...ENDS),
          hasTimes: fc.boolean(),
          cut: fc.integer({ min: 1, max: 59 }),
        }),
        async (payments, { ends, hasTimes, cut, ...others }) => {
          const world = emptyWorld();
          for (const { at, amount } of payments) {
            const block_time = hasTimes ? iso(FROM + at) : '0001-01-01T00:00:00Z';
            world.history.push({ at: FROM + at, it: historyRecord('', { source: '', amount, block_time }) });
          }
          const early = hasTimes || ends === 'last' || ends === 'none' ? 0 : 1;
          const expected = payments.filter(({ at }) => at >= -early && at < 60 - early).length;
          const [all] = await countsIn(world, [FROM, FROM + 60], others, ends);
          expect(all).toBe(expected);
          const [first = 0, second = 0] = await countsIn(world, [FROM, FROM + cut, FROM + 60], others, ends);
          expect(first + second).toBe(expected);
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });
});

describe('deposits of one key that nobody booked', () => {
  const toldEach = (seconds: number, others: (i: number) => Parameters<typeof depositCallback>[0]): World => {
    const world = emptyWorld();
    for (let i = 0; i < 12; i++)
      world.callbacks.push({ at: FROM + 5 + i * seconds, it: depositCallback({ txid: '', ...others(i) }) });
    expect(new Set(world.callbacks.map(({ it }) => defaultKeyOf(it))).size).toBe(1);
    return world;
  };

  it('are each foreign, once, where their amounts differ', async () => {
    const world = toldEach(20 * HOUR, (i) => ({ amount: String(i + 1) }));
    expect(await countsIn(world, [FROM, FROM + 10 * DAY])).toEqual([12]);
    expect((await countsIn(world, daysTo(10))).reduce((sum, count) => sum + count)).toBe(12);
  });

  it.each([
    ['are in one block each', (i: number) => ({ block_height: BigInt(100 + i) })],
    ['have no block', () => ({ block_height: 0n })],
  ])('are foreign again and again where they %s', async (_, others) => {
    const world = toldEach(20 * HOUR, others);
    // Two that are near each other may be one that came in another block.
    expect(await countsIn(world, [FROM, FROM + 10 * DAY])).toEqual([6]);
    expect((await countsIn(world, daysTo(10))).every((count, day) => count > 0 || day === 0 || day > 8)).toBe(true);
  });

  it('are one where they are in one place of a block', async () => {
    expect(
      await countsIn(
        toldEach(20 * HOUR, () => ({})),
        daysTo(10),
      ),
    ).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
