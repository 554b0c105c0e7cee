/** Sends a call until it is answered, and repeats it only where that is safe. */
import { failedCall, type Answer, type Call } from '../calls/call.ts';
import { AbortedError, ServiceError, TimeoutError, type WalletError } from '../errors.ts';
import { checkLimits, type TransportOptions } from '../options.ts';
import { createServiceClock, sleep, systemClock, within } from './clock.ts';
import { createExchange } from './exchange.ts';
import { nameFailure } from './failure.ts';
import { retryAfterOf, waitBeforeRetry } from './retry.ts';
import type { Caller } from './limits.ts';
import { createLimits } from './own-limits.ts';

/** Sends a call. A refusal of the service is an answer; every other failure rejects with a {@link WalletError}. */
export type Send = (call: Call) => Promise<Answer>;

/**
 * Makes the sender to a base address. It remembers the service's clock, and the throttling of each API code.
 *
 * @throws RangeError for a limit among the options that is none.
 */
export function createTransport(base: string, options: TransportOptions): Send {
  checkLimits(options);
  const { clock = systemClock, random = Math.random, attempts = 8, onAttempt } = options;
  const serviceClock = createServiceClock(clock);
  const { limits = createLimits(clock) } = options;
  const exchange = createExchange(base, options, clock, serviceClock, limits);

  return async (call) => {
    const { operation, walletId, path } = call;
    const { operationId } = operation;
    const { signal, timeout = options.timeout ?? 30_000, deadline = options.deadline ?? 120_000 } = call.options;
    const { credentials, readOnlyCredentials = credentials } = options;
    const source = operation.readOnly ? readOnlyCredentials : credentials;
    const endsAt = clock.monotonic() + deadline;

    for (let number = 1; ; number++) {
      const startedAt = clock.monotonic();
      const sentBefore = call.sent;
      const offsetBefore = serviceClock.offset;
      let answer: Answer | undefined;
      let error: WalletError | undefined;
      let caller: Caller | undefined;
      /** Gives work so many milliseconds, and no more than are left of the call. */
      const limited = <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
        const left = endsAt - clock.monotonic();
        const isLast = left <= milliseconds;
        return within(clock, isLast ? left : milliseconds, signal, work, () => {
          const details = failedCall(call, call.sent > sentBefore, !isLast);
          error = new TimeoutError(isLast ? 'deadline' : 'timeout', isLast ? deadline : timeout, details);
          return Promise.reject(error);
        });
      };
      try {
        const given = typeof source === 'function' ? await limited(timeout, async () => source(walletId)) : source;
        const by = (caller = { operationId, walletId, apiCode: given.apiCode });
        await limited(Infinity, async (ended) => limits.turn(by)?.(ended)); // before signing, or t would be old
        answer = await limited(timeout, (ended) => exchange(call, given, by, ended));
        error = answer.error;
        if (error instanceof ServiceError) {
          const { reason, values } = error;
          call.isReplay = reason === 'invalid_checksum';
          const count = Number(values.THROTTLING_COUNT);
          if (reason === 'call_too_frequently' && count >= 1 && count < Infinity) tell(() => limits.learn(by, count));
          if (reason === 'invalid_timestamp')
            serviceClock.learn(answer.response.headers.get('Date'), call.apart, offsetBefore);
        }
      } catch (cause) {
        error ??= nameFailure(cause, call, call.sent > sentBefore);
      }
      const response = answer?.response;
      const status = response?.status;
      let wait: number | undefined;
      if (error && number < attempts) {
        const retryAfter = retryAfterOf(response?.headers.get('Retry-After'), serviceClock.now());
        const isLearnt = call.apart !== 0 || serviceClock.offset !== offsetBefore;
        wait = waitBeforeRetry(error, number - 1, retryAfter, isLearnt, random);
        if (wait !== undefined && wait >= endsAt - clock.monotonic()) wait = undefined;
      }
      const isAnswered = !error || error instanceof ServiceError;
      if (call.sent > sentBefore && !(error instanceof AbortedError))
        tell(() => limits.ended?.(caller as Caller, isAnswered && (status as number) < 500));
      tell(() =>
        onAttempt?.({
          operationId,
          attempt: number,
          method: operation.method,
          path,
          status,
          reason: error?.reason,
          milliseconds: clock.monotonic() - startedAt,
          nextIn: wait,
        }),
      );
      if (wait === undefined) {
        if (isAnswered) return answer as Answer;
        throw error as WalletError;
      }
      await sleep(clock, wait, signal).catch((cause: unknown) => {
        throw nameFailure(cause, call, false);
      });
    }
  };
}

/** Tells one who only watches. An order may have been accepted: its answer must not get lost by what he throws or rejects with. */
function tell(watcher: () => unknown): void {
  (async () => {
    await watcher();
  })().catch(() => undefined);
}
