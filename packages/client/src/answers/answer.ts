/** Judges what came back: the operation's result, a refusal of the catalogue, or something the service does not say. */
import { failedCall, type Call } from '../calls/call.ts';
import { ServiceError, UnreadableResponseError, type UnreadableReason } from '../errors.ts';
import { reviveBigints } from '../numbers/bigints.ts';
import { parseJson } from '../numbers/json.ts';
import { isPassing } from '../sending/retry.ts';
import { refusalOf } from './catalogue.ts';

/**
 * The parsed body of a successful answer. Whatever else the text is, errors show it: it must hold no secrets.
 *
 * @throws ServiceError for an error body, {@link UnreadableResponseError} for anything else that is no result.
 */
export function resultOf(status: number, text: string, call: Call): unknown {
  const { operationId, bigints } = call.operation;
  let value: unknown;
  let broken: UnreadableReason | undefined;
  try {
    value = parseJson(text);
  } catch {
    broken = text.trim() === '' ? 'empty_body' : /^\s*[[{]/.test(text) ? 'truncated_json' : 'not_json';
  }
  if (status === 200 && typeof value === 'object' && value !== null && !Array.isArray(value))
    return bigints ? reviveBigints(value, bigints) : value;

  const refusal = status >= 400 && refusalOf(operationId, status, value);
  if (refusal) {
    // Of what it takes for a replay, an earlier copy may have been carried out.
    const isDoubtful = refusal.reason === 'unknown' || refusal.reason === 'invalid_checksum';
    throw new ServiceError(refusal, failedCall(call, isDoubtful, refusal.repeat === 'soon'));
  }
  const isBroken = status === 200;
  const reason = broken ?? (isBroken ? 'not_an_object' : 'undocumented_status');
  // The parser's own error is no cause to give: it quotes what it read.
  const details = failedCall(call, true, isBroken || isPassing(status));
  throw new UnreadableResponseError(reason, status, isBroken ? '' : text, details);
}
