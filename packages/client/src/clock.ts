/** Time as the client sees it: one seam for tests, waits that can be ended, and the offset to the service's own clock. */

/** Where the client gets its time from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs something once after so many milliseconds. Returns what cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** What ended work that took too long. */
export const TIMED_OUT = new Error('timed out');

/**
 * Runs work under a signal that is aborted with the outer one, or with {@link TIMED_OUT} after so many milliseconds. Rejects at
 * once then, with the signal's reason, even if the work takes no notice.
 */
export function within<T>(
  { after }: Clock,
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    outer?.throwIfAborted();
    const controller = new AbortController();
    const end = (reason: Error): void => {
      settle();
      reject(reason);
      controller.abort(reason);
    };
    const follow = (): void => {
      end(outer?.reason as Error);
    };
    const cancel = after(milliseconds, () => {
      end(TIMED_OUT);
    });
    const settle = (): void => {
      cancel();
      outer?.removeEventListener('abort', follow);
    };
    outer?.addEventListener('abort', follow);
    work(controller.signal).then(resolve, reject).finally(settle);
  });
}

/** Waits; rejects with the signal's reason once that is aborted. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return within(clock, milliseconds, signal, () => new Promise<never>(() => undefined)).catch((reason: unknown) => {
    if (reason !== TIMED_OUT) throw reason;
  });
}

/** The service's clock, as far as it is known. */
export interface ServiceClock {
  /** Time for `t`, Unix seconds. */
  readonly seconds: () => number;
  /** Learns from the Date header of a response; false if there is none, or nothing new in it. */
  readonly learn: (date: string | null) => boolean;
}

/** Starts with the local time as the service's. */
export function createServiceClock({ now }: Clock): ServiceClock {
  let offset = 0;
  return {
    seconds: () => Math.floor((now() + offset) / 1000),
    learn: (date) => {
      const learnt = Date.parse(date ?? '') - now();
      const changed = Math.abs(learnt - offset) >= 1000; // false for a date that is none
      if (changed) offset = learnt;
      return changed;
    },
  };
}
