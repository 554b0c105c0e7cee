/** Whether a failed call is sent again, and after how long: the only place that decides it. */
import type { WalletError } from '../errors.ts';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;
const LONGEST_THROTTLED_WAIT = 32_000;

/**
 * Milliseconds to wait before the next attempt; undefined if there is none.
 *
 * @param earlier - how many attempts failed before this one
 * @param retryAfter - Retry-After of the response, in milliseconds
 * @param isLearnt - whether this failure has just taught what a `t` may be
 * @param random - gives the jitter, 0 to 1
 */
export function waitBeforeRetry(
  { reason, retryable, effect }: WalletError,
  earlier: number,
  retryAfter: number | undefined,
  isLearnt: boolean,
  random: () => number,
): number | undefined {
  // Refused before anything happened, so that any operation may be sent again.
  if (reason === 'invalid_timestamp') return isLearnt ? 0 : undefined;
  if (reason === 'call_too_frequently') return retryAfter ?? Math.min(LONGEST_THROTTLED_WAIT, 1000 * 2 ** earlier);
  if (retryable && effect === 'none') return retryAfter ?? backoff(earlier, random);
  return undefined;
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
