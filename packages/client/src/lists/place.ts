/** Finds, in a page of a list that may have changed, the place up to which the list is read. */

/** A page: the texts of its records, and whether the list begins or ends with it. */
export interface Shown {
  readonly texts: readonly string[];
  readonly begins: boolean;
  readonly ends: boolean;
}

/**
 * How many records at the head of a page need not be given: they came before, or are new in front of those. Or that the place is
 * `elsewhere`, before the page or behind it, or that it is `unclear`.
 */
export type Finding = number | 'elsewhere' | 'unclear';

/** A record as text. Equal records have equal texts, in whatever order their fields came; others differ, be it in one digit. */
export const textOf = (record: unknown): string =>
  JSON.stringify(record, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${String(value)}n`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  });

/**
 * How many of the last records the next page has to show again: two more than are repeated elsewhere in what was read. Mostly
 * that is two. Of a run of equal records it is all of the run and the record before it: who sees less cannot count them.
 */
export function overlapAfter(read: readonly string[]): number {
  let repeated = 0;
  for (let end = read.length - 1; end > repeated; end--)
    repeated = Math.max(repeated, sameBefore(read, end, read, read.length));
  return repeated + 2;
}

/** How many records of a before i are those of b before j. */
function sameBefore(a: readonly string[], i: number, b: readonly string[], j: number): number {
  let count = 0;
  while (count < i && count < j && a[i - 1 - count] === b[j - 1 - count]) count++;
  return count;
}

/** Compares a page with the last one in which the place was found. That one ends there. */
export function compare(page: Shown, read: readonly string[]): Finding {
  return read.length === 0 ? 0 : (compareWhole(page, read) ?? compareWhatIsLeft(page, read));
}

/** If nothing has changed but in front, the page goes on from the end of what was read, as it was read. */
function compareWhole({ texts, begins }: Shown, read: readonly string[]): Finding | undefined {
  const overlap = overlapAfter(read);
  // The first place that fits: a later one could lose records, an earlier one only gives some twice.
  for (let place = Math.min(overlap, read.length); place <= texts.length; place++) {
    if (sameBefore(texts, place, read, read.length) < Math.min(place, read.length)) continue;
    // If all that was read are equal records, none of these may stand before.
    const before = texts[place - read.length - 1];
    if (overlap <= read.length || (before === undefined ? begins : before !== read[0])) return place;
  }
  return undefined;
}

/** If some has gone or changed, two records have to be left at least, in the order in which they were read, and none be there twice. */
function compareWhatIsLeft({ texts, ends }: Shown, read: readonly string[]): Finding {
  const places = new Map(read.map((text, i) => [text, i]));
  const left = [...texts.keys()].filter((i) => places.has(texts[i] ?? ''));
  const order = left.map((i) => places.get(texts[i] ?? '') ?? 0);
  const hasEqual = places.size < read.length || new Set(texts).size < texts.length;
  if (hasEqual || order.some((at, i) => at < (order[i - 1] ?? 0))) return 'unclear';
  const [first, second] = left;
  if (first === undefined) return 'elsewhere';
  const place = (left.at(-1) ?? 0) + 1;
  // The rest of what was read may follow.
  if (place === texts.length && order.at(-1) !== read.length - 1 && !ends) return 'elsewhere';
  // What stands in front of all that was read is older; in front of a part of it, it could be anything.
  if (second === undefined || (first > 0 && order[0] !== 0)) return 'unclear';
  return place;
}
