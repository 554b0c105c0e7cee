/** Time as quick as can be: it moves from timer to timer as soon as no promise is left to run. */
import type { Clock } from '@wallet-operations/client';

/** The time of one process: its timers end with it, and its wall clock may be wrong. */
export interface ProcessClock extends Clock {
  readonly monotonic: () => number;
  /** Timers that are set: what is left when a call has ended was left behind. */
  readonly pending: () => number;
  /** The process is dead: none of its timers runs any more. */
  readonly stop: () => void;
  /** Sets the wall clock forward or back. */
  readonly jump: (milliseconds: number) => void;
}

/** The one time of a schedule. */
export interface Time {
  /** Milliseconds since the schedule began. */
  readonly now: () => number;
  /** Milliseconds since the epoch, as the service has it. */
  readonly wall: () => number;
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly process: () => ProcessClock;
  /** Moves on until something is so. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  /** Moves on by so much. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

interface Timer {
  readonly at: number;
  run: (() => void) | undefined;
}

const START = Date.parse('2026-11-20T08:30:00Z');

/** Timers of one wait after which nobody believes any more that it ends. */
const MOST = 20_000;

/** Starts a time. What goes on between two timers must be done by promises alone. */
export function createTime(): Time {
  let now = 0;
  const timers: Timer[] = []; // the next one is the last of the list

  const after = (milliseconds: number, run: () => void): (() => void) => {
    const timer: Timer = { at: now + Math.max(0, milliseconds), run };
    let place = timers.length;
    while (place > 0 && (timers[place - 1] as Timer).at <= timer.at) place--;
    timers.splice(place, 0, timer);
    return () => {
      timer.run = undefined;
    };
  };

  const runNext = (until: number): boolean => {
    for (let timer = timers.at(-1); timer && timer.at <= until; timer = timers.at(-1)) {
      timers.pop();
      if (!timer.run) continue;
      now = timer.at;
      timer.run();
      return true;
    }
    return false;
  };

  return {
    now: () => now,
    wall: () => START + now,
    after,
    process() {
      let pending = 0;
      let isDead = false;
      let ahead = 0;
      return {
        now: () => START + now + ahead,
        monotonic: () => now,
        after(milliseconds, run) {
          let isSet = true;
          const end = (): boolean => isSet && ((isSet = false), pending--, true);
          pending++;
          const cancel = after(milliseconds, () => {
            if (end() && !isDead) run();
          });
          return () => {
            if (end()) cancel();
          };
        },
        pending: () => pending,
        stop: () => {
          isDead = true;
        },
        jump: (milliseconds) => {
          ahead += milliseconds;
        },
      };
    },
    async until(isSo) {
      for (let turns = 0; ; turns++) {
        await idle();
        if (isSo()) return;
        if (!runNext(Infinity)) throw new Error('It has not ended, and no timer is left that could end it.');
        if (turns > MOST) throw new Error(`It has not ended after ${String(MOST)} timers.`);
      }
    },
    async pass(milliseconds) {
      const until = now + milliseconds;
      do await idle();
      while (runNext(until));
      now = until;
      await idle();
    },
  };
}

/** Node runs a tick once no promise is left to run: cheaper than a turn of its loop. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    process.nextTick(resolve);
  });
