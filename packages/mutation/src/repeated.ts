/** Keys that an object of a file has twice: readers keep one of them, each the one that it likes. */
import type { Scalar } from 'yaml';
import type { ReadYaml } from './yaml.ts';

/** A key of one object, at the second place and at the first. */
export interface Repeated {
  readonly key: string;
  readonly places: readonly [first: Place, again: Place];
}

/** A place of a file, counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 10;
const BLANK = 32;
const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

/** The first key that an object of a JSON text has twice. The text must be one that JSON.parse takes. */
export function repeatedInJson(text: string): Repeated | undefined {
  const keys = createKeys(text);
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code === NEWLINE)
      do code = text.charCodeAt(++i);
      while (code === BLANK); // half of many a file
    if (code === OPEN) keys.open();
    else if (code === CLOSE) keys.close();
    else if (code === QUOTE) {
      const begin = i;
      i = text.indexOf('"', begin + 1);
      while (text.charCodeAt(i - 1) === BACKSLASH && isEscaped(text, i)) i = text.indexOf('"', i + 1);
      let next = i + 1;
      while (text.charCodeAt(next) <= BLANK) next++;
      if (text.charCodeAt(next) !== COLON) continue;
      const first = keys.add(begin, i + 1);
      if (first !== undefined)
        return { key: keyIn(text, begin, i + 1), places: [placeIn(text, first), placeIn(text, begin)] };
    }
  }
  return undefined;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/** So many keys of an object are compared one by one. */
const FEW = 64;

/** The keys of the objects inside of which a place of a text is: by a number of each, for a text is costly to make of it. */
function createKeys(text: string) {
  let [hashes, begins, ends] = [new Int32Array(1024), new Int32Array(1024), new Int32Array(1024)];
  let count = 0; // of all objects that are open
  let start = 0; // the first of the last one
  let many: Map<string, number> | undefined; // all of it, if there are many
  const outer: number[] = [];
  const outerMany: (typeof many)[] = [];
  return {
    open(): void {
      outer.push(start);
      outerMany.push(many);
      start = count;
      many = undefined;
    },
    close(): void {
      count = start;
      start = outer.pop() ?? 0;
      many = outerMany.pop();
    },
    /** Takes the key between two places, and gives where it stood before. */
    add(begin: number, end: number): number | undefined {
      const hash = hashOf(text, begin, end);
      if (count - start < FEW) {
        for (let i = start; i < count; i++)
          if (hashes[i] === hash && keyIn(text, begins[i] ?? 0, ends[i] ?? 0) === keyIn(text, begin, end))
            return begins[i];
      } else {
        if (!many) {
          many = new Map();
          for (let i = start; i < count; i++) many.set(keyIn(text, begins[i] ?? 0, ends[i] ?? 0), begins[i] ?? 0);
        }
        const key = keyIn(text, begin, end);
        const first = many.get(key);
        if (first !== undefined) return first;
        many.set(key, begin);
      }
      if (count === hashes.length) [hashes, begins, ends] = [longer(hashes), longer(begins), longer(ends)];
      hashes[count] = hash;
      begins[count] = begin;
      ends[count++] = end;
      return undefined;
    },
  };
}

function longer(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const anew = new Int32Array(list.length * 2);
  anew.set(list);
  return anew;
}

/** A number that two keys have if they are the same, and hardly ever else. */
function hashOf(text: string, begin: number, end: number): number {
  let hash = 0;
  for (let i = begin + 1; i < end - 1; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) return hashOfWhole(keyIn(text, begin, end)); // as it is meant
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  return hash;
}

function hashOfWhole(key: string): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return hash;
}

/** The key between two places, which are those of its quotes. */
function keyIn(text: string, begin: number, end: number): string {
  const key = text.slice(begin + 1, end - 1);
  return key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key;
}

function placeIn(text: string, index: number): Place {
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * The first key that a map of a YAML document has twice, as JSON would write it: `200` and `'200'` are one there. Two merges
 * are none, for nothing of either is lost.
 */
export function repeatedInYaml({
  yaml: { isAlias, isScalar, visit },
  document,
  lines,
  meantBy,
}: ReadYaml): Repeated | undefined {
  let found: Repeated | undefined;
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  visit(document, {
    Map(_, { items }) {
      const keys = new Map<string, number>();
      for (const { key } of items) {
        const meant = isAlias(key) ? meantBy(key) : key;
        if (!isScalar(meant) || typeof meant.value === 'symbol') continue; // a map as a key, which nobody has, or a merge
        const { value } = meant as Scalar<string | number | boolean | null>;
        const name = String(value ?? '');
        if (name === '<<' && meant.type === 'PLAIN') continue;
        const [at = 0] = (key as { range?: readonly number[] }).range ?? [];
        const first = keys.get(name);
        if (first !== undefined) {
          found = { key: name, places: [placeOf(first), placeOf(at)] };
          return visit.BREAK;
        }
        keys.set(name, at);
      }
      return undefined;
    },
  });
  return found;
}
