/** Time as the client sees it: one seam for tests, waits that can be ended, and the offset to the service's own clock. */
import { requestTimeWindow } from '@wallet-operations/openapi/points';

/** Where the client gets its time from. */
export interface Clock {
  /** Milliseconds since the epoch, as the machine's date has it. Somebody may set that back or forth at any time. */
  readonly now: () => number;
  /** Milliseconds since any fixed point. They only grow, whatever happens to the date: waits and limits are measured by them. */
  readonly monotonic: () => number;
  /** Runs something once after so many milliseconds, `Infinity` among them. Returns what cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** What lies beyond 32 bits, setTimeout runs at once; of what is past already, Node warns. */
const LONGEST = 2 ** 31 - 1;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.max(0, Math.min(milliseconds, LONGEST)));
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Runs work under a signal that is aborted with the outer one, or after so many milliseconds. Settles at once then, even if the
 * work takes no notice: with the reason of the outer signal, or as `late` says. Work that has no time left is not begun.
 */
export function within<T>(
  { after }: Clock,
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => T | Promise<never>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    outer?.throwIfAborted();
    if (milliseconds <= 0) {
      resolve(late());
      return;
    }
    const controller = new AbortController();
    const settle = (): void => {
      cancel();
      outer?.removeEventListener('abort', follow);
    };
    const fail = (reason: Error): void => {
      settle();
      reject(reason);
    };
    const follow = (): void => {
      fail(outer?.reason as Error);
      controller.abort();
    };
    const cancel = after(milliseconds, () => {
      settle();
      resolve(late());
      controller.abort();
    });
    outer?.addEventListener('abort', follow);
    work(controller.signal).then((value) => {
      settle();
      resolve(value);
    }, fail);
  });
}

/** Waits; rejects with the signal's reason once that is aborted. */
export const sleep = (clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  within<undefined>(
    clock,
    milliseconds,
    signal,
    () => new Promise(() => undefined),
    () => undefined,
  );

/** The service's clock, as far as it is known. */
export interface ServiceClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds by which it is ahead of the local one. */
  readonly offset: number;
  /** Seconds by which a `t` may differ from it, either way. */
  readonly reach: number;
  /**
   * Learns from a refused `t`: from the Date header of the refusal, or that it was too far `apart` from the time, in seconds.
   * `offsetBefore` is the offset by which it was chosen: another call may have corrected that meanwhile.
   */
  readonly learn: (date: string | null, apart: number, offsetBefore: number) => void;
}

/** Starts with the local time as the service's. */
export function createServiceClock({ now }: Clock): ServiceClock {
  const clock = {
    now: () => now() + clock.offset,
    offset: 0,
    reach: Math.floor(requestTimeWindow * 0.8), // clocks differ; with half of it eight busy processes got in each other's way
    learn: (date: string | null, apart: number, offsetBefore: number) => {
      if (clock.offset !== offsetBefore) return;
      const learnt = Date.parse(date ?? '') - now();
      if (Math.abs(learnt - clock.offset) >= 1000)
        clock.offset = learnt; // not for a date that is none
      else if (apart) clock.reach = Math.min(clock.reach, Math.abs(apart) >> 1);
    },
  };
  return clock;
}
