/** How the benchmark draws its figures from what it measured. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, inTurn, own, quantile } from './compare.ts';
import { curve } from './curve.ts';
import { isKept, type Bench, type Heading } from './suite.ts';

const heading: Heading = { title: 'Something', unit: 'ms', better: 'less' };
const positive = fc.double({ min: 0.001, max: 1000, noNaN: true });

test('a machine that slows down halfway changes no ratio', () => {
  fc.assert(
    fc.property(fc.array(positive, { minLength: 1 }), positive, (slowness, ratio) => {
      const [, second] = compare(
        heading,
        { first: slowness, second: slowness.map((each) => each * ratio) },
        {},
      ).candidates;
      expect(second?.ratio).toBeCloseTo(ratio, 6);
      expect(second?.quartiles[0]).toBeCloseTo(ratio, 6);
      expect(second?.quartiles[1]).toBeCloseTo(ratio, 6);
    }),
  );
});

test('one round that something disturbed changes neither value nor ratio', () => {
  const calm = { peer: [10, 10, 10, 10, 10], ours: [5, 5, 5, 5, 5] };
  const disturbed = { peer: [10, 10, 10, 10, 10], ours: [5, 5, 500, 5, 5] };
  expect(compare(heading, disturbed, {})).toEqual(compare(heading, calm, {}));
});

test('a cost that grows with a power of a number is said to', () => {
  const powers = fc.integer({ min: -100, max: 250 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(positive, powers, (one, power) => {
      const costs = Object.fromEntries([1, 8, 32].map((size) => [size, [one * size ** power]]));
      const { note } = curve({ title: 'Something', unit: 'ms' }, costs, {});
      expect(Number(/power (\S+) of/.exec(note ?? '')?.[1])).toBeCloseTo(power, 2);
    }),
  );
});

test('each size has its part in the power, not the first and the last alone', () => {
  const powerOf = (middle: number): number => {
    const { note } = curve({ title: 'Something', unit: 'ms' }, { 1: [1], 10: [middle], 1000: [10] }, {});
    return Number(/power (\S+) of/.exec(note ?? '')?.[1]);
  };
  // of logarithms 0, 1, 3 the deviations are -4/3, -1/3, 5/3, and the sum of their squares 42/9
  expect(powerOf(1)).toBe(0.36); // 15/42
  expect(powerOf(10)).toBe(0.29); // 12/42
});

test('a quantile lies among the values', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([3, 1, 2], 0)).toBe(1);
  expect(quantile([3, 1, 2], 1)).toBe(3);
});

test.each([
  ['less', 1, 1.004, true], // shown as 1.00
  ['less', 1, 1.006, false],
  ['more', 2, 1.996, true],
  ['more', 2, 1.99, false],
] as const)('where %s is better and %d promised, %d keeps it: %s', (better, limit, ratio, kept) => {
  const compared = { ...heading, better };
  const [, ours] = compare(compared, { peer: [1], ours: [ratio] }, { ours: own(limit) }).candidates;
  expect(ours && isKept(compared, ours)).toBe(kept);
});

test('candidates take turns, the order turns about, and the first round does not count', async () => {
  const order: string[] = [];
  const bench: Bench = { quick: false, folder: '', progress: () => undefined };
  const series = await inTurn(bench, 'something', 2, { a: () => order.push('a'), b: () => order.push('b') });
  expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
  expect(series).toEqual({ a: [4, 5], b: [3, 6] });
});
