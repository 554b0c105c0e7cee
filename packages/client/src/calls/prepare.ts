/** Prepares calls: writes path, query and body in the bytes that go out. */
import { InvalidCallError } from '../errors.ts';
import { stringifyJson } from '@wallet-operations/json';
import { checkCall, headersOf, type CallOptions } from '../options.ts';
import type { Call } from './call.ts';
import { encodePath, encodeQuery, walletIdOf, type Values } from './encode.ts';
import type { Operation } from './operations.ts';
import type { Origin } from './origin.ts';

/** What a call says, sorted to where it goes. */
export interface Parts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly body?: unknown;
}

/**
 * Sorts what a method is given to where it goes: by name into the path, and the rest into the body, or the query where there is none.
 *
 * @param ofWallet - what one wallet has for all of its calls, and no input may say otherwise
 * @throws InvalidCallError for what is no object.
 */
export const partsOf = ({ operationId, method, template }: Operation, input: Values, ofWallet?: Values): Parts =>
  refusing(operationId, () => {
    if (Object(input) !== input) throw new TypeError('its input is no object.');
    for (const name in ofWallet) if (name in input) throw new TypeError(`${name} is no parameter of it.`);
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !template.includes(name)));
    return { path: { ...input, ...ofWallet }, [method === 'POST' ? 'body' : 'query']: rest };
  });

/**
 * Makes a call of an operation, complete but for its authentication.
 *
 * @throws InvalidCallError for what cannot be sent as it is.
 */
export const prepare = (
  operation: Operation,
  { path = {}, query = {}, body }: Parts,
  options: CallOptions = {},
  origin: Origin = {},
): Call =>
  refusing(operation.operationId, () => {
    checkCall(options);
    return {
      operation,
      options,
      path: encodePath(operation.template, path),
      query: encodeQuery(operation.query, query),
      body: body === undefined ? undefined : stringifyJson(body),
      isBatch: Object.values(body ?? {}).some(isSeveral),
      walletId: path.WALLET_ID === undefined ? undefined : walletIdOf(path.WALLET_ID),
      headers: headersOf(options),
      sent: 0,
      apart: 0,
      isReplay: false,
      secrets: new Set(),
      origin,
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
