/** Time, which a test may be the master of. */
import { setTimeout } from 'node:timers/promises';

/** The time of a run. */
export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves once so many milliseconds are over; `signal` ends the wait, which throws then. */
  readonly pass: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The machine's. */
export const systemClock: Clock = {
  now: Date.now,
  pass: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};
