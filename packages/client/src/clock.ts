/** Time as the client sees it: one seam for tests, waits that can be ended, and the offset to the service's own clock. */

/** Where the client gets its time from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs something once after so many milliseconds. Returns what cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** What lies beyond 32 bits, setTimeout runs at once. */
const LONGEST = 2 ** 31 - 1;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, LONGEST));
    return () => {
      clearTimeout(timer);
    };
  },
};

/** What ended work that took too long. */
export const TIMED_OUT = new Error('timed out');

/**
 * Runs work under a signal that is aborted with the outer one, or with {@link TIMED_OUT} after so many milliseconds. Rejects at
 * once then, with the signal's reason, even if the work takes no notice. The work may set the time that it has left anew.
 */
export function within<T>(
  { after }: Clock,
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal, restart: (milliseconds: number) => void) => Promise<T>,
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
    const start = (time: number) =>
      after(time, () => {
        end(TIMED_OUT);
      });
    let cancel = start(milliseconds);
    const restart = (time: number): void => {
      cancel();
      if (!controller.signal.aborted) cancel = start(time);
    };
    const settle = (): void => {
      cancel();
      outer?.removeEventListener('abort', follow);
    };
    outer?.addEventListener('abort', follow);
    work(controller.signal, restart).then(resolve, reject).finally(settle);
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
  /** Milliseconds by which it is ahead of the local one. */
  readonly offset: () => number;
  /** Learns from the Date header of a response, where there is one. */
  readonly learn: (date: string | null) => void;
}

/** Starts with the local time as the service's. */
export function createServiceClock({ now }: Clock): ServiceClock {
  let offset = 0;
  return {
    seconds: () => Math.floor((now() + offset) / 1000),
    offset: () => offset,
    learn: (date) => {
      const learnt = Date.parse(date ?? '') - now();
      if (Math.abs(learnt - offset) >= 1000) offset = learnt; // not for a date that is none
    },
  };
}
