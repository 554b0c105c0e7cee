/** Everything that a call can fail with: one class for each kind of failure, told apart by `instanceof` and by `reason`. */
import type { ErrorReason } from '@wallet-operations/openapi/errors';
import { requireEngine } from './engine.ts';
import type { ErrorBody } from './types.ts';

requireEngine();

/**
 * What a failed call may have changed at the service. `none`: certainly nothing, since it was refused, never sent, or changes
 * nothing anyway. `unknown`: nobody here can know; look it up, or repeat it only where repeating is safe.
 *
 * The interface does not say whether a refused batch is refused whole. So of a call that asked for more than one thing (several
 * orders, entries or addresses), a refusal says `unknown` unless it is of stage `authentication`; of one thing it says `none`.
 */
export type Effect = 'none' | 'unknown';

/** What every failure tells. */
export interface FailureDetails {
  /** The operation that was called. */
  readonly operationId: string;
  /** Requests that were sent, the failed one included; 0 when none was. */
  readonly attempts: number;
  /** What the call may have changed. */
  readonly effect: Effect;
  /** Whether the same call may succeed later. Whether repeating it is safe, `effect` and the operation say. */
  readonly retryable: boolean;
}

/** A call failed. Every error of the client is one; its classes and `reason` tell them apart. */
export abstract class WalletError extends Error implements FailureDetails {
  /** Stable snake_case name of what went wrong. */
  abstract readonly reason: string;
  declare readonly operationId: string;
  declare readonly attempts: number;
  declare readonly effect: Effect;
  declare readonly retryable: boolean;
  /** `X-Request-Id` of the last answer, if it had one: your operator may find the request by it. */
  declare readonly requestId?: string | undefined;

  constructor(message: string, details: FailureDetails, cause?: unknown) {
    super(`${details.operationId}: ${message}`, cause === undefined ? undefined : { cause });
    Object.assign(this, details);
  }

  /** For JSON.stringify: all that it tells, but for `cause` and the body of a refusal, which may be long. Nothing in it is secret. */
  toJSON(): object {
    return { message: this.message, ...(this as object), body: undefined };
  }
}

/** What the service said when it refused. */
export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** The row of the error catalogue; `unknown` for an error that the interface does not list. */
  readonly reason: ErrorReason | 'unknown';
  /** Values of the row's placeholders, by name, such as `ORDER_ID` or `THROTTLING_COUNT`. */
  readonly values: Readonly<Record<string, string>>;
  /** What it says of the very same request, sent again or sent before. */
  readonly repeat: Repeat;
  /**
   * `authentication`: refused before anything of the request is carried out. `admission`: refused for the caller, the wallet or
   * the request as a whole, whatever its orders are. Undefined for every other refusal.
   */
  readonly stage: 'authentication' | 'admission' | undefined;
  /** The body as it came, but without secrets that it may repeat. */
  readonly body: ErrorBody;
}

/**
 * What a refusal says of the very same request, sent again or sent before.
 *
 * - `never`: it is always refused so. The refusal hangs on what the request itself says (a length, a pattern, a range, a fixed format),
 *   and so was due for each earlier copy of it as well.
 * - `later`: the refusal hangs on something at the service that can change (a list, a setting of the wallet, funds, the chain,
 *   credentials), or on something unknown. It says nothing about an earlier copy, which may have been carried out.
 * - `soon`: the refusal passes within a minute. It says nothing about an earlier copy either.
 */
export type Repeat = 'soon' | 'later' | 'never';

/** The service refused the call, with an error of the catalogue or one that the interface does not list. */
export class ServiceError extends WalletError implements Refusal {
  override readonly name = 'ServiceError';
  declare readonly reason: ErrorReason | 'unknown';
  declare readonly status: number;
  /** `error_code` of the body; undefined where the service gives none. */
  declare readonly code: number | undefined;
  /** `error` of the body. */
  declare readonly text: string;
  declare readonly values: Readonly<Record<string, string>>;
  declare readonly repeat: Repeat;
  declare readonly stage: 'authentication' | 'admission' | undefined;
  declare readonly body: ErrorBody;

  constructor(refusal: Refusal, details: FailureDetails) {
    const { body, status, reason } = refusal;
    const code = body.error_code ?? undefined;
    const text = [body.error, body.message].filter((part) => part !== undefined).join(': ');
    super(
      `${text} (${reason}, status ${String(status)}${code === undefined ? '' : `, code ${String(code)}`})`,
      details,
    );
    Object.assign(this, refusal, { code, text: body.error });
  }
}

/**
 * What is wrong with a response that is not the service's. `unexpected_result`: it lacks what the operation gives, or says
 * otherwise than was asked.
 */
export type UnreadableReason =
  'empty_body' | 'not_json' | 'truncated_json' | 'not_an_object' | 'undocumented_status' | 'unexpected_result';

/** An answer came that the service does not give: empty, HTML, cut off, or with a status the interface does not have. */
export class UnreadableResponseError extends WalletError {
  override readonly name = 'UnreadableResponseError';
  declare readonly reason: UnreadableReason;
  /** HTTP status. */
  declare readonly status: number;
  /** The beginning of what came, without secrets; empty for a broken result, which may hold some. */
  declare readonly excerpt: string;

  constructor(reason: UnreadableReason, status: number, text: string, details: FailureDetails) {
    const excerpt = text.slice(0, 200);
    super(`${reason} with status ${String(status)}${excerpt && `: ${excerpt}`}`, details);
    Object.assign(this, { reason, status, excerpt });
  }
}

/** No answer came: the connection could not be made, or broke. `cause` has the engine's own error. */
export class ConnectionError extends WalletError {
  override readonly name = 'ConnectionError';
  readonly reason = 'connection';
}

/** No answer came in time: an attempt took longer than `timeout`, or the call as a whole longer than `deadline`. */
export class TimeoutError extends WalletError {
  override readonly name = 'TimeoutError';
  declare readonly reason: 'timeout' | 'deadline';

  constructor(reason: 'timeout' | 'deadline', milliseconds: number, details: FailureDetails) {
    super(`no answer within ${String(milliseconds)} ms (${reason})`, details);
    Object.assign(this, { reason });
  }
}

/** The caller's signal ended the call. `cause` has the signal's reason. */
export class AbortedError extends WalletError {
  override readonly name = 'AbortedError';
  readonly reason = 'aborted';
}

/** The call was refused here, before anything was sent. */
export class InvalidCallError extends WalletError {
  override readonly name = 'InvalidCallError';
  readonly reason = 'invalid_call';
}

/** Your credentials source, your sign function or your limits failed. `cause` has the error. Nothing was sent. */
export class SigningError extends WalletError {
  override readonly name = 'SigningError';
  readonly reason = 'signing';
}
