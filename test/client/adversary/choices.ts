/** Where every decision of a schedule comes from: a list of numbers, or a seed. The same ones give the same schedule. */
import { seeded } from '../faults/random.ts';

/** Decides. */
export interface Choices {
  readonly pick: <T>(options: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  /** Anything from 0 up to, not including, 1. */
  readonly share: () => number;
}

/** Choices by a seed. */
export function bySeed(seed: number): Choices {
  const { next, chance } = seeded(seed);
  for (let i = 0; i < 4; i++) next(); // neighbours begin alike
  return {
    pick: <T>(options: readonly T[]) => options[Math.floor(next() * options.length)] as T,
    chance,
    share: next,
  };
}

/** A list of choices, and how many options each of them had. */
export interface Script {
  readonly choices: readonly number[];
  /** Filled as it is played. */
  readonly options: number[];
}

/** One choice of a script: what goes beyond the list takes the first option. Beyond the depth there is no choice any more. */
export function play(script: Script, depth: number): <T>(options: readonly T[]) => T {
  let place = 0;
  return <T>(options: readonly T[]): T => {
    if (place >= depth) return options[0] as T;
    script.options[place] = options.length;
    return options[script.choices[place++] ?? 0] as T;
  };
}

/** The script behind one that was played, in the order of a dictionary; undefined after the last. */
export function following({ choices, options }: Script): number[] | undefined {
  for (let place = options.length - 1; place >= 0; place--) {
    const next = (choices[place] ?? 0) + 1;
    if (next < (options[place] as number)) return [...options.slice(0, place).map((_, i) => choices[i] ?? 0), next];
  }
  return undefined;
}
