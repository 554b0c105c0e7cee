/** Makes more of what an example has: other values of the same look, always the same ones for the same request. */

/** Signs that hexadecimal, base58 and bech32 all have. */
const SIGNS = '23456789acdef';

/** How many of them change at the end of a text: enough for each list that a request can ask for. */
const CHANGED = 4;

const INT32 = 2 ** 31;

/** The n-th other of an entry of a list; a whole record stays as it is. */
export function otherEntry(entry: unknown, n: number): unknown {
  if (n === 0) return entry;
  if (typeof entry === 'number') return Math.abs(entry) < INT32 ? (entry + n) % INT32 : entry;
  if (typeof entry !== 'string') return entry;
  // A short one has nothing to lose: without its own letters its others would be those of its neighbour.
  return (entry.length > 2 * CHANGED ? entry.slice(0, -CHANGED) : entry) + ending(n);
}

/** The value under another key of a map. Numbers are IDs, and so differ; amounts, prices and records stay as they are. */
export const otherValue = (value: unknown, key: string): unknown =>
  typeof value === 'number' ? value + (hashOf(key) % INT32) + 1 : value;

function ending(n: number): string {
  let [text, left] = ['', n];
  for (let i = 0; i < CHANGED; i++) {
    text = (SIGNS[left % SIGNS.length] ?? '') + text;
    left = Math.floor(left / SIGNS.length);
  }
  return text;
}

/** FNV-1a: the same number for the same text, everywhere. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
