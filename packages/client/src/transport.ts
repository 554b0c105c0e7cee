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

  /** Learns from a failure what the next attempt needs. True if the service's clock was corrected by it. */
  const learn = (error: WalletError, answer: Answer | undefined): boolean => {
    if (!answer || !(error instanceof ServiceError)) return false;
    if (error.reason === 'call_too_frequently') throttle.learn(answer.apiCode, Number(error.values.THROTTLING_COUNT));
    return error.reason === 'invalid_timestamp' && serviceClock.learn(answer.response.headers.get('Date'));
  };

  return async (call) => {
    const { timeout = options.timeout ?? 30_000, deadline = options.deadline ?? 120_000 } = call;
    const endsAt = clock.now() + deadline;
    const progress: Progress = { sent: 0 };
    const named = (cause: unknown, wasSent: boolean): WalletError =>
      nameFailure(cause, call, progress, wasSent, { timeout, deadline, isOver: clock.now() >= endsAt });

    for (let earlier = 0, clockCorrected = false; ; earlier++) {
      const startedAt = clock.now();
      const sentBefore = progress.sent;
      let answer: Answer | undefined;
      let error: WalletError | undefined;
      try {
        answer = await within(clock, Math.min(timeout, endsAt - startedAt), call.signal, (signal) =>
          attempt(call, progress, signal),
        );
        error = answer.error;
      } catch (cause) {
        error = named(cause, progress.sent > sentBefore);
      }

      let wait: number | undefined;
      if (error) {
        const clockLearnt: boolean = learn(error, answer) && !clockCorrected;
        clockCorrected ||= clockLearnt;
        const retryAfter = retryAfterOf(answer?.response.headers.get('Retry-After'), clock.now());
        wait = waitBeforeRetry({ error, repeatable: call.repeatable, earlier, retryAfter, clockLearnt }, random);
        if (earlier + 1 >= attempts || clock.now() + (wait ?? 0) >= endsAt) wait = undefined;
      }
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
      if (wait === undefined) {
        if (answer && (!error || error instanceof ServiceError)) return answer;
        throw error as WalletError;
      }
      await sleep(clock, wait, call.signal).catch((cause: unknown) => {
        throw named(cause, false);
      });
    }
  };
}
