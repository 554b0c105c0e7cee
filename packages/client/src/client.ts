/** The client: one method for each operation of the document. */
import { writable } from '@wallet-operations/json';
import { addressOf } from './calls/address.ts';
import { walletIdOf, type Values } from './calls/encode.ts';
import type { Operation } from './calls/operations.ts';
import { originOf } from './calls/origin.ts';
import { pending } from './calls/pending.ts';
import { partsOf, prepare, refusing } from './calls/prepare.ts';
import { senders } from './calls/senders.ts';
import type {
  CallPromise,
  Operations as DocumentOperations,
  WalletOperations,
} from '@wallet-operations/openapi/methods';
import type { CallOptions, WalletClientOptions } from './options.ts';
import { createTransport } from './sending/transport.ts';
import type { Watchers } from './sending/watched.ts';
import type { Output } from './types.ts';

/**
 * One method for each operation of the document, under its operationId. Path parameters, query parameters and the fields of the
 * body go side by side into one object. Each method throws a {@link WalletError}.
 */
export type Operations = DocumentOperations<CallOptions>;

/** The operations that take a WALLET_ID. */
export type WalletOperationId = keyof WalletOperations;

/** The operations of one wallet: their inputs lack the WALLET_ID. */
export interface Wallet extends WalletOperations<CallOptions> {
  readonly walletId: bigint;
}

/**
 * Some of the operations of a wallet, for functions that stand upon them: each may give any promise. A wallet of the client is such an
 * object; in your tests one with functions of your own may be.
 */
export type WalletCalls<Id extends WalletOperationId> = {
  readonly [P in Id]: (...given: Parameters<Wallet[P]>) => Promise<Output<P>>;
};

/** A client of the service. */
export interface WalletClient extends Operations {
  /**
   * The operations of one wallet.
   *
   * @param walletId - ID of the wallet
   * @throws InvalidCallError for what is no exact integer, or a negative one
   */
  wallet(this: void, walletId: bigint | number): Wallet;
}

type AnyMethod = (input?: Values, options?: CallOptions) => CallPromise<unknown>;

/**
 * Makes a client.
 *
 * @example
 * ```ts
 * const client = createWalletClient({
 *   baseUrl: 'https://wallet.example',
 *   credentials: { apiCode: 'THE-API-CODE', secret: 'its-secret' },
 * });
 * const settlements = await submitWithdrawals(client.wallet(635743), [{ order_id: 'shop1_1', address, amount: '1.5' }]);
 * ```
 * @param options - where the service is, and as whom to call it; all else has a default
 * @throws TypeError, RangeError for options that are none: they say which, what it is, and what to give.
 */
export function createWalletClient(options: WalletClientOptions): WalletClient {
  const { base, operations } = addressOf(options);
  const watchers: Watchers = new Set();
  const send = createTransport(base, options, watchers);

  const methodOf = (operation: Operation, ofWallet?: Values): AnyMethod => {
    const call = (input: Values = {}, callOptions?: CallOptions): CallPromise<unknown> => {
      const origin = originOf(call);
      return pending(
        (async () => {
          return send(prepare(operation, partsOf(operation, input, ofWallet), callOptions, origin));
        })(),
      );
    };
    return call;
  };
  const methods = (operations: readonly Operation[], ofWallet?: Values): Record<string, AnyMethod> =>
    Object.fromEntries(operations.map((operation) => [operation.operationId, methodOf(operation, ofWallet)]));
  const ofWallets = operations.filter(({ template }) => template.includes('WALLET_ID'));
  const wallet = (id: bigint | number): Wallet => {
    const walletId = refusing('wallet', () => walletIdOf(id));
    return writable({ ...methods(ofWallets, { WALLET_ID: walletId }), walletId }) as unknown as Wallet;
  };
  const client = { ...methods(operations), wallet } as unknown as WalletClient;
  senders.set(client, { base, operations, send, watchers });
  return client;
}
