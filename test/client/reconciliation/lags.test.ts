/** What comes long after the entry: no lag is blind, in one run or in runs that join. */
import { defaultKeyOf } from '@wallet-operations/client/callbacks';
import { reconcile, type ReconcileOptions } from '@wallet-operations/client/reconciliation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPaid,
  booksOf,
  depositCallback,
  emptyWorld,
  FROM,
  historyRecord,
  lineOf,
  OPTIONS,
  serviceOf,
  transaction,
  withdrawalCallback,
  type World,
} from './world.ts';

const KEY = defaultKeyOf(depositCallback());
const REVERSED = `differing deposit ${KEY} event credited/reversed`;
const TWICE = 'differing withdrawal a payments 1/2';

/** A credit that fails, and an order that is paid again, both `lag` after the entry. */
function lagging(at: number, lag: number): World {
  const world = emptyWorld();
  world.deposits.push({ at, it: { key: KEY, amount: '5' } });
  world.callbacks.push({ at, it: depositCallback() }, { at: at + lag, it: depositCallback({ state: 11 }) });
  addPaid(world, 'a', at);
  world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa2' })]);
  world.callbacks.push({ at: at + lag, it: withdrawalCallback('a', { txid: '0xa2' }) });
  world.history.push({ at: at + lag, it: historyRecord('0xa2') });
  return world;
}

async function linesIn(world: World, spans: readonly number[], others: Partial<ReconcileOptions>): Promise<string[]> {
  const { wallet } = serviceOf(world);
  const lines: string[] = [];
  for (const [i, from] of spans.slice(0, -1).entries()) {
    const options = { ...OPTIONS, from, to: spans[i + 1] ?? from, ...others };
    for await (const difference of reconcile(wallet, booksOf(world, true), options)) lines.push(lineOf(difference));
  }
  return lines;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('a reversal and a second payment', () => {
  it.each([
    [DAY, HOUR, 10],
    [DAY, DAY, 10],
    [DAY, HOUR / 6, HOUR / 2],
    [2 * DAY, DAY, 10],
  ])('are told once at any lag, with a slack of %i s and windows of %i s', async (slack, window, off) => {
    for (const lag of [0.5, 23.9, 24.3, 25.2, 26.4, 27.1, 50, 73, 84, 95, 97, 108, 119, 121]) {
      const lines = await linesIn(lagging(FROM + 2 * DAY + off, lag * HOUR), [FROM, FROM + 8 * DAY], { slack, window });
      expect(lines.toSorted(), `${String(lag)} hours`).toEqual([REVERSED, TWICE]);
    }
  });

  it.each([86_910, 90_910])('are told by weekly runs, %i s after an entry at the end of a week', async (lag) => {
    const weeks = [0, 7, 14, 21].map((day) => FROM + day * DAY);
    const lines = await linesIn(lagging(FROM + 7 * DAY - 10, lag), weeks, { slack: DAY, window: HOUR });
    expect(lines.toSorted()).toEqual([REVERSED, TWICE]);
  });

  it.each([
    [HOUR, 10],
    [HOUR, DAY - 1],
    [DAY, 80_000],
  ])('are told by daily runs, with windows of %i s and an entry %i s after midnight', async (window, off) => {
    const days = Array.from({ length: 8 }, (_, day) => FROM + day * DAY);
    for (let lag = HOUR; lag <= 5 * DAY; lag += 6.3 * HOUR) {
      const lines = await linesIn(lagging(FROM + DAY + off, Math.round(lag)), days, { slack: DAY, window });
      expect([...new Set(lines)].toSorted(), String(lag)).toEqual([REVERSED, TWICE]);
    }
  });

  it('are told by runs that join, however they are cut', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          at: fc.integer({ min: 0, max: 3000 }),
          lag: fc.integer({ min: 0, max: 5000 }),
          slack: fc.constantFrom(0, 1, 60, 250, 1000),
          window: fc.constantFrom(7, 100, 333, 1000, 5000),
          cuts,
        }),
        async ({ at, lag, slack, window, cuts }) => {
          const spans = [...new Set([0, ...cuts, 10_000])].sort((a, b) => a - b).map((cut) => FROM + cut);
          const lines = await linesIn(lagging(FROM + at, lag), spans, { slack, window });
          expect([...new Set(lines)].toSorted()).toEqual([REVERSED, TWICE]);
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 60) },
    );
  });
});
