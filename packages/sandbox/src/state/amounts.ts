/** Amounts: decimal strings outside, bigints of the smallest unit inside. */

/** Smallest units of a decimal string; undefined for more decimals than there are. */
export function toUnits(amount: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept.length > decimals ? undefined : BigInt(whole + kept.padEnd(decimals, '0'));
}

/** The decimal string of smallest units, in its shortest form. */
export function toDecimal(units: bigint | string, decimals: number): string {
  const sign = BigInt(units) < 0n ? '-' : '';
  const digits = String(units)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return sign + digits.slice(0, point) + (fraction && `.${fraction}`);
}
