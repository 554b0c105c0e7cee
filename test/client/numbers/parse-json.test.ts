/** JSON read without lost digits, held against what the engine itself reads exactly where it can show a number's source. */
import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '@wallet-operations/json';
import { anyText, safeText } from './arbitraries.ts';
import { parseWithSource, stringifyWithRawJson } from './engine.ts';
import { inGoodTime } from './in-good-time.ts';

describe('parseJson', () => {
  it.each([
    ['-9223372036854775808', -(2n ** 63n)],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['18446744073709551615', 2n ** 64n - 1n],
    ['9007199254740992', 2n ** 53n],
    ['-9007199254740993', -(2n ** 53n) - 1n],
  ])('reads %s as a bigint, alone, in a list, in a field and between spaces', (literal, bigint) => {
    expect(parseJson(literal)).toBe(bigint);
    expect(parseJson(`\n${literal} `)).toBe(bigint);
    expect(parseJson(`[${literal}]`)).toEqual([bigint]);
    expect(parseJson(`[0,${literal} ,\r\n${literal}]`)).toEqual([0, bigint, bigint]);
    expect(parseJson(`{"nobody_knows_it" :\t${literal}}`)).toEqual({ nobody_knows_it: bigint });
  });

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '-0',
    '1e20',
    '1E400',
    '12345678901234567890.5',
    '0.1234567890123456789',
  ])('reads %s as the number that JSON.parse makes of it, beside a bigint too', (literal) => {
    expect(parseJson(literal)).toBe(JSON.parse(literal));
    expect(parseJson(`[${literal},9007199254740993]`)).toStrictEqual([JSON.parse(literal), 9007199254740993n]);
  });

  it('reads any text as the engine does where it can see the source of a number', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expectSame(parseJson(text), parseWithSource(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('equals JSON.parse where every integer is safe, and beside a bigint', () => {
    fc.assert(
      fc.property(safeText, (text) => {
        const expected: unknown = JSON.parse(text);
        expectSame(parseJson(text), expected);
        expectSame(parseJson(`[9007199254740993,${text}]`), [9007199254740993n, expected]);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves strings and keys that look like literals alone', () => {
    const text = String.raw`{"[9007199254740993,":"a: 9007199254740993, \"b\": -9007199254740993]\\","":["\\\"",9007199254740993,"\\"]}`;
    expect(parseJson(text)).toEqual({
      '[9007199254740993,': String.raw`a: 9007199254740993, "b": -9007199254740993]${'\\'}`,
      '': ['\\"', 9007199254740993n, '\\'],
    });
  });

  it.each(['{"__proto__":{"polluted":9007199254740993}}', String.raw`{"\u005f_proto__":[9007199254740993]}`])(
    'makes an ordinary property of the key in %s',
    (text) => {
      const value = parseJson(text) as object;
      expect(Object.keys(value)).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.getOwnPropertyDescriptors(value)).toEqual(Object.getOwnPropertyDescriptors(parseWithSource(text)));
      expect({}).not.toHaveProperty('polluted');
    },
  );

  it('lets the last of equal keys win, in the place of the first', () => {
    const value = parseJson('{"a":9007199254740993,"b":[1],"a":{"c":9007199254740995}}') as object;
    expect(Object.entries(value)).toEqual([
      ['a', { c: 9007199254740995n }],
      ['b', [1]],
    ]);
  });

  it('throws the very SyntaxError of JSON.parse', () => {
    const broken = fc.tuple(anyText, fc.nat(), fc.string({ maxLength: 2 })).map(([text, seed, junk]) => {
      const at = seed % (text.length + 1);
      return text.slice(0, at) + junk + text.slice(at + 1);
    });
    fc.assert(
      fc.property(broken, (text) => {
        expect(outcome(() => void parseJson(text))).toEqual(outcome(() => void JSON.parse(text)));
      }),
      { numRuns: 1000 },
    );
  });

  const many = 1_000_000;
  it.each([
    ['digits', '1'.repeat(many)],
    ['digits in an open list', `[${'1'.repeat(many)}`],
    ['runs of digits with a space before each', `[${' 123456789012345'.repeat(many / 16)}`],
    ['commas', `[${','.repeat(many)}`],
    ['brackets', '['.repeat(many)],
    ['quotes', '"'.repeat(many)],
    ['backslashes', `["${'\\'.repeat(many)}",9007199254740993]`],
    ['quotes behind backslashes', `["${'\\"'.repeat(many)}",9007199254740993]`],
    ['quotes behind backslashes, many more', `["${'\\"'.repeat(20 * many)}",9007199254740993]`],
    ['spaces', `[${' '.repeat(many)}9007199254740993${' '.repeat(many)}]`],
    ['spaces before what is no number', `[${' '.repeat(many)}null,""]`],
    ['spaces behind strings', `{"a"${' '.repeat(many)}:"a"${' '.repeat(many)},"b":9007199254740993}`],
    ['signs', `[${'-'.repeat(many)}9007199254740993]`],
  ])('stands a million %s', (_, text) => {
    const expected = outcome(() => JSON.parse(text) as unknown);
    const actual = inGoodTime(() => outcome(() => parseJson(text)));
    expect(actual.message).toBe(expected.message);
  });

  it('stands a million levels of nesting, and beneath them a bigint at least throws in good time', () => {
    const nested = (literal: string): string => `${'[{"a":'.repeat(500_000)}${literal}${'}]'.repeat(500_000)}`;
    let value = inGoodTime(() => parseJson(nested('1')));
    let levels = 0;
    for (; typeof value === 'object'; levels += 2) value = (value as [{ a: unknown }])[0].a;
    expect([levels, value]).toEqual([1_000_000, 1]);
    expect(inGoodTime(() => outcome(() => parseJson(nested('9007199254740993')))).name).toBe('RangeError');
  });
});

/** vitest's own comparison takes a key `constructor` for the class; node's does not look at the order of the keys. */
function expectSame(actual: unknown, expected: unknown): void {
  deepStrictEqual(actual, expected);
  expect(stringifyWithRawJson(actual)).toBe(stringifyWithRawJson(expected));
}

/** What a call gives or throws, so that two can be compared. */
function outcome(call: () => unknown): { value?: unknown; name?: string; message?: string } {
  try {
    return { value: call() };
  } catch (error) {
    return { name: (error as Error).name, message: (error as Error).message };
  }
}
