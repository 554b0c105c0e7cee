/** Amounts between the main unit (1.5 ETH) and the smallest unit (1500000000000000000 wei), digit by digit: no float, no rounding. */

/** An amount, or its decimals, that cannot be converted without a guess. The message holds the amount and says what to do. */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

/**
 * Smallest units of an amount in the main unit: `toSmallestUnit('1.5', 18)` is `1500000000000000000n`.
 *
 * @param amount - Digits, with or without a fraction: no sign, exponent, space or thousands separator.
 * @param decimals - Decimals of the currency, 0 to 255; a string as in `decimals` and `token_decimals` of a wallet record, too.
 * @throws AmountError for any other form, and for digits beyond the decimals unless they are zeros.
 * @throws RangeError for an amount longer than the engine's bigints: hundreds of thousands of digits.
 */
export function toSmallestUnit(amount: string, decimals: number | string): bigint {
  const places = parseDecimals(amount, decimals);
  const [, whole, fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text(amount)) ?? [];
  if (whole === undefined) {
    throw new AmountError(`Amount ${show(amount)} is not a decimal number. Give digits such as "1.5", as a string.`);
  }
  if (!/^0*$/.test(fraction.slice(places))) {
    throw new AmountError(
      `Amount ${show(amount)} has more than the ${String(places)} decimals of the currency. Shorten it: rounding is up to you.`,
    );
  }
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
}

/**
 * Main unit of an amount in smallest units, in its shortest form: `toMainUnit(1500000000000000000n, 18)` is `'1.5'`.
 *
 * @param amount - A bigint, or digits as in the `amount` of a callback: no sign, no fraction.
 * @param decimals - Decimals of the currency, 0 to 255; a string as in `decimals` and `token_decimals` of a wallet record, too.
 * @throws AmountError for any other form.
 */
export function toMainUnit(amount: bigint | string, decimals: number | string): string {
  const places = parseDecimals(amount, decimals);
  const units = typeof amount === 'bigint' ? String(amount) : text(amount);
  if (!/^[0-9]+$/.test(units)) {
    throw new AmountError(
      `Amount ${show(amount)} is not a number of smallest units. Give a bigint or digits such as "1500", neither negative.`,
    );
  }
  const digits = units.replace(/^0+/, '').padStart(places + 1, '0');
  const point = digits.length - places;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return digits.slice(0, point) + (fraction && `.${fraction}`);
}

function parseDecimals(amount: unknown, decimals: unknown): number {
  const digits = typeof decimals === 'number' ? String(decimals) : text(decimals);
  if (/^(?:0|[1-9][0-9]{0,2})$/.test(digits) && Number(digits) <= 255) return Number(digits);
  throw new AmountError(
    `Amount ${show(amount)} cannot be converted with decimals ${show(decimals)}. Give an integer from 0 to 255.`,
  );
}

/** Nothing that a pattern accepts unless it is a string: a pattern would take the number 1.5 for '1.5'. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** As it is written in code, so that a space or a number in the place of a string can be seen; cut where it is endless. */
const show = (value: unknown): string => {
  const written = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return written.length > 100 ? `${written.slice(0, 100)}…` : written;
};
