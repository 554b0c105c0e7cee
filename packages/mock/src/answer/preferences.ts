/** The grammar of the Prefer header of RFC 7240: names with values, and how a name is misspelt. */

/** A name and a value, which may be quoted, between commas or semicolons. */
const PREFERENCE = /([^\s=,;"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,;"]*)))?/g;

/** A lower-case name and its value; an empty one is none. */
export type Preference = readonly [name: string, value: string | undefined];

/** All of them, as often as they are there. */
export const preferencesIn = (header: string): Preference[] =>
  Array.from(header.matchAll(PREFERENCE), ([, name = '', quoted, plain]) => {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain?.trim();
    return [name.toLowerCase(), value === '' ? undefined : value];
  });

/** Whether at most two letters make the difference. */
export function isLike(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 2) return false;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(name).entries()) {
    const next = [i + 1];
    for (const [j, wanted] of Array.from(other).entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === wanted ? 0 : 1)));
    row = next;
  }
  return (row.at(-1) ?? 0) <= 2;
}
