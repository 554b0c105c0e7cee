/** Numbers and functions that users give, of which an unset variable makes something else. */

/** What a number may be. */
export interface Range {
  /** With `whole` in it where no fraction will do. */
  readonly what: string;
  readonly from: number;
  readonly to?: number;
}

/** @throws TypeError for what is given, and no function */
export function checkFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function')
    throw new TypeError(`${name} is of type ${typeof value}. Give a function, or nothing.`);
}

/** @throws RangeError for what is given, and no number of that range */
export function checkNumber(name: string, value: number | string | null | undefined, { what, from, to }: Range): void {
  if (value === undefined) return;
  const isWhole = !what.includes('whole') || Number.isSafeInteger(value);
  if (Number.isFinite(value) && isWhole && (value as number) >= from && (value as number) <= (to ?? Infinity)) return;
  const given = typeof value === 'string' ? `'${value}'` : String(value);
  const range = to === undefined ? `from ${String(from)} on` : `from ${String(from)} to ${String(to)}`;
  throw new RangeError(`${name} is ${given}. Give ${what}, ${range}.`);
}
