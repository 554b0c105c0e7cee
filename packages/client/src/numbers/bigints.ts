/** Turns the fields that the document declares int64 or uint64 into bigints, so that their type never depends on their value. */
import { writable } from '@wallet-operations/json';

/**
 * Where in a value the 64-bit integers are: 1 is such an integer; a key leads into the property of that name; `*` leads into
 * every element of an array, and into every property of an object that has no key of its own.
 */
export type BigintShape = 1 | { readonly [key: string]: BigintShape };

/**
 * Turns the integers that `shape` points at into bigints, in place, and returns the value. Whatever is not as the shape expects
 * (missing, null, a string, a fraction) stays as it is, and so does an integer number beyond ±(2^53 − 1), which has lost digits
 * already: `parseJson` leaves none of these, but for literals with a fraction or an exponent. JSON.stringify writes what comes.
 */
export function reviveBigints(value: unknown, shape: BigintShape): unknown {
  if (shape === 1) return Number.isSafeInteger(value) ? BigInt(value as number) : value;
  if (typeof value !== 'object' || value === null) return value;

  const rest = shape['*'];
  if (Array.isArray(value)) {
    if (rest) for (let i = 0; i < value.length; i++) revive(value, i, rest);
  } else if (rest) {
    for (const key of Object.keys(value)) revive(value, key, (Object.hasOwn(shape, key) && shape[key]) || rest);
  } else {
    for (const key in shape) revive(value, key, shape[key] as BigintShape);
  }
  return value;
}

/** Writes only what has changed: a property that is missing stays missing, and a write costs more than a look. */
function revive(holder: object, key: PropertyKey, shape: BigintShape): void {
  const record = holder as Record<PropertyKey, unknown>;
  const before = record[key];
  const after = reviveBigints(before, shape);
  if (after === before) return;
  record[key] = after;
  writable(holder);
}
