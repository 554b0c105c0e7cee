/** Keeps each API code below the number of calls a minute that the service has told of. */
import type { Clock } from './clock.ts';

/** One lane for each API code; lanes do not wait for each other. */
export interface Throttle {
  /** Takes the next place in a code's lane. Returns the milliseconds to wait for it. */
  readonly place: (apiCode: string) => number;
  /** Learns the limit of a code, from a refusal that names it. */
  readonly learn: (apiCode: string, callsPerMinute: number) => void;
}

const MINUTE = 60_000;

/** Knows no limits at first, so nothing waits. */
export function createThrottle({ now }: Clock): Throttle {
  const lanes = new Map<string, { interval: number; next: number }>();
  return {
    place(apiCode) {
      const lane = lanes.get(apiCode);
      if (!lane) return 0;
      const at = Math.max(now(), lane.next);
      lane.next = at + lane.interval;
      return at - now();
    },
    learn(apiCode, callsPerMinute) {
      const interval = MINUTE / callsPerMinute;
      if (interval > 0 && interval <= MINUTE) lanes.set(apiCode, { interval, next: now() + interval });
    },
  };
}
