/** The generated shapes at work: what is declared 64-bit is a bigint, whatever else the service sends is left alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BigintShape, reviveBigints } from '../../../packages/client/src/numbers/bigints.ts';
import { values } from './arbitraries.ts';

const history: BigintShape = { transactions: { '*': { block_height: 1 } } };

describe('reviveBigints', () => {
  it('makes bigints of small and large integers alike, wherever the shape leads', () => {
    const page = {
      total_count: 3,
      transactions: [{ block_height: 7, state: 1 }, { block_height: 9007199254740993n }, {}],
    };
    expect(reviveBigints(page, history)).toEqual({
      total_count: 3,
      transactions: [{ block_height: 7n, state: 1 }, { block_height: 9007199254740993n }, {}],
    });
  });

  it('works in place', () => {
    const record = { block_height: 7 };
    const page = { transactions: [record] };
    expect(reviveBigints(page, history)).toBe(page);
    expect(record).toEqual({ block_height: 7n });
  });

  it('makes a bigint of the value itself', () => {
    expect(reviveBigints(0, 1)).toBe(0n);
    expect(reviveBigints(-0, 1)).toBe(0n);
    expect(reviveBigints(Number.MIN_SAFE_INTEGER, 1)).toBe(BigInt(Number.MIN_SAFE_INTEGER));
  });

  it('takes every key of a map, those included that objects inherit or that look like the sign for every key', () => {
    const results = JSON.parse('{"a":1,"*":2,"constructor":3,"__proto__":4,"length":5}') as object;
    reviveBigints({ results }, { results: { '*': 1 } });
    expect(Object.entries(results)).toEqual([
      ['a', 1n],
      ['*', 2n],
      ['constructor', 3n],
      ['__proto__', 4n],
      ['length', 5n],
    ]);
  });

  it('gives a key of its own precedence over the rest of a map', () => {
    const value = { own: { a: 1, b: 2 }, other: 3, list: [4] };
    reviveBigints(value, { '*': 1, own: { a: 1 } });
    expect(value).toEqual({ own: { a: 1n, b: 2 }, other: 3n, list: [4] });
  });

  it.each([null, undefined, '7', 1.5, NaN, Infinity, true, 7n, [], {}, 'text'])(
    'leaves %o alone in the place of an integer',
    (odd) => {
      expect(reviveBigints(odd, 1)).toBe(odd);
      expect(reviveBigints({ transactions: [{ block_height: odd }] }, history)).toEqual({
        transactions: [{ block_height: odd }],
      });
    },
  );

  it('leaves a number alone that has lost digits, for a bigint of it would look exact', () => {
    expect(reviveBigints(2 ** 53, 1)).toBe(2 ** 53);
    expect(reviveBigints(1e20, 1)).toBe(1e20);
  });

  it.each([
    null,
    5,
    'text',
    [],
    [[]],
    [5],
    {},
    { transactions: null },
    { transactions: 5 },
    { transactions: { block_height: 'x' } },
    { transactions: [null, 5, 'text', [7]] },
  ])('leaves %o alone in the place of a page', (odd) => {
    const before = structuredClone(odd);
    expect(reviveBigints(odd, history)).toStrictEqual(before);
  });

  it('looks for no named property on an array, and adds none that is missing', () => {
    const list = [1, 2];
    expect(reviveBigints(list, { length: 1, 0: 1 })).toEqual([1, 2]);
    expect(Object.keys(reviveBigints({}, { missing: 1, inner: { missing: 1 } }) as object)).toEqual([]);
  });

  it('changes nothing but the declared integers, and never throws', () => {
    const shapes = fc.letrec<{ any: BigintShape }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constant<BigintShape>(1),
        fc.dictionary(fc.constantFrom('*', '0', 'toString', '~', ''), tie('any'), { noNullPrototype: true }),
      ),
    })).any;
    fc.assert(
      fc.property(values, shapes, (value, shape) => {
        const expected = declared(value, shape);
        expect(reviveBigints(value, shape)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The same rule as a copy, by the text of the rule and not by the code. */
function declared(value: unknown, shape: BigintShape | undefined): unknown {
  if (shape === undefined) return value;
  if (shape === 1) return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
  const named = new Map(Object.entries(shape));
  if (Array.isArray(value)) return value.map((item) => declared(item, named.get('*')));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, declared(inner, named.get(key) ?? named.get('*'))]),
  );
}
