/** Whether a failed call is sent again, and after how long: the only place that decides it. */
import type { Repeatable } from '../calls/operations.ts';
import type { WalletError } from '../errors.ts';

/** What the decision rests on. */
export interface Failure {
  readonly error: WalletError;
  readonly repeatable: Repeatable;
  /** How many attempts failed before this one. */
  readonly earlier: number;
  /** Retry-After of the response, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Whether this failure has just taught what a `t` may be. */
  readonly clockLearnt: boolean;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;
const LONGEST_THROTTLED_WAIT = 32_000;

/** Milliseconds to wait before the next attempt; undefined if there is none. `random` gives the jitter, 0 to 1. */
export function waitBeforeRetry(failure: Failure, random: () => number): number | undefined {
  const { error, repeatable, earlier, retryAfter, clockLearnt } = failure;
  // Refused before anything happened, so that any operation may be sent again.
  if (error.reason === 'invalid_timestamp') return clockLearnt ? 0 : undefined;
  if (error.reason === 'call_too_frequently')
    return retryAfter ?? Math.min(LONGEST_THROTTLED_WAIT, 1000 * 2 ** earlier);
  if (!error.retryable || (repeatable !== 'always' && error.effect === 'unknown')) return undefined;
  return retryAfter ?? backoff(earlier, random);
}

/** Milliseconds to wait after so many failures before the last one: capped, doubling, anywhere below. */
export function backoff(earlier: number, random: () => number): number {
  return random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** earlier);
}

/** Whether an answer with this status may be another one later. */
export const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Reads a Retry-After header, seconds or a date; undefined for anything else. */
export function retryAfterOf(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return milliseconds >= 0 ? milliseconds : undefined;
}
