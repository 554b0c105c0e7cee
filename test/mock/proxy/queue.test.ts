/** Checks take turns with the exchanges under way, keep little in memory, and end in time. */
import { setImmediate as aTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createQueue, type Queue } from '../../../packages/mock/src/proxy/queue.ts';

/** A queue of pieces of so many MiB, each of which takes so long, with what became of them. */
function setUp(milliseconds: number): { queue: Queue<number>; done: number[]; skipped: number[] } {
  const [done, skipped]: [number[], number[]] = [[], []];
  const queue = createQueue<number>({
    bytesOf: (size) => size * 1024 * 1024,
    carryOut(size) {
      const until = performance.now() + milliseconds;
      while (performance.now() < until);
      done.push(size);
    },
    skip: (size) => skipped.push(size),
  });
  return { queue, done, skipped };
}

describe('checks that take long', () => {
  it('let the event loop go round in between', async () => {
    const { queue, done } = setUp(50);
    for (const size of [1, 2, 3]) queue.add(size);
    expect(done).toEqual([]);
    await aTurn();
    await aTurn();
    expect(done.length).toBeLessThan(3);
    await queue.end(Infinity);
    expect(done).toEqual([1, 2, 3]);
  });

  it('are given up when their time is over, and are told', async () => {
    const { queue, done, skipped } = setUp(50);
    for (const size of [1, 2, 3, 4]) queue.add(size);
    await queue.end(performance.now() + 60);
    expect(done.length).toBeLessThan(4);
    expect([...done, ...skipped]).toEqual([1, 2, 3, 4]);
  });
});

it('short checks are many in a turn', async () => {
  const { queue, done } = setUp(0);
  for (let i = 0; i < 100; i++) queue.add(0);
  await aTurn();
  await aTurn();
  expect(done.length).toBeGreaterThan(10);
});

it('no more than 64 MiB wait, and there is room again once they are checked', () => {
  const { queue, done, skipped } = setUp(0);
  for (const size of [40, 30, 10]) queue.add(size);
  expect(skipped).toEqual([30]);
  queue.drain();
  expect(done).toEqual([40, 10]);
  queue.add(60);
  expect(skipped).toEqual([30]);
});
