/** Sends a call until it is answered, and repeats it only where that is safe. */
import { failedCall, type Answer, type Call, type LastAnswer } from '../calls/call.ts';
import { AbortedError, ServiceError, TimeoutError, type WalletError } from '../errors.ts';
import { checkOptions, type TransportOptions } from '../options.ts';
import { createServiceClock, sleep, systemClock, within } from './clock.ts';
import { createExchange } from './exchange.ts';
import { nameFailure } from './failure.ts';
import { retryAfterOf, waitBeforeRetry } from './retry.ts';
import type { Caller } from './limits.ts';
import { createLimits } from './own-limits.ts';
import { checkCredentials } from '../signing/credentials.ts';
import { requestIdOf } from './secrets.ts';
import { tell, type Watchers } from './watched.ts';

/** Sends a call. A refusal of the service is an answer; every other failure rejects with a {@link WalletError}. */
export type Send = (call: Call) => Promise<LastAnswer>;

/** Milliseconds after which a call that has no turn yet is told to wait: less is no wait. */
const NOTICED = 10;

/**
 * Makes the sender to a base address. It remembers the service's clock, and the throttling of each API code.
 *
 * @throws TypeError, RangeError for options that are none.
 */
export function createTransport(base: string, options: TransportOptions, watchers: Watchers): Send {
  checkOptions(options);
  const {
    clock = systemClock,
    random = Math.random,
    attempts = 8,
    credentials,
    readOnlyCredentials = credentials,
  } = options;
  const { timeout: usual = 30_000, deadline: longest = 120_000 } = options;
  const serviceClock = createServiceClock(clock);
  const { limits = createLimits(clock) } = options;
  const exchange = createExchange(base, options, clock, serviceClock, limits);

  return async (call) => {
    const { operation, walletId } = call;
    const { operationId } = operation;
    const { signal, timeout = usual, deadline = longest } = call.options;
    const source = operation.readOnly ? readOnlyCredentials : credentials;
    const beganAt = clock.monotonic();
    const endsAt = beganAt + deadline;
    const watches = Array.from(watchers, (watch) => watch(call));

    for (let number = 1; ; number++) {
      const sentBefore = call.sent;
      const offsetBefore = serviceClock.offset;
      let leftAt = 0;
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
        call.at = 'credentials';
        const given = typeof source === 'function' ? await limited(timeout, async () => source(walletId)) : source;
        checkCredentials(given);
        call.secrets.add(given.apiCode).add(given.secret); // and those before: an answer may be late
        const by = (caller = { operationId, walletId, apiCode: given.apiCode });
        call.at = 'limits.turn';
        const turn = limits.turn(by); // before signing, or t would be old
        if (turn)
          await limited(Infinity, (ended) =>
            (async () => turn(ended))().finally(
              clock.after(NOTICED, () => {
                for (const watch of watches) watch.wait(number, 'throttling');
              }),
            ),
          );
        answer = await limited(timeout, (ended) =>
          exchange(call, given, by, ended, (headers) => {
            leftAt = clock.monotonic();
            for (const watch of watches) watch.request(number, headers);
          }),
        );
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
      let wait: number | undefined;
      if (error && number < attempts) {
        const retryAfter = retryAfterOf(response?.headers.get('Retry-After'), serviceClock.now());
        const isLearnt = call.apart !== 0 || serviceClock.offset !== offsetBefore;
        wait = waitBeforeRetry(error, number - 1, retryAfter, isLearnt, random);
        if (wait !== undefined && wait >= endsAt - clock.monotonic()) wait = undefined;
      }
      const isAnswered = !error || error instanceof ServiceError;
      const now = clock.monotonic();
      if (call.sent > sentBefore) {
        if (!(error instanceof AbortedError))
          tell(() => limits.ended?.(caller as Caller, isAnswered && (response?.status as number) < 500));
        const ending = { reason: error?.reason, milliseconds: now - leftAt, nextIn: wait };
        for (const watch of watches) watch.answer(response, ending);
      }
      if (wait === undefined) {
        if (error) complete(error, call, response);
        if (isAnswered) return Object.assign(answer as Answer, { attempts: call.sent, milliseconds: now - beganAt });
        throw error as WalletError;
      }
      for (const watch of watches) watch.wait(number + 1, 'backoff', wait);
      await sleep(clock, wait, signal).catch(() => undefined); // a call that was ended meanwhile fails in its next attempt, unsent
    }
  };
}

/** Says of an error where the call was made, in the place of where it failed, and which answer it is of. */
function complete(error: WalletError, call: Call, response: Response | undefined): void {
  const { stack } = call.origin;
  if (typeof stack === 'string') error.stack = `${error.name}: ${error.message}${stack.slice(stack.indexOf('\n'))}`;
  Object.assign(error, { requestId: requestIdOf(response, call.secrets) });
}
