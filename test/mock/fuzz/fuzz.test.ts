/** Random requests: no hang, no 5xx, no growth. `.ci/run` sends more of them. */
import { expect, it } from 'vitest';
import { fuzz } from './run.ts';

it('2000 random requests are all answered, in time and in JSON, in the same memory', async () => {
  const { faults, statuses, heap } = await fuzz(2_000, 4);
  expect(faults).toEqual([]);
  for (const status of [200, 400, 403, 404, 405, 431]) expect(statuses[status]).toBeGreaterThan(0);
  expect(heap[1] - heap[0]).toBeLessThan(8 * 2 ** 20);
});
