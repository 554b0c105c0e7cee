/** Parses JSON to its last digit, and only such JSON as every parser reads alike: a signature is over bytes, not over values. */
import type { ExactJson, Reviver } from '@wallet-operations/json';
import { asDoubles } from './doubles.ts';

/** JSON that was read. */
export interface Parsed {
  /** Integers beyond ±(2^53 − 1) are bigints; those of more than 1000 digits are infinite. */
  readonly value: unknown;
  /** The same for a validator, which knows no bigints. */
  readonly doubles: unknown;
}

/** Why a text is not read: the keyword that a violation has, and words. */
export interface Unreadable {
  readonly code: 'depth' | 'json' | 'surrogate' | 'key';
  readonly message: string;
}

/** Deeper JSON than this is no message of this interface, and validators recurse. */
const MAX_DEPTH = 32;

/** Only there a double could lose something. A reviver costs six times as much as none. */
const LONG = /\d{16}/;

/** Parses a text. */
export function parseStrictly(text: string): Parsed | Unreadable {
  const { depth, members } = scan(text);
  if (depth > MAX_DEPTH) return { code: 'depth', message: 'is nested too deeply' };
  try {
    const isLong = LONG.test(text);
    const value: unknown = isLong ? revived(text, exactNumber) : JSON.parse(text);
    if (!isWellFormed(text))
      return { code: 'surrogate', message: 'has half of a surrogate pair, which is no character' };
    if (members !== membersOf(value)) return { code: 'key', message: `has the key ${repeatedKey(text)} twice` };
    return { value, doubles: isLong ? asDoubles(value) : value };
  } catch (error) {
    return { code: 'json', message: complaint(error) };
  }
}

const revived = (text: string, reviver: Reviver): unknown => (JSON as unknown as ExactJson).parse(text, reviver);

/** A fraction that a double would round to an integer becomes any other, or it would pass for one; `1.0` is an integer. */
const exactNumber: Reviver = (_, value, { source }) => {
  if (typeof value !== 'number' || !LONG.test(source)) return value;
  const [, integer, fraction] = /^(-?\d+)(?:\.(\d+))?$/.exec(source) ?? [];
  if (integer === undefined) return value;
  if (fraction !== undefined && /[1-9]/.test(fraction)) return Number.isInteger(value) ? 0.5 : value;
  return Number.isSafeInteger(value) || integer.length > MOST_DIGITS ? value : BigInt(integer);
};

/** Longer integers are beyond all bounds as they are; to count all their digits takes seconds, which a few bytes must not cost. */
const MOST_DIGITS = 1000;

/** Whether no string has half of a surrogate pair: in UTF-8 only an escape can say so. */
function isWellFormed(text: string): boolean {
  let good = text.isWellFormed();
  if (/\\u[dD][89a-fA-F]/.test(text))
    JSON.parse(text, (key, value: unknown) => {
      good &&= key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
      return value;
    });
  return good;
}

/** How deep a text nests and how many members its objects have; a Set for each level, once given, gets their keys. */
function scan(text: string, keys?: Set<string>[]): { depth: number; members: number; repeated?: string } {
  let [depth, deepest, members, start, end] = [0, 0, 0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      start = i;
      i = endOfString(text, i + 1);
      end = i + 1;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      deepest = Math.max(deepest, ++depth);
      if (keys) keys[depth] = new Set();
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
    else if (code === COLON) {
      members++;
      const key = keys && (JSON.parse(text.slice(start, end)) as string);
      if (key !== undefined && keys?.[depth]?.has(key)) return { depth, members, repeated: key };
      if (key !== undefined) keys?.[depth]?.add(key);
    }
  }
  return { depth: deepest, members };
}

const [QUOTE, COLON, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x22, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d];
const BACKSLASH = 0x5c;

/** Where the quote is that ends a string. */
function endOfString(text: string, from: number): number {
  let i = from;
  for (; i < text.length && text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === BACKSLASH) i++;
  return i;
}

/** How many members the objects of a value have: fewer than its text, where a key stands twice. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const item of value) members += membersOf(item);
  else for (const item of Object.values(value)) members += 1 + membersOf(item);
  return members;
}

const repeatedKey = (text: string): string => JSON.stringify(scan(text, []).repeated?.slice(0, 100));

/** What the parser says, without the piece of the text that it quotes. */
const complaint = (error: unknown): string =>
  (error as Error).message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');
