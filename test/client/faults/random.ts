/** A seeded source of randomness: the same seed gives the same schedule of faults, on any machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
}

/** The mulberry32 generator. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
