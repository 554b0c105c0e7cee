/** Parts of a request or an answer by the keys that lead to them, `*` for each entry: read, and changed in copies that share the rest. */
import { isNode } from '@wallet-operations/validator';

/** What leads to a part. */
export type Way = readonly string[];

export const EACH = '*';

/** `added_items.*.memo` as keys. */
export const wayOf = (text: string): Way => text.split('.');

/** The part to which a way leads, all of them in a list where it leads through entries; undefined where there is none. */
export function partAt(value: unknown, way: Way, from = 0): unknown {
  let part = value;
  for (let i = from; i < way.length; i++) {
    const key = way[i] ?? '';
    if (key === EACH) return Array.isArray(part) ? part.map((entry) => partAt(entry, way, i + 1)) : undefined;
    if (!isNode(part) || !Object.hasOwn(part, key)) return undefined;
    part = part[key];
  }
  return part;
}

/** A copy in which each part to which a way leads is another; `at` is the entry that it is in. Where the way ends before, nothing is. */
export function changed(
  value: unknown,
  way: Way,
  change: (part: unknown, at: number) => unknown,
  from = 0,
  at = 0,
): unknown {
  const key = way[from];
  if (key === undefined) return change(value, at);
  if (key === EACH)
    return Array.isArray(value) ? value.map((entry, i) => changed(entry, way, change, from + 1, i)) : value;
  if (!isNode(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: changed(value[key], way, change, from + 1, at) };
}
