/** JSON written without lost digits, held against what the engine itself writes exactly where it has JSON.rawJSON. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { bigints, readable, values } from './arbitraries.ts';
import { stringifyWithRawJson } from './engine.ts';
import { inGoodTime } from './in-good-time.ts';

describe('stringifyJson', () => {
  it.each([-(2n ** 63n), 2n ** 63n - 1n, 2n ** 64n - 1n, 0n, -1n])('writes %d as its digits', (bigint) => {
    expect(stringifyJson(bigint)).toBe(String(bigint));
    expect(stringifyJson({ a: [bigint, { b: bigint }] })).toBe(`{"a":[${String(bigint)},{"b":${String(bigint)}}]}`);
  });

  it('writes any value as the engine does with JSON.rawJSON', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(stringifyJson(value)).toBe(stringifyWithRawJson(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('writes what parseJson reads back, bigints within the safe integers as numbers', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(parseJson(stringifyJson(value))).toEqual(readBack(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps strings and keys that look like its own marks', () => {
    const piece = fc.constantFrom('~', '~~', '"', '\\', '1', '-', ',', '~1~', '"~1~"');
    const marks = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(marks, bigints, fc.dictionary(marks.filter(readable), fc.oneof(marks, bigints)))),
        (value) => {
          expect(stringifyJson(value)).toBe(stringifyWithRawJson(value));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('stands a million of its own marks', () => {
    const memo = '~'.repeat(1_000_000);
    expect(inGoodTime(() => stringifyJson([1n, memo]))).toBe(`[1,"${memo}"]`);
  });

  it('honours toJSON, drops what JSON drops, and writes holes as null', () => {
    const value = {
      at: new Date(0),
      id: { toJSON: (key: string) => ({ [key]: 9007199254740993n }) },
      gone: undefined,
      call: () => 1,
      list: [undefined, Symbol('s'), 1n],
    };
    expect(stringifyJson(value)).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","id":{"id":9007199254740993},"list":[null,null,1]}',
    );
  });

  it('writes digits where someone has given bigints a toJSON', () => {
    const patched = BigInt.prototype as { toJSON?: () => string };
    patched.toJSON = () => 'patched';
    try {
      expect(stringifyJson({ a: [9007199254740993n] })).toBe('{"a":[9007199254740993]}');
    } finally {
      delete patched.toJSON;
    }
  });

  it.each([
    [
      { requests: [{ a: [{}], b: {} }, { from_address_index: 2 ** 53 }] },
      'value.requests[1].from_address_index is 9007199254740992',
    ],
    [[0, [1, -(2 ** 60)]], `value[1][1] is ${String(-(2 ** 60))}`],
    [1e21, 'value is 1e+21'],
    [{ a: { b: null }, c: { toJSON: () => ({ d: 1e300 }) } }, 'value.c.d is 1e+300'],
  ])('refuses the rounded integer in %j, says where and that a bigint helps', (value, where) => {
    expect(() => stringifyJson(value)).toThrow(RangeError);
    expect(() => stringifyJson(value)).toThrow(`${where}: a number loses digits beyond 2^53. Give a bigint.`);
  });

  it.each([NaN, Infinity, -Infinity])('refuses %d, which JSON.stringify would write as null', (value) => {
    const shared = {};
    expect(() => stringifyJson([shared, shared, { a: value }])).toThrow(RangeError);
    expect(() => stringifyJson([shared, shared, { a: value }])).toThrow(
      `value[2].a is ${String(value)}: JSON has no such number.`,
    );
  });

  it.each([[undefined], [() => 1], [Symbol('s')]])('refuses %s, which has no JSON form', (value) => {
    expect(() => stringifyJson(value)).toThrow(new TypeError(`A ${typeof value} has no JSON form.`));
  });

  it('refuses a cycle, as JSON.stringify does', () => {
    const cycle: unknown[] = [1n];
    cycle.push({ cycle });
    expect(() => stringifyJson(cycle)).toThrow(TypeError);
  });
});

/** A written value has no type to say that a small bigint was one. */
function readBack(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(readBack);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readBack(inner)]));
}
