/** How large a soak is, and what happens in it when: everything that a seed decides. */

/** Sizes and settings of one soak. */
export interface Plan {
  readonly seed: number;
  readonly orders: number;
  readonly workers: number;
  /** Seconds over which orders come and all of these happen. */
  readonly seconds: number;
  /** SIGKILLs of random workers. */
  readonly kills: number;
  /** Workers that are told to end and have another one started beside them. */
  readonly deploys: number;
  /** Immediate restarts of PostgreSQL. */
  readonly restarts: number;
  /** Workers that are stopped for longer than their lease, and then go on. */
  readonly freezes: number;
  /** Of all calls, the share that a fault hits. */
  readonly faults: number;
  /** Of all submissions, the share that reaches the service only after its caller was cut off. */
  readonly late: number;
  /** As the option has it; undefined to leave it out. */
  readonly shownAfter: number | undefined;
  readonly inFlight: number | undefined;
  readonly batch: number;
  /** Whether orders differ in priority. */
  readonly priorities: boolean;
}

/** Seconds of a lease: the shortest that there is. */
export const LEASE = 10;
/** Milliseconds for which a stopped worker is stopped. */
export const FROZEN = 13_000;
/** Milliseconds by which a late submission is late, at most. */
export const LATEST = 5_000;

/** A plan of so many orders, with all the rest in proportion unless it is given. */
export function planOf(given: Partial<Plan> & Pick<Plan, 'seed' | 'orders'>): Plan {
  const { orders } = given;
  const kills = given.kills ?? Math.ceil(orders / 100);
  return {
    workers: 4,
    seconds: Math.max(40, 5 * kills),
    kills,
    deploys: Math.ceil(0.3 * kills),
    restarts: Math.ceil(kills / 20),
    freezes: Math.ceil(kills / 20),
    faults: 0.25,
    late: 0.02,
    shownAfter: 15,
    inFlight: undefined,
    batch: 25,
    priorities: false,
    ...given,
  };
}

/** What happens to the processes and to the database. */
export type Event = 'kill' | 'deploy' | 'restart' | 'freeze' | 'strict' | 'lax';

/** When each of it happens, in milliseconds from the start, the first one first. */
export function scheduleOf({ seed, seconds, kills, deploys, restarts, freezes }: Plan): { at: number; event: Event }[] {
  const random = randomOf(seed);
  const some = (count: number, event: Event): { at: number; event: Event }[] =>
    Array.from({ length: count }, () => ({ at: (0.04 + 0.92 * random()) * seconds * 1000, event }));
  return [
    ...some(kills, 'kill'),
    ...some(deploys, 'deploy'),
    ...some(restarts, 'restart'),
    ...some(freezes, 'freeze'),
    { at: 0.3 * seconds * 1000, event: 'strict' as const },
    { at: 0.6 * seconds * 1000, event: 'lax' as const },
  ].sort((a, b) => a.at - b.at);
}

/** Chance that a seed repeats: numbers from 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
