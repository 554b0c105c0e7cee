/** Judges what came back: the operation's result, a refusal of the catalogue, or something the service does not say. */
import type { Call, Progress } from './call.ts';
import { refusalOf } from './catalogue.ts';
import { ServiceError, UnreadableResponseError, type FailureDetails, type UnreadableReason } from './errors.ts';
import { reviveBigints } from './numbers/bigints.ts';
import { parseJson } from './numbers/json.ts';
import { isPassing } from './retry.ts';

/**
 * The parsed body of a successful answer. Whatever else the text is, errors show it: it must hold no secrets.
 *
 * @throws ServiceError for an error body, {@link UnreadableResponseError} for anything else that is no result.
 */
export function resultOf(status: number, text: string, call: Call, { sent }: Progress): unknown {
  let value: unknown;
  let broken: UnreadableReason | undefined;
  try {
    value = parseJson(text);
  } catch {
    broken = text.trim() === '' ? 'empty_body' : /^\s*[[{]/.test(text) ? 'truncated_json' : 'not_json';
  }
  if (status === 200 && typeof value === 'object' && value !== null && !Array.isArray(value))
    return call.bigints ? reviveBigints(value, call.bigints) : value;

  const refusal = status >= 400 ? refusalOf(call.operationId, status, value) : undefined;
  // Of what it takes for a replay, an earlier copy may have been carried out.
  const isRefused = refusal !== undefined && refusal.reason !== 'unknown' && refusal.reason !== 'invalid_checksum';
  const details = (retryable: boolean): FailureDetails => ({
    operationId: call.operationId,
    attempts: sent,
    effect: isRefused || call.repeatable === 'always' ? 'none' : 'unknown',
    retryable,
  });
  if (refusal) throw new ServiceError(refusal, details(refusal.repeat === 'soon'));
  const reason = broken ?? (status === 200 ? 'not_an_object' : 'undocumented_status');
  // The parser's own error is no cause to give: it quotes what it read.
  const excerpt = status === 200 ? '' : text;
  throw new UnreadableResponseError(reason, status, excerpt, details(status === 200 || isPassing(status)));
}
