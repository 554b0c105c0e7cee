/** Keeps each API code below the number of calls a minute that the service has told of. */
import { sleep, type Clock } from './clock.ts';
import type { Limits } from './limits.ts';

/** The lane of an API code; lanes do not wait for each other. */
interface Lane {
  interval: number;
  /** When the next call may go. */
  next: number;
  /** Settles when the last in the lane has gone. */
  last: Promise<void>;
}

const MINUTE = 60_000;

/** Knows no limits at first, so nothing waits. */
export function createThrottle(clock: Clock): Pick<Limits, 'turn' | 'learn'> {
  const lanes = new Map<string, Lane>();

  return {
    turn({ apiCode }) {
      const lane = lanes.get(apiCode);
      return (
        lane &&
        ((signal) =>
          (lane.last = lane.last
            .catch(() => undefined) // of what was aborted the place falls to the one behind
            .then(() => sleep(clock, lane.next - clock.monotonic(), signal))
            .then(() => {
              lane.next = clock.monotonic() + lane.interval;
            })))
      );
    },
    learn({ apiCode }, callsPerMinute) {
      const interval = MINUTE / callsPerMinute;
      const lane = lanes.get(apiCode) ?? { interval, next: 0, last: Promise.resolve() };
      lanes.set(apiCode, lane);
      lane.interval = interval;
      lane.next = Math.max(lane.next, clock.monotonic() + interval);
    },
  };
}
