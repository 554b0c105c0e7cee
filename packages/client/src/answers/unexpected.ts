/** A result without what the operation gives: whoever reads on in it would fail with an error that says nothing. */
import { UnreadableResponseError, type Effect } from '../errors.ts';

/** The error of a result that lacks what it must have, or says otherwise than was asked. */
export function unexpected(operationId: string, effect: Effect = 'none'): UnreadableResponseError {
  return new UnreadableResponseError('unexpected_result', 200, '', {
    operationId,
    attempts: 1,
    effect,
    retryable: false,
  });
}
