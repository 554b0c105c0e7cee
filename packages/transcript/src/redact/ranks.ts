/** Whole numbers that keep their order, their equality and what type they need, and nothing of what they are. */

/** Replaces whole numbers, once all of them are known. */
export interface Ranks {
  readonly note: (value: bigint) => void;
  readonly hide: (value: bigint) => bigint;
}

/** Up to so far a number tells nothing: an index, a level, a mark of nothing. */
const HARMLESS = 9n;

/** Where replaced numbers begin, by the smallest type that holds what they stand for. */
const CLASSES = [
  { below: 2n ** 31n, from: 1001n },
  { below: 2n ** 53n, from: 2n ** 40n },
  { below: 2n ** 63n, from: 2n ** 60n },
  { below: 2n ** 64n, from: 2n ** 63n + 1n },
] as const;

/** Of what no type holds. */
const BEYOND = 2n ** 70n;

/** Makes it. */
export function createRanks(): Ranks {
  const known = new Set<bigint>();
  let places: ReadonlyMap<bigint, bigint> | undefined;
  const placed = (): ReadonlyMap<bigint, bigint> => {
    const map = new Map<bigint, bigint>();
    const counts = new Map<bigint, bigint>();
    for (const size of [...known].sort((a, b) => (a < b ? -1 : 1))) {
      const from = CLASSES.find(({ below }) => size < below)?.from ?? BEYOND;
      const count = counts.get(from) ?? 0n;
      counts.set(from, count + 1n);
      map.set(size, from + count);
    }
    return map;
  };
  const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);
  return {
    note(value) {
      if (sizeOf(value) > HARMLESS) known.add(sizeOf(value));
      places = undefined;
    },
    hide(value) {
      const size = sizeOf(value);
      if (size <= HARMLESS) return value;
      const place = (places ??= placed()).get(size) ?? BEYOND;
      return value < 0n ? -place : place;
    },
  };
}
