// What the examples are agreed to be, in expected/: a change of one is made here too, on purpose, or a test fails.
import { readdirSync, readFileSync } from 'node:fs';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The agreed examples of one operation, or of one callback, by name. */
export interface Expected {
  readonly requests?: Readonly<Record<string, Json>>;
  readonly answers?: Readonly<Record<string, Json>>;
}

const folder = new URL('expected/', import.meta.url);

/** By operationId, or name of the callback. */
export const expected: Readonly<Record<string, Expected>> = Object.fromEntries(
  readdirSync(folder).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Expected,
  ]),
);

/** The object without one of its fields. */
export function without<T extends object>(record: T, field: string): T {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field)) as T;
}
