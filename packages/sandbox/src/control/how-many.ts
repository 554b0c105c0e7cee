/** How many of the latest are asked for, in the same words wherever that may be said. */

/** Unless it is said. */
const USUAL = 25;

/** More than there can be, and a number that SQLite takes. */
const ALL = Number.MAX_SAFE_INTEGER - 1;

/** A number for a query. @throws RangeError for what is none */
export function howMany(latest: number | undefined): number {
  if (latest === undefined) return USUAL;
  if ((Number.isInteger(latest) || latest === Infinity) && latest >= 0) return Math.min(latest, ALL);
  throw new RangeError(`latest is ${String(latest)}. Give a whole number from 0, or Infinity for all.`);
}
