/** Amounts in a transcript: of any two that a service shows, what holds for their kind and for powers of ten holds for what is written down. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { interfaceOf, redacted } from '@wallet-operations/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const SERVICE = interfaceOf(bundled);

/** What becomes of amounts that callbacks have. */
function writtenOf(amounts: readonly string[]): string[] {
  const notifications = amounts.map((amount) => ({ amount }));
  const { exchanges } = redacted(SERVICE, {
    wallets: [{ kind: 'deposit' }],
    present: 1_790_000_000,
    exchanges: [
      {
        ...{ step: 'listCallbacks.plain', operationId: 'listCallbacks', caller: 0, path: {}, query: [], altered: {} },
        answer: { status: 200, contentType: 'application/json', text: JSON.stringify({ notifications }) },
      },
    ],
  });
  const body = exchanges[0]?.answer?.body as { notifications: { amount: string }[] };
  return body.notifications.map(({ amount }) => amount);
}

/** Digits, some zeros behind them, and a point somewhere or nowhere. */
const amounts = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 30 }), fc.option(fc.nat({ max: 25 })), fc.nat({ max: 3 }))
  .map(([digits, zeros, decimals, more]) => {
    const whole = `${String(digits)}${'0'.repeat(zeros)}`;
    if (decimals === null) return whole;
    const padded = whole.padStart(decimals + 2, '0');
    return `${padded.slice(0, -decimals - 1)}.${padded.slice(-decimals - 1)}${'0'.repeat(more)}`;
  });

const WHOLE = /^\d+$/;

/** An amount as a number of the smallest part that any of them has. */
function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(80, '0'));
}

test('whole amounts stay whole, others do not become so, and equal and ten times as much stay so', () => {
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 2, maxLength: 12 }), (given) => {
      const written = writtenOf(given);
      for (const [i, amount] of given.entries()) {
        expect(WHOLE.test(written[i] ?? ''), `${amount} becomes ${String(written[i])}`).toBe(WHOLE.test(amount));
        for (const [j, other] of given.entries())
          for (const factor of [1n, 10n, 10n ** 18n])
            expect(unitsOf(written[i] ?? '') === factor * unitsOf(written[j] ?? ''), `${amount} and ${other}`).toBe(
              unitsOf(amount) === factor * unitsOf(other),
            );
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['2000000000000000000000', '200'],
  ['1000000000000000000000', '1'],
  ['3.000', '3'],
])('so do %s and %s beside each other, in either order', (a, b) => {
  for (const given of [
    [a, b],
    [b, a],
  ]) {
    expect(writtenOf(given).map((one) => WHOLE.test(one))).toEqual(given.map((one) => WHOLE.test(one)));
  }
});
