/** What a client tells of its calls while they run: hooks that watch, and can change nothing. */
import type { OperationId } from './types.ts';

/** What all that is told of one call has in common. */
export interface CallEvent {
  readonly operationId: OperationId;
  /** Undefined for an operation without a wallet. */
  readonly walletId: bigint | undefined;
  /** Of the call, with all its attempts: no other call of this process has it. */
  readonly callId: string;
  /** Counted from 1. */
  readonly attempt: number;
}

/** A request that is about to leave. */
export interface RequestEvent extends CallEvent {
  readonly method: 'GET' | 'POST';
  /** Where it goes to: scheme, host, port, and what the base address has before the path. */
  readonly baseUrl: string;
  /** Path with the names of its parameters, as the document has it: `/v1/svc/wallets/{WALLET_ID}/vault/balance`. */
  readonly urlTemplate: string;
  /** Path as sent, without the query. */
  readonly path: string;
  /**
   * Headers as sent, by lower-case name. Of what authenticates, and of the caller's own but for a few that are known to be harmless, the
   * value is `[secret]`.
   */
  readonly headers: Readonly<Record<string, string>>;
}

/** What became of a request. */
export interface AnswerEvent {
  /** The very object that `onRequest` was told of. Each has one answer, and after it nothing more is told of it. */
  readonly request: RequestEvent;
  /** HTTP status; undefined if no answer came. */
  readonly status: number | undefined;
  /** `X-Request-Id` of the answer, if it has one. */
  readonly requestId: string | undefined;
  /** Headers of the answer, by lower-case name, without secrets; empty if no answer came. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reason of the failure; undefined after a success. */
  readonly reason: string | undefined;
  /** From the moment it left to the end of the answer's body. */
  readonly milliseconds: number;
  /** Milliseconds until the next attempt; undefined if there is none. */
  readonly nextIn: number | undefined;
}

/** A call that waits before its next attempt. */
export interface WaitEvent extends CallEvent {
  /** `throttling`: for its turn below the calls a minute that are allowed. `backoff`: after a failure. */
  readonly why: 'throttling' | 'backoff';
  /** How long; undefined where that hangs on others. */
  readonly milliseconds: number | undefined;
}

/**
 * What is called while calls run. Each may be async, and nobody waits for it then. What it returns is ignored, and so is what it throws
 * or rejects with. Nothing that it is told is secret.
 */
export interface Hooks {
  /** Before a request leaves: signed, and not yet sent. */
  readonly onRequest?: (event: RequestEvent) => unknown;
  /** After the answer to a request, or its failure. */
  readonly onAnswer?: (event: AnswerEvent) => unknown;
  /** When a call begins to wait. */
  readonly onWait?: (event: WaitEvent) => unknown;
}
