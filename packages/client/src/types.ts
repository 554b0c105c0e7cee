/** The document's types, in the form in which the client takes and gives them. */
import type { Inputs, Results } from '@wallet-operations/openapi/methods';
import type { ErrorBody } from '@wallet-operations/openapi/types';

export type { ErrorBody, WithdrawalRequest, WithdrawalRequestFields } from '@wallet-operations/openapi/types';

/** An operation of the interface, by its operationId. */
export type OperationId = keyof Inputs;

/** What a call of an operation takes: path parameters, query parameters and the fields of the body, side by side. */
export type Input<Id extends OperationId> = Inputs[Id];

/** What a call of an operation gives. */
export type Output<Id extends OperationId> = Results[Id];

/** Whether a value is an error body of this interface: an object with a text in `error`. */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const code = 'error_code' in value ? value.error_code : undefined;
  return typeof value.error === 'string' && typeof (code ?? 0) === 'number';
}
