/** Judges what came back: the operation's result, a refusal of the catalogue, or something the service does not say. */
import { refusalOf } from './catalogue.ts';
import { ServiceError, UnreadableResponseError, type FailureDetails, type UnreadableReason } from './errors.ts';
import { reviveBigints, type BigintShape } from './numbers/bigints.ts';
import { parseJson } from './numbers/json.ts';
import { isPassing } from './retry.ts';

/** What is known of the call besides its answer. */
export interface Asked {
  readonly operationId: string;
  /** Requests sent so far. */
  readonly attempts: number;
  /** Whether the operation changes nothing. */
  readonly harmless: boolean;
  /** Where a successful body has big integers. */
  readonly bigints: BigintShape | undefined;
}

/**
 * The parsed body of a successful answer.
 *
 * @throws ServiceError for an error body, {@link UnreadableResponseError} for anything else that is no result.
 */
export function resultOf(status: number, text: string, asked: Asked): unknown {
  const details = (retryable: boolean, refused: boolean): FailureDetails => ({
    operationId: asked.operationId,
    attempts: asked.attempts,
    effect: asked.harmless || refused ? 'none' : 'unknown',
    retryable,
  });
  const unreadable = (reason: UnreadableReason, cause?: unknown): UnreadableResponseError =>
    new UnreadableResponseError(reason, status, text, details(status < 400 || isPassing(status), false), cause);

  if (text.trim() === '') throw unreadable('empty_body');
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw unreadable(/^\s*[[{]/.test(text) ? 'truncated_json' : 'not_json', cause);
  }
  if (status === 200) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('not_an_object');
    return asked.bigints ? reviveBigints(value, asked.bigints) : value;
  }
  const refusal = status >= 400 ? refusalOf(asked.operationId, status, value) : undefined;
  if (!refusal) throw unreadable('undocumented_status');
  const { reason } = refusal;
  const passing = reason === 'unknown' ? isPassing(status) : PASSING.has(reason);
  throw new ServiceError(refusal, details(passing, reason !== 'unknown' && reason !== 'invalid_checksum'));
}

/** Refusals that the next attempt may not meet. An earlier copy of what was taken for a replay may have been carried out. */
const PASSING = new Set([
  'call_too_frequently',
  'invalid_timestamp',
  'invalid_checksum',
  'authentication_callback_unreachable',
  'authentication_callback_failed',
]);
