/** Amounts: decimal strings outside, bigints of the smallest unit inside. */

/** Smallest units of a decimal string; undefined for more decimals than there are, and for more than any chain carries. */
export function toUnits(amount: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, endOfDigits(fraction));
  return kept.length > decimals || isBeyondChains(amount, decimals)
    ? undefined
    : BigInt(whole + kept.padEnd(decimals, '0'));
}

/** The digits of 2^256 - 1: the largest number that any chain here has. */
const MOST_DIGITS = 78;

/** Whether a decimal string is more than any chain can carry. To count with millions of digits takes seconds, for each block anew. */
export function isBeyondChains(amount: string, decimals: number): boolean {
  const point = amount.indexOf('.');
  const length = point === -1 ? amount.length : point;
  let start = 0;
  while (amount[start] === '0') start++;
  return length - start + decimals > MOST_DIGITS;
}

/** Where the zeros at the end begin. By hand: an expression looks for the end from each zero, and an amount may have millions. */
function endOfDigits(fraction: string): number {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end--;
  return end;
}

/** The decimal string of smallest units, in its shortest form. */
export function toDecimal(units: bigint | string, decimals: number): string {
  const sign = BigInt(units) < 0n ? '-' : '';
  const digits = String(units)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point);
  const kept = fraction.slice(0, endOfDigits(fraction));
  return sign + digits.slice(0, point) + (kept && `.${kept}`);
}
