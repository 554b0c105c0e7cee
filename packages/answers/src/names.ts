/** Names of numbers: written where generators and validators look for them. */
import type { Node } from '@wallet-operations/validator';
import { marksOf, type Point, type Points } from './document.ts';

/** The values of a point, if each is the number of a name. */
export function namesOf(point: Point | undefined): Record<string, number> | undefined {
  const value = point?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(([, number]) => Number.isInteger(number)) ? (value as Record<string, number>) : undefined;
}

/** The numbers of all points that a place is marked with, in the order of its marks. */
const namesAt = (node: Node, points: Points): Record<string, number> =>
  Object.assign({}, ...marksOf(node).map((id) => namesOf(points[id]))) as Record<string, number>;

/**
 * While a point is open any number may come, so its numbers stand under `x-extensible-enum`, which closes nothing. Once all points
 * of the place are answered they are an `enum`. The names stand beside them under a key of each: generators make a closed enum of
 * what has `x-enum-varnames`, with or without an `enum`.
 */
export function writeNames(node: Node, points: Points): void {
  if (node.type !== 'integer') return;
  const names = Object.entries(namesAt(node, points)).sort(([, a], [, b]) => a - b);
  if (typeof node.default === 'number' && !names.some(([, number]) => number === node.default))
    names.unshift(['all', node.default]);
  const isAnswered = marksOf(node).every((id) => points[id]?.answer !== undefined || namesOf(points[id]) === undefined);
  for (const keyword of ['enum', 'x-enum-varnames', 'x-extensible-enum', 'x-extensible-enum-varnames'])
    Reflect.deleteProperty(node, keyword);
  node[isAnswered ? 'enum' : 'x-extensible-enum'] = names.map(([, number]) => number);
  node[isAnswered ? 'x-enum-varnames' : 'x-extensible-enum-varnames'] = names.map(([name]) => name);
}
