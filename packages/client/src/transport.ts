/** Sends a call until it is answered: authenticated anew for each attempt, and repeated only where that is safe. */
import { resultOf } from './answer.ts';
import { createServiceClock, sleep, systemClock, TIMED_OUT, within, type Clock } from './clock.ts';
import { credentialsFor, type CredentialsSource } from './credentials.ts';
import {
  AbortedError,
  ConnectionError,
  ServiceError,
  SigningError,
  TimeoutError,
  WalletError,
  type FailureDetails,
} from './errors.ts';
import type { BigintShape } from './numbers/bigints.ts';
import { retryAfterOf, waitBeforeRetry, type Repeatable } from './retry.ts';
import { sortedSha256, type Sign } from './sign.ts';
import { createSigner } from './signer.ts';
import { createThrottle } from './throttle.ts';

/** What the debug hook is told of each attempt. Nothing in it is secret. */
export interface AttemptEvent {
  readonly operationId: string;
  /** Counted from 1. */
  readonly attempt: number;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** HTTP status; undefined if no answer came. */
  readonly status: number | undefined;
  /** Reason of the failure; undefined after a success. */
  readonly reason: string | undefined;
  readonly milliseconds: number;
  /** Milliseconds until the next attempt; undefined if there is none. */
  readonly nextIn: number | undefined;
}

/** How calls are sent. */
export interface TransportOptions {
  /** API code and secret of the wallets, or a function that knows those of each. */
  readonly credentials: CredentialsSource;
  /** The read-only API code, for the wallet list and the balance list. Default: `credentials`. */
  readonly readOnlyCredentials?: CredentialsSource;
  /** Computes checksums. Default: {@link sortedSha256}, the assumed scheme. */
  readonly sign?: Sign;
  /** Replaces the global fetch. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds for one attempt, from its signing to the end of the body. Default: 30 000. */
  readonly timeout?: number;
  /** Milliseconds for a call with all its attempts and waits. Default: 120 000. */
  readonly deadline?: number;
  /** Attempts of one call at most. Default: 8. */
  readonly attempts?: number;
  /** Time, for tests. Default: the machine's. */
  readonly clock?: Clock;
  /** Jitter of the waits, from 0 to 1, for tests. Default: Math.random. */
  readonly random?: () => number;
  /** Debug hook, called after each attempt. */
  readonly onAttempt?: (event: AttemptEvent) => void;
}

/** One call, complete but for its authentication. */
export interface Call {
  readonly operationId: string;
  readonly repeatable: Repeatable;
  readonly readOnly: boolean;
  readonly bigints: BigintShape | undefined;
  readonly walletId: bigint | undefined;
  readonly method: string;
  /** Scheme and host, and what a gateway may have put before the path. */
  readonly base: string;
  /** Path as sent. */
  readonly path: string;
  /** Query as sent, without `t`; empty where there is none. */
  readonly query: string;
  readonly body: string | undefined;
  /** The caller's own headers. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number | undefined;
  readonly deadline: number | undefined;
}

/** An answer that was read to its end. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
  /** The parsed body of a success, or why there is none. */
  readonly result: { readonly value: unknown } | { readonly error: WalletError };
}

/** Sends a call. A refusal of the service is an answer; every other failure rejects with a {@link WalletError}. */
export type Send = (call: Call) => Promise<Answer>;

/** What the engines say of a connection that was never made. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/;

/** The engine's own word for a failed connection: Node hides its code in the cause. */
function engineReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}

/** Makes the sender. It remembers the service's clock and the throttling of each API code. */
export function createTransport(options: TransportOptions): Send {
  const {
    credentials,
    readOnlyCredentials = credentials,
    clock = systemClock,
    random = Math.random,
    onAttempt,
  } = options;
  const request = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const serviceClock = createServiceClock(clock);
  const throttle = createThrottle(clock);
  const sign = createSigner(options.sign ?? sortedSha256(), clock, serviceClock);

  return async (call) => {
    const { operationId, repeatable, signal } = call;
    const { timeout = options.timeout ?? 30_000, deadline = options.deadline ?? 120_000 } = call;
    const harmless = repeatable === 'always';
    const endsAt = clock.now() + deadline;
    let sent = 0;
    let clockCorrected = false;

    const details = (effect: FailureDetails['effect'], retryable: boolean): FailureDetails => ({
      operationId,
      attempts: sent,
      effect: harmless ? 'none' : effect,
      retryable,
    });

    /** Everything that can reject here but a WalletError is a failure of the network, of time, or of the caller. */
    const named = (cause: unknown, sentBefore: number): WalletError => {
      if (cause instanceof WalletError) return cause;
      const effect = sent > sentBefore ? 'unknown' : 'none';
      if (signal?.aborted) return new AbortedError('aborted by the caller', details(effect, false), cause);
      if (cause === TIMED_OUT) {
        const over = clock.now() >= endsAt;
        return new TimeoutError(over ? 'deadline' : 'timeout', over ? deadline : timeout, details(effect, !over));
      }
      if (sent === sentBefore)
        return new SigningError('the credentials source or the sign function failed', details('none', false), cause);
      const reason = engineReason(cause);
      return new ConnectionError(
        `no answer: ${reason}`,
        details(NEVER_SENT.test(reason) ? 'none' : effect, true),
        cause,
      );
    };

    const attempt = async (attemptSignal: AbortSignal): Promise<Answer & { apiCode: string }> => {
      const { apiCode, secret } = await credentialsFor(
        call.readOnly ? readOnlyCredentials : credentials,
        call.walletId,
      );
      const { method, path, body } = call;
      const place = throttle.place(apiCode);
      if (place > 0) await sleep(clock, place, attemptSignal);
      const { checksum, query } = await sign(
        { method, path, query: call.query, body: body ?? '', secret },
        attemptSignal,
      );
      const headers: Record<string, string> = { ...call.headers };
      headers['X-API-CODE'] = apiCode;
      headers['X-CHECKSUM'] = checksum;
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      sent++;
      const response = await request(`${call.base}${path}?${query}`, {
        method,
        headers,
        signal: attemptSignal,
        redirect: 'manual', // or the API code would follow to wherever it leads
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const asked = { operationId, attempts: sent, harmless, bigints: call.bigints };
      try {
        return { response, text, result: { value: resultOf(response.status, text, asked) }, apiCode };
      } catch (error) {
        return { response, text, result: { error: error as WalletError }, apiCode };
      }
    };

    for (let earlier = 0; ; earlier++) {
      const started = clock.now();
      const sentBefore = sent;
      let answer: (Answer & { apiCode: string }) | undefined;
      let error: WalletError | undefined;
      try {
        answer = await within(clock, Math.min(timeout, endsAt - started), signal, attempt);
        if ('error' in answer.result) error = answer.result.error;
      } catch (cause) {
        error = named(cause, sentBefore);
      }

      let wait: number | undefined;
      if (error) {
        const headers = answer?.response.headers;
        const clockLearnt: boolean =
          !clockCorrected && 'invalid_timestamp' === error.reason && serviceClock.learn(headers?.get('Date') ?? null);
        clockCorrected ||= clockLearnt;
        if (answer && error instanceof ServiceError && error.reason === 'call_too_frequently')
          throttle.learn(answer.apiCode, Number(error.values.THROTTLING_COUNT));
        const retryAfter = retryAfterOf(headers?.get('Retry-After') ?? null, clock.now());
        wait = waitBeforeRetry({ error, repeatable, earlier, retryAfter, clockLearnt }, random);
        if (earlier + 1 >= (options.attempts ?? 8) || clock.now() + (wait ?? 0) >= endsAt) wait = undefined;
      }
      onAttempt?.({
        operationId,
        attempt: earlier + 1,
        method: call.method,
        path: call.path,
        status: answer?.response.status,
        reason: error?.reason,
        milliseconds: clock.now() - started,
        nextIn: wait,
      });
      if (wait !== undefined) {
        await sleep(clock, wait, signal).catch((cause: unknown) => {
          throw named(cause, sent);
        });
        continue;
      }
      if (answer && (!error || error instanceof ServiceError)) return answer;
      throw error ?? new Error('unreachable');
    }
  };
}
