/** The time that a submission has: after it, and after an abort, nothing is sent. */
import { AbortedError, TimeoutError, type FailureDetails, type WalletError } from '../errors.ts';
import { checkNames } from '../calls/given.ts';
import { checkLimits, headersOf, type CallOptions } from '../options.ts';
import { sleep, systemClock, type Clock } from '../sending/clock.ts';
import { backoff } from '../sending/retry.ts';

/** How long a submission, or a lookup of withdrawals, may take. */
export interface BudgetOptions {
  /** Ends it at once: nothing is sent any more, and what is not settled by then is `unknown` or `not_submitted`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt of a call. Default: the client's. */
  readonly timeout?: number | undefined;
  /** Further headers of each call, as a call may have them. */
  readonly headers?: CallOptions['headers'];
  /** Milliseconds for all of it, after which nothing is sent any more. Default: 300 000. */
  readonly deadline?: number | undefined;
  /**
   * How often in a row a batch is sent again when it is not known whether it arrived, before its parts are tried, each once; and how
   * often orders are looked up again which the service says it has. Default: 5.
   */
  readonly resends?: number | undefined;
  /** Time, for tests. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Jitter of the waits, and the order in which the orders of a halved batch go out, from 0 to 1, for tests. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}

/** Those of submissions and lookups. */
const KNOWN = [
  'signal',
  'timeout',
  'headers',
  'deadline',
  'resends',
  'clock',
  'random',
  'earlierAttempts',
  'ignoreBlackList',
];

/** A time in which calls may be made. */
export interface Span {
  /** Whether it is used up, or was ended. */
  readonly isOver: () => boolean;
  /** Options of the next call, which ends with it. */
  readonly callOptions: () => CallOptions;
}

/** What is left of it. */
export interface Budget extends Span {
  readonly resends: number;
  readonly random: () => number;
  /** The first half: who asks longer than that before he sends may never come to send. */
  readonly half: Span;
  /** Waits before the next try, longer after more of them. */
  readonly pause: (earlier: number) => Promise<void>;
  /** Why it is over, for an order of which nothing was sent. */
  readonly ended: () => WalletError;
}

/**
 * Starts it.
 *
 * @throws RangeError or TypeError for options that are no limits
 */
export function startBudget(operationId: string, options: BudgetOptions): Budget {
  const { signal, timeout, deadline = 300_000, resends = 5, clock = systemClock, random = Math.random } = options;
  checkNames(options, KNOWN);
  checkLimits(options);
  const headers = headersOf(options);
  if (typeof random !== 'function') throw new TypeError('random is no function.');
  const start = clock.monotonic();
  const left = (of = deadline): number => start + of - clock.monotonic();
  const span = (of: number): Span => ({
    isOver: () => signal?.aborted === true || left(of) <= 0,
    callOptions: () => ({ signal, timeout, headers, deadline: left(of) }),
  });
  const nothingSent: FailureDetails = { operationId, attempts: 0, effect: 'none', retryable: false };
  return {
    resends,
    random,
    ...span(deadline),
    half: span(deadline / 2),
    async pause(earlier) {
      try {
        await sleep(clock, Math.min(left(), backoff(earlier, random)), signal);
      } catch {
        // isOver tells of an abort
      }
    },
    ended: () =>
      signal?.aborted === true
        ? new AbortedError('ended by the caller', nothingSent, signal.reason)
        : new TimeoutError('deadline', deadline, nothingSent),
  };
}
