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
  const [first = NaN, last = NaN] = [sizes[0], sizes.at(-1)];
  const middle = (size: number): number => quantile(costs[size] ?? [], 0.5);
  const power = Math.log(middle(last) / middle(first)) / Math.log(last / first);
  const growth = `It grows with the power ${power.toFixed(2)} of the number.`;
  return compare(
    { ...heading, better: 'less', steady: true, note: note === undefined ? growth : `${note} ${growth}` },
    costs,
    Object.fromEntries(sizes.map((size) => [size, size === last ? largest : { own: largest.own === true }])),
  );
}
