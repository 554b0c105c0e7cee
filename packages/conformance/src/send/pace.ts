/** How often a run calls: one call after the other, at a small share of what the service allows. */
import type { Clock } from './clock.ts';

/** Calls a minute that are assumed to be allowed, and the share of them that a run takes. */
export interface Pace {
  readonly callsPerMinute: number;
  /** Of one. */
  readonly share: number;
}

/** A tenth of what the document has as an example. */
export const DEFAULT_SHARE = 0.1;

/** Waits until the next call may go out. */
export function createTurns({ callsPerMinute, share }: Pace, clock: Clock, signal?: AbortSignal): () => Promise<void> {
  const interval = 60_000 / (callsPerMinute * share);
  let next = -Infinity;
  return async () => {
    const wait = Math.min(next - clock.now(), interval); // a clock that was set back makes nobody wait for it
    if (wait > 0) await clock.pass(wait, signal);
    next = Math.max(next, clock.now()) + interval;
    if (next - clock.now() > interval) next = clock.now() + interval; // a clock that stands still owes nothing
  };
}
