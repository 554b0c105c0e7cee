/** Time: it runs with the machine's, ahead of it if need be, or stands still until it is moved by hand. */
import type { Store } from '../state/store.ts';
import { readMeta, writeMeta } from '../state/meta.ts';

/** The clock of the sandbox, in milliseconds. */
export interface Clock {
  readonly now: () => number;
  readonly isRunning: () => boolean;
  readonly run: () => void;
  readonly stop: () => void;
  /** Moves it on, never back. */
  readonly forwardTo: (time: number) => void;
}

interface Kept {
  readonly running: boolean;
  /** Milliseconds ahead of the machine, or the time itself where it stands still. */
  readonly value: number;
}

/** Takes up the time that the state has, or starts as asked. */
export function createClock(
  store: Store,
  start: { readonly running: boolean; readonly at: number | undefined },
): Clock {
  let kept: Kept =
    readMeta<Kept>(store, 'clock') ??
    (start.running
      ? { running: true, value: (start.at ?? Date.now()) - Date.now() }
      : { running: false, value: start.at ?? Date.now() });
  const keep = (next: Kept): void => {
    kept = next;
    writeMeta(store, 'clock', kept);
  };
  const now = (): number => (kept.running ? Date.now() + kept.value : kept.value);
  keep(kept);
  return {
    now,
    isRunning: () => kept.running,
    run() {
      keep({ running: true, value: now() - Date.now() });
    },
    stop() {
      keep({ running: false, value: now() });
    },
    forwardTo(time) {
      const ahead = time - now();
      if (ahead > 0) keep({ ...kept, value: kept.value + ahead });
    },
  };
}
