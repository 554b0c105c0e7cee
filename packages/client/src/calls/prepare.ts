/** Prepares calls: writes path, query and body in the bytes that go out. */
import { InvalidCallError } from '../errors.ts';
import { stringifyJson } from '../numbers/json.ts';
import type { CallOptions, WalletClientOptions } from '../options.ts';
import type { Call } from './call.ts';
import { encodePath, encodeQuery, walletIdOf, type Values } from './encode.ts';
import type { Operation } from './operations.ts';

/** What a call says, sorted to where it goes. */
export interface Parts extends CallOptions {
  readonly path?: Values;
  readonly query?: Values;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Makes a call of an operation, complete but for its authentication. */
export type Prepare = (operation: Operation, parts: Parts) => Call;

/** Query and fragment would swallow the path, and fetch sends nothing to an address with a password. */
const ADDRESS = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#]*)?$/i;
const SEGMENT = /^(?!\.+$)[\w.~-]+$/;

/**
 * Makes the function that prepares.
 *
 * @throws TypeError for a base address or a product that makes no URL of a call.
 */
export function createPrepare({ baseUrl, product = 'svc' }: WalletClientOptions): Prepare {
  if (!ADDRESS.test(baseUrl) || !SEGMENT.test(product))
    throw new TypeError(
      'baseUrl must be like https://host/path, without password or query, and product one segment of a path.',
    );
  const base = new URL(baseUrl).href.replace(/\/+$/, '');
  const templates = new Map<Operation, string[]>();
  const templateOf = (operation: Operation): string[] => {
    const template = templates.get(operation) ?? operation.path.replace('/svc/', `/${product}/`).split(PARAMETER);
    templates.set(operation, template);
    return template;
  };
  return (operation, { path = {}, query = {}, body, headers, signal, timeout, deadline }) =>
    refusing(operation.operationId, () => ({
      operation,
      base,
      path: encodePath(templateOf(operation), path),
      query: encodeQuery(operation.query, query),
      body: body === undefined ? undefined : stringifyJson(body),
      walletId: path.WALLET_ID === undefined ? undefined : walletIdOf(path.WALLET_ID),
      headers,
      signal,
      timeout,
      deadline,
      sent: 0,
    }));
}

/** What stands in braces in a path template. */
export const PARAMETER = /\{(\w+)\}/;

/** The error of a call that is refused before anything is sent. */
export function invalid(operationId: string, cause: unknown): InvalidCallError {
  const { message } = cause as Error;
  return new InvalidCallError(message, { operationId, attempts: 0, effect: 'none', retryable: false }, cause);
}

/**
 * Does what comes before anything is sent.
 *
 * @throws InvalidCallError for whatever goes wrong.
 */
export function refusing<T>(operationId: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw invalid(operationId, cause);
  }
}
