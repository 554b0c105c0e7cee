/** Amounts between the main and the smallest unit: the laws of arithmetic, over any amount. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMainUnit, toSmallestUnit } from '../../../packages/client/src/numbers/amounts.ts';

const places = fc.oneof(fc.constantFrom(0, 6, 8, 18, 255), fc.nat(255));
const units = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.bigInt({ min: 0n, max: 100n }));
const digits = (max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max }).map((d) => d.join(''));
/** An amount of a currency with so many decimals. */
const amount = (decimals: number) =>
  decimals === 0
    ? digits(30)
    : fc.oneof(
        digits(30),
        fc.tuple(digits(30), digits(decimals)).map((parts) => parts.join('.')),
      );

describe('toSmallestUnit', () => {
  it.each([
    ['1.5', 18, 1500000000000000000n],
    ['0.000000000000000001', 18, 1n],
    ['0.1', 1, 1n],
    ['007.50', 2, 750n],
    ['1.50000', 1, 15n],
    ['12', 0, 12n],
    ['12.000', 0, 12n],
    ['9007199254740993', '18', 9007199254740993000000000000000000n],
    ['0', '255', 0n],
  ])('makes of %s with %s decimals %d', (given, decimals, expected) => {
    expect(toSmallestUnit(given, decimals)).toBe(expected);
  });

  it('adds up: the sum of the smallest units is that of the exact decimal sum, at 18 decimals', () => {
    fc.assert(
      fc.property(fc.array(amount(18), { minLength: 1, maxLength: 20 }), (amounts) => {
        const sum = amounts.map((each) => toSmallestUnit(each, 18)).reduce((a, b) => a + b);
        expect(sum).toBe(toSmallestUnit(amounts.reduce(addByHand), 18));
      }),
      { numRuns: 1000 },
    );
  });

  it('multiplies by ten with each decimal more', () => {
    const amountAndPlaces = fc.nat(254).chain((decimals) => fc.tuple(amount(decimals), fc.constant(decimals)));
    fc.assert(
      fc.property(amountAndPlaces, ([given, decimals]) => {
        expect(toSmallestUnit(given, decimals + 1)).toBe(10n * toSmallestUnit(given, decimals));
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses a digit beyond the decimals, however far, unless it is a zero', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.integer({ min: 1, max: 9 }), (decimals, zeros, digit) => {
        const padded = `1.${'0'.repeat(decimals + zeros)}`;
        if (decimals + zeros > 0) expect(toSmallestUnit(padded, decimals)).toBe(10n ** BigInt(decimals));
        expect(() => toSmallestUnit(`${padded}${String(digit)}0`, decimals)).toThrow(
          `has more than the ${String(decimals)} decimals of the currency. Shorten it: rounding is up to you.`,
        );
      }),
    );
  });
});

describe('toMainUnit', () => {
  it.each([
    [1500000000000000000n, 18, '1.5'],
    ['1', '18', '0.000000000000000001'],
    [0n, 18, '0'],
    ['000', 2, '0'],
    ['00150', 2, '1.5'],
    [100n, 0, '100'],
    [100n, 2, '1'],
    [1n, 255, `0.${'0'.repeat(254)}1`],
  ])('makes of %s with %s decimals %s', (given, decimals, expected) => {
    expect(toMainUnit(given, decimals)).toBe(expected);
  });

  it('comes back from toSmallestUnit and returns to it', () => {
    fc.assert(
      fc.property(units, places, (given, decimals) => {
        const main = toMainUnit(given, decimals);
        expect(toSmallestUnit(main, decimals)).toBe(given);
        expect(toMainUnit(String(given), String(decimals))).toBe(main);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the shortest form of an amount', () => {
    const amountAndPlaces = places.chain((decimals) => fc.tuple(amount(decimals), fc.constant(decimals)));
    fc.assert(
      fc.property(amountAndPlaces, ([given, decimals]) => {
        const shortest = given
          .replace(/^0+(?=\d)/, '')
          .replace(/(\..*?)0+$/, '$1')
          .replace(/\.$/, '');
        expect(toMainUnit(toSmallestUnit(given, decimals), decimals)).toBe(shortest);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Addition as it is done on paper, digit under digit. */
function addByHand(a: string, b: string): string {
  const [aWhole = '', aFraction = ''] = a.split('.');
  const [bWhole = '', bFraction = ''] = b.split('.');
  const [left, right] = [Math.max(aWhole.length, bWhole.length), Math.max(aFraction.length, bFraction.length)];
  const align = (whole: string, fraction: string) => whole.padStart(left, '0') + fraction.padEnd(right, '0');
  const [x, y] = [align(aWhole, aFraction), align(bWhole, bFraction)];
  let carry = 0;
  let sum = '';
  for (let i = x.length - 1; i >= 0; i--) {
    const column = Number(x[i]) + Number(y[i]) + carry;
    carry = column > 9 ? 1 : 0;
    sum = String(column % 10) + sum;
  }
  sum = String(carry) + sum;
  return right === 0 ? sum : `${sum.slice(0, -right)}.${sum.slice(-right)}`;
}
