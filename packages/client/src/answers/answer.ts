/** Judges what came back: the operation's result, a refusal of the catalogue, or something the service does not say. */
import { failedCall, type Call, type Judgement } from '../calls/call.ts';
import { ServiceError, UnreadableResponseError, type UnreadableReason } from '../errors.ts';
import { reviveBigints } from '../numbers/bigints.ts';
import { parseJson } from '@wallet-operations/json';
import { isPassing } from '../sending/retry.ts';
import { withoutSecrets } from '../sending/secrets.ts';
import type { ErrorBody } from '../types.ts';
import { refusalOf } from './catalogue.ts';

/**
 * The parsed body of a success, or the error: a ServiceError for an error body, an {@link UnreadableResponseError} for anything
 * else that is no result. A refusal means what its own words say, though errors show them without secrets.
 *
 * @param text - what came
 * @param shown - what errors may show of it
 */
export function judge(status: number, text: string, shown: string, call: Call): Judgement {
  const { operationId, bigints } = call.operation;
  const isSuccess = status === 200;
  let value: unknown;
  let body: unknown;
  let reason: UnreadableReason = isSuccess ? 'not_an_object' : 'undocumented_status';
  try {
    body = parseJson(shown);
    value = shown === text ? body : parseJson(text);
  } catch {
    // The parser's own error is no cause to give: it quotes what it read.
    reason = text.trim() === '' ? 'empty_body' : /^\s*[[{]/.test(text) ? 'truncated_json' : 'not_json';
  }
  if (isSuccess && typeof value === 'object' && value !== null && !Array.isArray(value))
    return { value: reviveBigints(value, bigints) };

  const refusal = status >= 400 && refusalOf(operationId, status, value, call.body);
  if (refusal) {
    const { reason: row, stage, values } = refusal;
    // Of what it takes for a replay, an earlier copy may have been carried out; of a batch, what stands before the refused part. And
    // a row whose words may be any fits what the interface does not list, too.
    const isDoubtful =
      row === 'unknown' ||
      row === 'invalid_checksum' ||
      'DETAILED_MESSAGE' in values ||
      (call.isBatch && stage !== 'authentication');
    const clean = ([name, said]: [string, string]): string[] => [name, withoutSecrets(said, call.secrets)];
    const told = {
      ...refusal,
      body: body as ErrorBody,
      values: Object.fromEntries(Object.entries(values).map(clean)) as typeof values,
    };
    return { error: new ServiceError(told, failedCall(call, isDoubtful, refusal.repeat === 'soon')) };
  }
  const details = failedCall(call, true, isSuccess || isPassing(status));
  return { error: new UnreadableResponseError(reason, status, isSuccess ? '' : shown, details) };
}
