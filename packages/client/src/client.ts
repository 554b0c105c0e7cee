/** The client: one method for each operation of the document, over the typed openapi-fetch calls. */
import { addressOf } from './calls/address.ts';
import { walletIdOf, type Values } from './calls/encode.ts';
import type { Operation } from './calls/operations.ts';
import { prepare, refusing } from './calls/prepare.ts';
import type { CallOptions, WalletClientOptions } from './options.ts';
import { createTransport } from './sending/transport.ts';
import { createTypedFetch, type TypedFetch } from './typed-fetch.ts';
import type { Input, OperationId, Output } from './types.ts';

/** A method: input where the operation has any, then options. */
export type Method<In, Out> = object extends In
  ? (input?: In, options?: CallOptions) => Promise<Out>
  : (input: In, options?: CallOptions) => Promise<Out>;

/**
 * One method for each operation of the document, under its operationId. Path parameters, query parameters and the fields of the
 * body go side by side into one object. Each method throws a {@link WalletError}.
 */
export type Operations = { readonly [Id in OperationId]: Method<Input<Id>, Output<Id>> };

/** The operations that take a WALLET_ID. */
export type WalletOperationId = { [Id in OperationId]: 'WALLET_ID' extends keyof Input<Id> ? Id : never }[OperationId];

type WithoutWallet<T> = T extends unknown ? { [P in keyof T as Exclude<P, 'WALLET_ID'>]: T[P] } : never;

/** The operations of one wallet: their inputs lack the WALLET_ID. */
export type Wallet = { readonly [Id in WalletOperationId]: Method<WithoutWallet<Input<Id>>, Output<Id>> } & {
  readonly walletId: bigint;
};

/**
 * A client of the service. `GET` and `POST` are openapi-fetch's own calls, signed and repeated like every other; they give
 * refusals of the service as `error` and throw a {@link WalletError} for any other failure.
 */
export interface WalletClient extends Operations, TypedFetch {
  /**
   * The operations of one wallet.
   *
   * @throws InvalidCallError for what is no exact integer, or a negative one
   */
  readonly wallet: (walletId: bigint | number) => Wallet;
}

type AnyMethod = (input?: Values, options?: CallOptions) => Promise<unknown>;

/**
 * Makes a client.
 *
 * @throws TypeError for a base address or a product that makes no URL of a call.
 * @throws RangeError for a `timeout`, `deadline` or `attempts` that is none: milliseconds above 0, and a whole number from 1 on.
 */
export function createWalletClient(options: WalletClientOptions): WalletClient {
  const { base, operations } = addressOf(options);
  const send = createTransport(base, options);

  const methodOf =
    (operation: Operation): AnyMethod =>
    async (input = {}, callOptions) => {
      const rest: Record<string, unknown> = {};
      for (const name of Object.keys(input)) if (!operation.template.includes(name)) rest[name] = input[name];
      const parts = { path: input, [operation.method === 'POST' ? 'body' : 'query']: rest };
      const { value, error } = await send(prepare(operation, parts, callOptions));
      if (error) throw error;
      return value;
    };
  const methods = Object.fromEntries(operations.map((operation) => [operation.operationId, methodOf(operation)]));
  const wallet = (id: bigint | number): Wallet => {
    const walletId = refusing('wallet', () => walletIdOf(id));
    const bound: Record<string, unknown> = { walletId };
    for (const { operationId, template } of operations)
      if (template.includes('WALLET_ID'))
        bound[operationId] = (input?: Values, callOptions?: CallOptions) =>
          methods[operationId]?.({ ...input, WALLET_ID: walletId }, callOptions);
    return bound as unknown as Wallet;
  };
  return { ...methods, ...createTypedFetch(operations, send), wallet } as unknown as WalletClient;
}
