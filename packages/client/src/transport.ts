/** Sends a call until it is answered, and repeats it only where that is safe. */
import { createAttempt } from './attempt.ts';
import type { Answer, Call, Progress } from './call.ts';
import { createServiceClock, sleep, systemClock, within } from './clock.ts';
import { ServiceError, type WalletError } from './errors.ts';
import { nameFailure } from './failure.ts';
import type { TransportOptions } from './options.ts';
import { retryAfterOf, waitBeforeRetry } from './retry.ts';
import { createThrottle } from './throttle.ts';

/** Sends a call. A refusal of the service is an answer; every other failure rejects with a {@link WalletError}. */
export type Send = (call: Call) => Promise<Answer>;

/** Makes the sender. It remembers the service's clock, the throttling of each API code, and the checksums used. */
export function createTransport(options: TransportOptions): Send {
  const { clock = systemClock, random = Math.random, attempts = 8, onAttempt } = options;
  const serviceClock = createServiceClock(clock);
  const throttle = createThrottle(clock);
  const attempt = createAttempt(options, serviceClock, throttle);

  /** Learns from a refusal what the next attempt needs. */
  const learn = ({ reason, values }: ServiceError, { apiCode, response }: Answer): void => {
    if (reason === 'call_too_frequently') throttle.learn(apiCode, Number(values.THROTTLING_COUNT));
    if (reason === 'invalid_timestamp') serviceClock.learn(response.headers.get('Date'));
  };

  return async (call) => {
    const { timeout = options.timeout ?? 30_000, deadline = options.deadline ?? 120_000 } = call;
    const endsAt = clock.now() + deadline;
    const progress: Progress = { sent: 0 };
    const limits = { timeout, deadline, isLast: false };
    const left = (): number => endsAt - clock.now();
    const limit = (): number => {
      limits.isLast = left() <= timeout;
      return Math.min(timeout, left());
    };

    for (let earlier = 0, clockCorrected = false; ; earlier++) {
      const startedAt = clock.now();
      const sentBefore = progress.sent;
      const offsetBefore = serviceClock.offset();
      let answer: Answer | undefined;
      let error: WalletError | undefined;
      try {
        answer = await within(clock, limit(), call.signal, (signal, restart) =>
          attempt(call, progress, {
            signal,
            untimed: async (wait) => {
              limits.isLast = true;
              restart(left());
              await wait;
              restart(limit());
            },
          }),
        );
        error = answer.error;
      } catch (cause) {
        error = nameFailure(cause, call, progress, progress.sent > sentBefore, limits);
      }

      let wait: number | undefined;
      if (error) {
        if (answer && error instanceof ServiceError) learn(error, answer);
        // Another call may have corrected the clock meanwhile.
        const clockLearnt: boolean = !clockCorrected && Math.abs(serviceClock.offset() - offsetBefore) >= 1000;
        clockCorrected ||= clockLearnt;
        const retryAfter = retryAfterOf(answer?.response.headers.get('Retry-After'), clock.now());
        wait = waitBeforeRetry({ error, repeatable: call.repeatable, earlier, retryAfter, clockLearnt }, random);
        if (earlier + 1 >= attempts || (wait ?? 0) >= left()) wait = undefined;
      }
      try {
        onAttempt?.({
          operationId: call.operationId,
          attempt: earlier + 1,
          method: call.method,
          path: call.path,
          status: answer?.response.status,
          reason: error?.reason,
          milliseconds: clock.now() - startedAt,
          nextIn: wait,
        });
      } catch {
        // The hook only watches: an order may have been accepted, and its answer must not get lost.
      }
      if (wait === undefined) {
        if (answer && (!error || error instanceof ServiceError)) return answer;
        throw error as WalletError;
      }
      await sleep(clock, wait, call.signal).catch((cause: unknown) => {
        throw nameFailure(cause, call, progress, false, limits);
      });
    }
  };
}
