/** Time, which a test may be the master of. */
import { setTimeout } from 'node:timers/promises';

/** The time of a run. */
export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves once so many milliseconds are over. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** The machine's. */
export const systemClock: Clock = { now: Date.now, pass: (milliseconds) => setTimeout(milliseconds) };
