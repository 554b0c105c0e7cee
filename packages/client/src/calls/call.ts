/** One call, ready to be authenticated and sent, and what comes of it: what the parts of sending hand to each other. */
import type { FailureDetails, WalletError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { Operation } from './operations.ts';
import type { Origin } from './origin.ts';

/** One call, complete but for its authentication. */
export interface Call {
  readonly operation: Operation;
  readonly options: CallOptions;
  readonly walletId: bigint | undefined;
  /** Path as sent. */
  readonly path: string;
  /** Query as sent, without `t`; empty where there is none. */
  readonly query: string;
  readonly body: string | undefined;
  /** Whether it asks for more than one thing, of which some may be done and others refused. */
  readonly isBatch: boolean;
  /** The caller's own headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Requests that went out so far. */
  sent: number;
  /** Seconds from the service's time to the `t` of the last attempt. */
  apart: number;
  /** Whether the service has taken the last attempt for a replay. */
  isReplay: boolean;
  /** What nobody else may see of its attempts. */
  readonly secrets: Set<string>;
  /** Its ID, for those who watch. */
  id?: string;
  /** What of the caller's own is at work; undefined once there is an answer. */
  at?: string | undefined;
  /** Where it was called. */
  readonly origin: Origin;
}

/** What an answer means. */
export interface Judgement {
  /** The parsed body of a success. */
  readonly value?: unknown;
  /** Why it is none. */
  readonly error?: WalletError | undefined;
}

/** An answer that was read to its end. */
export interface Answer extends Judgement {
  readonly response: Response;
  readonly text: string;
}

/** The answer that a call ends with. */
export interface LastAnswer extends Answer {
  /** Requests that were sent. */
  readonly attempts: number;
  /** Milliseconds of the call with all its attempts and waits. */
  readonly milliseconds: number;
}

/** What a failed call may have changed, by what is known of its last request. */
export const failedCall = (
  { operation: { operationId, repeatable }, sent }: Call,
  mayHaveActed: boolean,
  retryable: boolean,
): FailureDetails => ({
  operationId,
  attempts: sent,
  effect: mayHaveActed && repeatable !== 'always' ? 'unknown' : 'none',
  retryable,
});
