/** Prepares calls: writes path, query and body in the bytes that go out. */
import { InvalidCallError } from '../errors.ts';
import { stringifyJson } from '@wallet-operations/json';
import { checkLimits, type CallOptions } from '../options.ts';
import type { Call } from './call.ts';
import { encodePath, encodeQuery, walletIdOf, type Values } from './encode.ts';
import type { Operation } from './operations.ts';

/** What a call says, sorted to where it goes. */
export interface Parts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Makes a call of an operation, complete but for its authentication.
 *
 * @throws InvalidCallError for what cannot be sent as it is.
 */
export const prepare = (
  operation: Operation,
  { path = {}, query = {}, body, headers }: Parts,
  options: CallOptions = {},
): Call =>
  refusing(operation.operationId, () => {
    checkLimits(options);
    return {
      operation,
      options,
      path: encodePath(operation.template, path),
      query: encodeQuery(operation.query, query),
      body: body === undefined ? undefined : stringifyJson(body),
      isBatch: Object.values(body ?? {}).some(isSeveral),
      walletId: path.WALLET_ID === undefined ? undefined : walletIdOf(path.WALLET_ID),
      headers,
      sent: 0,
      apart: 0,
      isReplay: false,
    };
  });

/** Whether a field of a body lists more than one thing, or is a count above one. */
const isSeveral = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 1 : typeof value !== 'string' && Number(value) > 1;

/**
 * Does what comes before anything is sent.
 *
 * @throws InvalidCallError for whatever goes wrong.
 */
export function refusing<T>(operationId: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { message = 'one of your functions failed.' } = (cause ?? {}) as Partial<Error>;
    throw new InvalidCallError(message, { operationId, attempts: 0, effect: 'none', retryable: false }, cause);
  }
}
