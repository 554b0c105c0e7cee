/** Parses JSON so that a validator over doubles judges every integer rightly, however many digits it has. */

const INTEGER = /^-?\d+$/;
const LONG = /\d{16}/;

/** Doubles just inside and just outside of what 64 bits hold: an integer that would be rounded over a bound is put beside it. */
const BOUNDS = [
  { bound: 2n ** 63n, below: 2 ** 63 - 1024 },
  { bound: 2n ** 64n, below: 2 ** 64 - 2048 },
] as const;

/**
 * A double on the same side of every 64-bit bound as the number that `source` is, and an integer if and only if that is one.
 * For anything of at most 15 digits that is the number itself.
 */
export function toDouble(source: string): number {
  const number = Number(source);
  if (!LONG.test(source)) return number;
  if (!INTEGER.test(source)) return Number.isInteger(number) && /\.\d*[1-9]/.test(source) ? 0.5 : number;
  const exact = BigInt(source);
  for (const { bound, below } of BOUNDS) {
    if (number === Number(bound) && exact < bound) return below;
    if (number === -Number(bound) && exact < -bound) return -Number(bound) * (1 + Number.EPSILON);
  }
  return number;
}

/**
 * `JSON.parse`, but for long numbers, which become what {@link toDouble} says.
 *
 * @throws SyntaxError, as `JSON.parse` does
 */
export function parseJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text); // a reviver costs six times as much
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? toDouble(context?.source ?? String(value)) : value,
  );
}
