/** Decimal numbers by their value, however they are written. */

const DECIMAL = /^\+?([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]{1,9}))?$/i;

/**
 * One text for all spellings of a decimal number: `1.50`, `+1.5`, `01.5` and `15e-1` give the same. In one pass, whatever its
 * length.
 *
 * @returns undefined for what is no decimal number, or a negative one
 */
export function canonicalDecimal(text: string): string | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first++;
  let last = digits.length;
  while (last > first && digits[last - 1] === '0') last--;
  if (digits === '') return undefined;
  if (first === last) return '0';
  return `${digits.slice(first, last)}e${String(Number(exponent) - fraction.length + digits.length - last)}`;
}
