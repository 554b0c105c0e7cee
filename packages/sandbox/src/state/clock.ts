/** Time: it runs with the machine's, ahead of it if need be, or stands still until it is moved by hand. */
import type { Store } from './store.ts';
import { readMeta, writeMeta } from './meta.ts';

/** The clock of the sandbox, in milliseconds. */
export interface Clock {
  readonly now: () => number;
  readonly isRunning: () => boolean;
  readonly run: () => void;
  readonly stop: () => void;
  /** Moves it on, never back. */
  readonly forwardTo: (time: number) => void;
  /** What it shows, and whether it runs. */
  readonly read: () => ClockReading;
  /** Keeps what it shows by now: after the next start it goes on from there, whatever the machine's shows. */
  readonly keep: () => void;
  /** Sets it to that, back if need be. */
  readonly set: (reading: ClockReading) => void;
}

/** What a clock shows. */
export interface ClockReading {
  /** Milliseconds. */
  readonly time: number;
  readonly running: boolean;
}

interface Kept {
  readonly running: boolean;
  /** Milliseconds ahead of the machine, or the time itself where it stands still. */
  readonly value: number;
  /** What it showed when it was kept. A state of before does not know. */
  readonly shown?: number;
}

/** The last moment that there is, the end of the year 9999. */
const LAST = Date.UTC(10_000, 0) - 1;

/** @throws RangeError for what is no time, or lies beyond the last. */
export function checkTime(time: number): void {
  if (!(time >= 0 && time <= LAST))
    throw new RangeError(
      `Time goes from 1970 to the end of 9999, and ${String(time)} milliseconds are not in between.`,
    );
}

/** Goes on from the time that the state has, and never from before `latest`, or starts at `at`; running or not, as asked. */
export function createClock(
  store: Store,
  start: {
    readonly running: boolean;
    readonly at: number | undefined;
    /** The latest moment that the state knows of. */
    readonly latest: number;
  },
): Clock {
  const before = readMeta<Kept>(store, 'clock');
  if (start.at !== undefined) checkTime(start.at);
  /** Whole milliseconds, whatever it was moved by: they become integers of the tables. */
  const nowOf = ({ running, value }: Kept): number => Math.floor(running ? Date.now() + value : value);
  const keptAt = (time: number, running: boolean): Kept => ({ running, value: running ? time - Date.now() : time });
  let kept = keptAt(
    before ? Math.max(nowOf(before), before.shown ?? 0, start.latest) : (start.at ?? Date.now()),
    start.running,
  );
  const keep = (next: Kept): void => {
    kept = next;
    writeMeta(store, 'clock', { ...kept, shown: nowOf(kept) });
  };
  keep(kept);
  let last = nowOf(kept);
  /** Where the machine's clock is set back, this one goes on from where it was. */
  const now = (): number => {
    const time = nowOf(kept);
    if (time < last) kept = keptAt(last, kept.running);
    else last = time;
    return last;
  };
  return {
    now,
    isRunning: () => kept.running,
    run() {
      keep(keptAt(now(), true));
    },
    stop() {
      keep(keptAt(now(), false));
    },
    forwardTo(time) {
      const ahead = Math.floor(time) - now();
      if (ahead > 0) keep({ ...kept, value: Math.floor(kept.value) + ahead });
    },
    read: () => ({ time: now(), running: kept.running }),
    keep() {
      now();
      keep(kept);
    },
    set({ time, running }) {
      last = time;
      keep(keptAt(time, running));
    },
  };
}
