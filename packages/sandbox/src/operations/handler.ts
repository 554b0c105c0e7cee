/** What a handler is: a function from a request that fits the document to a result that does. */
import type { operations } from '@wallet-operations/openapi/types';
import type { Operation } from '@wallet-operations/validator';
import type { OperationId } from '../document/names.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

/** Whether an operation has a wallet in its path. */
type HasWallet<Id extends OperationId> = Parameters<Id>['path'] extends { WALLET_ID: unknown } ? true : false;

/** What a handler is given. */
export interface Call<Id extends OperationId> {
  readonly context: Context;
  readonly operation: Operation;
  /** The wallet in the path; of a kind that the operation applies to. */
  readonly wallet: HasWallet<Id> extends true ? Wallet : undefined;
  readonly path: NonNullable<Parameters<Id>['path']>;
  /** Defaults of the document are filled in. */
  readonly query: NonNullable<Parameters<Id>['query']>;
  readonly body: operations[Id] extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;
  /** The API code that it was made with. */
  readonly apiCode: string;
  /** The IPv4 or IPv6 address that the request came from. */
  readonly ip: string;
}

/** The body of a success. */
export type Result<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

/** Carries an operation out. It throws a Refusal for what the service would refuse. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Result<Id> | Promise<Result<Id>>;

/** One for each operation of the document: a missing one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
