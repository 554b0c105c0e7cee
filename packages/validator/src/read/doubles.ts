/** Numbers as a validator knows them, which has only doubles: none of them changes sides at a bound of 64 bits. */

/** Doubles just inside of what 64 bits hold: an integer that would be rounded over a bound is put there. */
const BOUNDS = [
  { bound: 2n ** 63n, below: 2 ** 63 - 1024 },
  { bound: 2n ** 64n, below: 2 ** 64 - 2048 },
] as const;

/** A double on the same side of every 64-bit bound as the integer. */
function doubleOf(exact: bigint): number {
  const number = Number(exact);
  if (Number.isSafeInteger(number)) return number;
  for (const { bound, below } of BOUNDS) {
    if (number === Number(bound) && exact < bound) return below;
    if (number === -Number(bound) && exact < -bound) return -Number(bound) * (1 + Number.EPSILON);
  }
  return number;
}

/** A copy. One without a prototype is a map, whose keys are others each time: as a plain object it would cost V8 a new shape for each. */
function copyOf(value: object): Record<string, unknown> {
  if (Object.getPrototypeOf(value) !== null) return { ...value };
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key in value) copy[key] = (value as Record<string, unknown>)[key];
  return copy;
}

/** A value with doubles for its bigints; what holds none is not copied. */
export function asDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') return doubleOf(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asDoubles);
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const double = asDoubles(inner);
    if (double !== inner) (copy ??= copyOf(value))[key] = double;
  }
  return copy ?? value;
}
