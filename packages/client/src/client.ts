/** The client: one method for each operation of the document, over the typed openapi-fetch calls. */
import { invalid, parametersOf, templateOf, walletIdOf } from './encode.ts';
import type { CallOptions, WalletClientOptions } from './options.ts';
import { createPrepare, table, type Endpoint, type Parts } from './prepare.ts';
import { createTypedFetch, type TypedFetch } from './raw.ts';
import { createTransport } from './transport.ts';
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

type AnyMethod = (input?: object, options?: CallOptions) => Promise<unknown>;

/**
 * Makes a client.
 *
 * @throws TypeError for a base address or a product that makes no URL of a call.
 */
export function createWalletClient(options: WalletClientOptions): WalletClient {
  const prepare = createPrepare(options);
  const send = createTransport(options);

  const methodOf = (operationId: OperationId, endpoint: Endpoint): AnyMethod => {
    const inPath = parametersOf(templateOf(endpoint.path));
    return async (input = {}, callOptions) => {
      const parts = sorted(operationId, endpoint, inPath, input);
      const { value, error } = await send(prepare(operationId, endpoint, { ...callOptions, ...parts }));
      if (error) throw error;
      return value;
    };
  };
  const methods = table.map(([operationId, endpoint]) => [operationId, methodOf(operationId, endpoint)] as const);
  const ofWallets = methods.filter((_, i) => table[i]?.[1].path.includes('{WALLET_ID}'));

  const wallet = (id: bigint | number): Wallet => {
    const walletId = walletIdOf('wallet', id);
    const bound = ofWallets.map(([operationId, method]): [string, AnyMethod] => [
      operationId,
      (input, callOptions) => method({ ...input, WALLET_ID: walletId }, callOptions),
    ]);
    return { walletId, ...Object.fromEntries(bound) } as unknown as Wallet;
  };
  return { ...Object.fromEntries(methods), ...createTypedFetch(prepare, send), wallet } as unknown as WalletClient;
}

/** Sorts the parts of an input to where they go. */
function sorted(operationId: string, endpoint: Endpoint, inPath: readonly string[], input: object): Parts {
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input))
    (inPath.includes(name) ? path : endpoint.query?.includes(name) ? query : rest)[name] = value;
  if (endpoint.method === 'POST') return { path, query, body: rest };
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw invalid(operationId, `${unknown} is no parameter of it.`);
  return { path, query };
}
