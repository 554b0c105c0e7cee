/** What a request tells of its answer, read once by the rules of its operation. */
import type { Values } from '@wallet-operations/validator';
import { EACH, partAt, type Way } from './parts.ts';
import type { KeysRule, Rules } from './rules.ts';

/** By rule, each in the order of the rules; undefined where the request does not say. */
export interface Told {
  /** How many entries each list has. */
  readonly counts: readonly (number | undefined)[];
  readonly keys: readonly (readonly string[] | undefined)[];
  /** A list of values where the rule leads through entries. */
  readonly values: readonly unknown[];
}

/** Reads it. */
export const toldBy = (request: Values, { entries, keys, values }: Rules): Told => ({
  counts: entries.map(({ of }) => countOf(partAt(request, of))),
  keys: keys.map((rule) => keysOf(request, rule)),
  values: values.map(({ of }) => valueOf(partAt(request, of), of)),
});

/** What is below zero is zero, as the interface has no minimum. */
export const atLeastZero = (value: unknown): number => Math.max(0, Number(value ?? 0));

const countOf = (part: unknown): number | undefined => {
  if (part === undefined) return undefined;
  return Array.isArray(part) ? part.length : atLeastZero(part);
};

/** Each once, in the order of the request. */
function keysOf(request: Values, { of, splitAt, atMost }: KeysRule): string[] | undefined {
  const found = of.map((way) => partAt(request, way)).find((part) => part !== undefined);
  if (typeof found === 'string' && splitAt !== undefined) {
    const keys = found.split(splitAt).map((key) => key.trim());
    const named = [...new Set(keys)].filter((key) => key !== '');
    return named.length > 0 ? named : undefined;
  }
  return Array.isArray(found) ? [...new Set(found as string[])].slice(0, atMost) : undefined;
}

const valueOf = (part: unknown, of: Way): unknown =>
  Array.isArray(part) && of.includes(EACH) ? part.map(plain) : plain(part);

/** As JSON has it, also beyond 2^53. */
function plain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : rawJSON(String(value));
}

/** Which TypeScript does not know yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };
