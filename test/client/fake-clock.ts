/** Time that stands still until a test moves it: by hand, or on from timer to timer until a call has ended. */
import type { Clock } from '@wallet-operations/client';

export interface FakeClock extends Clock {
  /** Sets the date alone, by so many milliseconds back or forth, as an administrator or a time server does. */
  readonly setDate: (by: number) => void;
  /** Timers that are set: what is left when a call has ended was left behind. */
  readonly pending: () => number;
  /** Moves time on and runs what falls due, in order. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Moves on to the next timer, again and again, until the promise has settled. */
  readonly finish: <T>(promise: Promise<T>) => Promise<T>;
}

/** Turns without any timer after which nothing is waited for any more. */
const LONGEST_WAIT = 1000;

/** Makes a clock. What a call does between two timers must be done by promises alone, or time runs away from it. */
export function createFakeClock(start = Date.parse('2026-11-20T08:30:00Z')): FakeClock {
  let now = 0;
  let date = start;
  const timers = new Map<symbol, { readonly at: number; readonly run: () => void }>();

  const next = (until: number): [symbol, { at: number; run: () => void }] | undefined =>
    [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
  const runNext = (until: number): boolean => {
    const due = next(until);
    if (!due) return false;
    const [id, { at, run }] = due;
    timers.delete(id);
    now = Math.max(now, at);
    run();
    return true;
  };

  return {
    now: () => date + now,
    monotonic: () => now,
    setDate: (by) => {
      date += by;
    },
    after(milliseconds, run) {
      const id = Symbol('timer');
      timers.set(id, { at: now + milliseconds, run });
      return () => timers.delete(id);
    },
    pending: () => timers.size,
    async advance(milliseconds) {
      const until = now + milliseconds;
      do await idle();
      while (runNext(until));
      now = until;
      await idle();
    },
    async finish(promise) {
      const state = { settled: false };
      const done = () => {
        state.settled = true;
      };
      promise.then(done, done);
      for (let waits = 0; waits < LONGEST_WAIT; waits++) {
        await idle();
        if (state.settled) return promise;
        if (runNext(Infinity)) waits = 0;
      }
      throw new Error('The call has not ended, and no timer is left that could end it.');
    },
  };
}

/** Lets everything run that promises alone set going. The body of a Response takes more than one turn. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
