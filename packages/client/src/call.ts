/** A call, how far it has come, and its answer: what the parts of sending hand to each other. */
import type { WalletError } from './errors.ts';
import type { BigintShape } from './numbers/bigints.ts';
import type { Repeatable } from './retry.ts';

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

/** How far a call has come. */
export interface Progress {
  /** Requests that went out, the present one included. */
  sent: number;
}

/** An answer that was read to its end. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
  /** The API code that was used. */
  readonly apiCode: string;
  /** The parsed body of a success. */
  readonly value: unknown;
  /** Why it is none. */
  readonly error: WalletError | undefined;
}
