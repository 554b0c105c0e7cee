/** How a cost grows with how much there is. */
import { compare, quantile, type Entry } from './compare.ts';
import type { Comparison, Heading } from './suite.ts';

/**
 * Sets the costs at several sizes side by side, the least size first, and says with which power of the size they grow: 0 where they do not, 1
 * where they grow as it does. `largest` says whose that is, and what is promised of it beside the smallest.
 */
export function curve(
  { note, ...heading }: Omit<Heading, 'better'>,
  costs: Readonly<Record<number, readonly number[]>>,
  largest: Entry,
): Comparison {
  const sizes = Object.keys(costs).map(Number); // whole numbers come in their order
  const last = sizes.at(-1);
  const power = slope(sizes.map((size) => [Math.log(size), Math.log(quantile(costs[size] ?? [], 0.5))]));
  const growth = `It grows with the power ${power.toFixed(2)} of the number, by the line nearest to all sizes: between two of them it may be more.`;
  return compare(
    { ...heading, better: 'less', steady: true, note: note === undefined ? growth : `${note} ${growth}` },
    costs,
    Object.fromEntries(sizes.map((size) => [size, size === last ? largest : { own: largest.own === true }])),
  );
}

/** How steep the line is that is nearest to all points, by the least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const product = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return product / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
