/** Names what kept an answer from coming: the caller, time, or the connection. */
import type { Call, Progress } from './call.ts';
import { TIMED_OUT } from './clock.ts';
import { AbortedError, ConnectionError, TimeoutError, WalletError, type FailureDetails } from './errors.ts';

/** The limits under which an attempt was made. */
export interface Limits {
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Milliseconds for the call. */
  readonly deadline: number;
  /** Whether the attempt had all the time that was left of the call's. */
  readonly isLast: boolean;
}

/** What the engines say of a connection that was never made. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** The failure as a {@link WalletError}. `wasSent` tells whether this attempt had gone out. */
export function nameFailure(
  cause: unknown,
  call: Call,
  { sent }: Progress,
  wasSent: boolean,
  limits: Limits,
): WalletError {
  if (cause instanceof WalletError) return cause;
  const { operationId, repeatable, signal } = call;
  const details = (mayHaveArrived: boolean, retryable: boolean): FailureDetails => ({
    operationId,
    attempts: sent,
    effect: mayHaveArrived && repeatable !== 'always' ? 'unknown' : 'none',
    retryable,
  });
  if (signal?.aborted) return new AbortedError('ended by the caller', details(wasSent, false), cause);
  if (cause === TIMED_OUT) {
    const { timeout, deadline, isLast } = limits;
    return new TimeoutError(isLast ? 'deadline' : 'timeout', isLast ? deadline : timeout, details(wasSent, !isLast));
  }
  const reason = engineReason(cause);
  return new ConnectionError(`no answer: ${reason}`, details(wasSent && !NEVER_SENT.test(reason), true), cause);
}

/** The engine's own word: Node hides the code of the socket's error in the cause, other implementations of fetch do not. */
function engineReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}
