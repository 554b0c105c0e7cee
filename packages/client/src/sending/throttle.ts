/** Keeps each API code below the number of calls a minute that the service has told of. */
import { sleep, type Clock } from './clock.ts';

/** One lane for each API code; lanes do not wait for each other. */
export interface Throttle {
  /** What waits for the next place in a code's lane; undefined where no limit is known. */
  readonly turn: (apiCode: string) => ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Learns the limit of a code, from a refusal that names it. */
  readonly learn: (apiCode: string, callsPerMinute: number) => void;
}

interface Lane {
  interval: number;
  /** When the next call may go. */
  next: number;
  /** Settles when the last in the lane has gone. */
  last: Promise<void>;
}

const MINUTE = 60_000;

/** Knows no limits at first, so nothing waits. */
export function createThrottle(clock: Clock): Throttle {
  const lanes = new Map<string, Lane>();

  async function go(lane: Lane, signal: AbortSignal): Promise<void> {
    await sleep(clock, lane.next - clock.monotonic(), signal); // rejects for what was aborted: its place falls to the one behind
    lane.next = clock.monotonic() + lane.interval;
  }

  return {
    turn(apiCode) {
      const lane = lanes.get(apiCode);
      return (
        lane &&
        ((signal) => {
          const turn = lane.last.then(() => go(lane, signal));
          lane.last = turn.catch(() => undefined);
          return turn;
        })
      );
    },
    learn(apiCode, callsPerMinute) {
      const interval = MINUTE / callsPerMinute;
      if (!(interval > 0 && interval <= MINUTE)) return;
      const lane = lanes.get(apiCode) ?? { interval, next: 0, last: Promise.resolve() };
      lanes.set(apiCode, lane);
      lane.interval = interval;
      lane.next = Math.max(lane.next, clock.monotonic() + interval);
    },
  };
}
