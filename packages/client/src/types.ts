/** The document's types, in the form in which the client takes and gives them. */
import type { components, operations } from '@wallet-operations/openapi/types';
import type { endpoints } from '@wallet-operations/openapi/tables';

/** An operation of the interface, by its operationId. */
export type OperationId = keyof typeof endpoints;

/** The body of every refusal. */
export type ErrorBody = components['schemas']['ErrorBody'];

/** One order of a batch of withdrawals. */
export type WithdrawalRequest = components['schemas']['WithdrawalRequest'];

type Simplify<T> = { [K in keyof T]: T[K] };

/** A number will do for a bigint in a path or a query, as long as it is exact. */
type Plain<T> = [T] extends [never] ? unknown : { [K in keyof T]: bigint extends T[K] ? T[K] | number : T[K] };
type Path<Id extends OperationId> = Plain<NonNullable<operations[Id]['parameters']['path']>>;
type Query<Id extends OperationId> = Plain<NonNullable<operations[Id]['parameters']['query']>>;
type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : unknown;

/** What a call of an operation takes: path parameters, query parameters and the fields of the body, side by side. */
export type Input<Id extends OperationId> = Simplify<Path<Id> & Query<Id> & Body<Id>>;

/** What a call of an operation gives. */
export type Output<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

/** Whether a value is an error body of this interface: an object with a text in `error`. */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const code = 'error_code' in value ? value.error_code : undefined;
  return typeof value.error === 'string' && typeof (code ?? 0) === 'number';
}
