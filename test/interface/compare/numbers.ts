// Compares the names of numbers, and what machines take from open points, with the tables.
import { isDeepStrictEqual } from 'node:util';
import type { Facts } from '../compare.ts';
import { child, flattened, isNode, locate, type Node } from '../document.ts';

/** Findings on the names that the numbers of a field have, for the places of one operation. */
export function numberFindings(document: Node, owner: string, facts: Facts): string[] {
  return facts.numbers
    .filter(([place]) => place.split(' ')[0] === owner)
    .flatMap(([place, by, names]) => {
      const node = locate(document, place);
      const schema = flattened(isNode(node) && isNode(node.schema) ? node.schema : node);
      const keyword = by === 'stated' ? 'enum' : 'x-extensible-enum';
      const numbers = schema[keyword];
      const labels = schema[`x-${by === 'stated' ? '' : 'extensible-'}enum-varnames`];
      const found =
        Array.isArray(numbers) && Array.isArray(labels) && numbers.length === labels.length
          ? Object.fromEntries(labels.map((name, i) => [String(name), numbers[i] as unknown]))
          : undefined;
      return isDeepStrictEqual(found, names)
        ? []
        : [
            `${place}: the names of ${keyword} are ${found ? JSON.stringify(found) : 'none'}, and should be ${JSON.stringify(names)}`,
          ];
    });
}

/** Findings on the values of the other open points. */
export function settingFindings(document: Node, facts: Facts): string[] {
  const points = child(document, 'x-open-points');
  return Object.entries(facts.settings)
    .filter(([id, value]) => !isDeepStrictEqual(child(points, id).value, value))
    .map(([id, value]) => `open point ${id}: its value should be ${JSON.stringify(value)}`);
}
