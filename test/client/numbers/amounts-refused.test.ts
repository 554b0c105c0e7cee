/** What is no amount is refused, with the amount and the remedy in the message; and nothing takes long, however long it is. */
import { describe, expect, it } from 'vitest';
import { AmountError, toMainUnit, toSmallestUnit } from '../../../packages/client/src/numbers/amounts.ts';
import { inGoodTime } from './in-good-time.ts';

describe('toSmallestUnit', () => {
  it.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '-1',
    '+1',
    '1,5',
    '1e3',
    '0x10',
    '1 ',
    ' 1',
    '1\n',
    '1.5.5',
    '1_000',
    'NaN',
    'Infinity',
    '١',
    '１',
    '1n',
  ])('refuses %o', (given) => {
    expect(() => toSmallestUnit(given, 18)).toThrow(AmountError);
    expect(() => toSmallestUnit(given, 18)).toThrow(
      `Amount ${JSON.stringify(given)} is not a decimal number. Give digits such as "1.5", as a string.`,
    );
  });

  it.each([1.5, 1, 5n, null, undefined, ['1.5'], { toString: () => '1.5' }])(
    'refuses %s, which is no string',
    (given) => {
      expect(() => toSmallestUnit(given as string, 18)).toThrow(AmountError);
    },
  );
});

describe('toMainUnit', () => {
  it.each([-1n, '-1', '+1', '1.5', '', ' ', '1e3', '0x1', '1n', '１'])('refuses %s', (given) => {
    expect(() => toMainUnit(given, 18)).toThrow(AmountError);
    expect(() => toMainUnit(given, 18)).toThrow(
      'is not a number of smallest units. Give a bigint or digits such as "1500", neither negative.',
    );
  });

  it.each([1, 1.5, null, undefined, ['1']])('refuses %s, which is neither bigint nor string', (given) => {
    expect(() => toMainUnit(given as unknown as string, 18)).toThrow(AmountError);
  });
});

describe('decimals', () => {
  it.each([
    -1,
    256,
    1.5,
    NaN,
    Infinity,
    1e21,
    '',
    ' ',
    '-1',
    '256',
    '1.5',
    '1e1',
    '018',
    '0x12',
    ' 18',
    '18 ',
    '18\n',
    'eighteen',
    null,
    undefined,
    18n,
    ['18'],
  ])('are refused as %o', (decimals) => {
    expect(() => toSmallestUnit('1', decimals as string)).toThrow(AmountError);
    expect(() => toMainUnit(1n, decimals as string)).toThrow(
      /^Amount 1 cannot be converted with decimals .*\. Give an integer from 0 to 255\.$/,
    );
  });
});

describe('AmountError', () => {
  it('is an Error with a name of its own', () => {
    const error = new AmountError('text');
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('AmountError: text');
  });

  it('cuts an endless amount, which stands in its message', () => {
    const written = `"${'1'.repeat(97)}x"`; // a hundred characters
    expect(() => toSmallestUnit(JSON.parse(written) as string, 18)).toThrow(`Amount ${written} is not`);
    expect(() => toSmallestUnit(`1${JSON.parse(written) as string}`, 18)).toThrow(/^Amount "1{98}x… is not/);
    const endless = `${'1'.repeat(1_000_000)}x`;
    expect(() => toSmallestUnit(endless, 18)).toThrow(/^Amount "1{99}… is not/);
  });
});

const many = 1_000_000;
it.each([
  ['digits', '1'.repeat(many), 18],
  ['digits and no end', `${'1'.repeat(many)}.`, 18],
  ['zeros behind the point', `1.${'0'.repeat(many)}`, 18],
  ['zeros behind the point and a one', `1.${'0'.repeat(many)}1`, 18],
  ['points', '.'.repeat(many), 18],
])('a million %s take no time to speak of', (_, given, decimals) => {
  const settle = (call: () => unknown) => {
    try {
      return typeof call();
    } catch (error) {
      return (error as Error).name;
    }
  };
  const main = /^\d+$/.test(given) ? 'string' : 'AmountError';
  const smallest = /^\d+(\.\d+)?$/.test(given) && !given.endsWith('01') ? 'bigint' : 'AmountError';
  expect(inGoodTime(() => settle(() => toMainUnit(given, decimals)))).toBe(main);
  expect(inGoodTime(() => settle(() => toSmallestUnit(given, decimals)))).toBe(smallest);
});
