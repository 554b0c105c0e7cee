/** The refusals of one operation. */
import type { RefusalReasons } from '@wallet-operations/openapi/reasons';
import { ServiceError } from './errors.ts';
import type { OperationId } from './types.ts';

/** A refusal of one operation: its `reason` is one that the operation lists, or that any call may meet, or `unknown`. */
export interface RefusalOf<Id extends OperationId> extends ServiceError {
  readonly operationId: Id;
  readonly reason: RefusalReasons[Id] | 'unknown';
}

/**
 * Whether an error is the service's refusal of an operation. After it `switch (error.reason)` completes the reasons of this operation
 * alone; `@wallet-operations/client/reasons` has them with condition and remedy. False for every other failure: no answer, say.
 *
 * @param error - whatever was thrown
 * @param operationId - the operation that was called
 */
export function isRefusalOf<Id extends OperationId>(error: unknown, operationId: Id): error is RefusalOf<Id> {
  return error instanceof ServiceError && error.operationId === operationId;
}
