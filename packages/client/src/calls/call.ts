/** One call, ready to be authenticated and sent, and what comes of it: what the parts of sending hand to each other. */
import type { FailureDetails, WalletError } from '../errors.ts';
import type { Operation } from './operations.ts';

/** One call, complete but for its authentication. */
export interface Call {
  readonly operation: Operation;
  readonly walletId: bigint | undefined;
  /** Scheme and host, and what a gateway may have put before the path. */
  readonly base: string;
  /** Path as sent. */
  readonly path: string;
  /** Query as sent, without `t`; empty where there is none. */
  readonly query: string;
  readonly body: string | undefined;
  /** The caller's own headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number | undefined;
  readonly deadline: number | undefined;
  /** Requests that went out so far. */
  sent: number;
}

/** An answer that was read to its end. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
  /** The parsed body of a success. */
  readonly value: unknown;
  /** Why it is none. */
  readonly error: WalletError | undefined;
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
