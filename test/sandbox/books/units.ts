/** Amounts as the books count them: whole smallest units, written down as decimals only where somebody else reads them. */

/** Smallest units of a decimal. @throws Error for what is none, or has more digits than the asset */
export function toUnits(text: string, decimals: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > decimals)
    throw new Error(`"${text}" is no amount with ${String(decimals)} decimals`);
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}

/** The decimal of smallest units, without zeros that say nothing. */
export function toText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
