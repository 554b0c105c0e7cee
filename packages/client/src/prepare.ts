/** Prepares calls: looks the operation up, and writes path, query and body in the bytes that go out. */
import { endpoints } from '@wallet-operations/openapi/tables';
import type { Call } from './call.ts';
import { encodePath, encodeQuery, invalid, templateOf, walletIdOf } from './encode.ts';
import type { BigintShape } from './numbers/bigints.ts';
import { stringifyJson } from './numbers/json.ts';
import type { CallOptions, WalletClientOptions } from './options.ts';
import type { Repeatable } from './retry.ts';
import type { OperationId } from './types.ts';

/** An operation as the tables have it. */
export interface Endpoint {
  /** Default: GET. */
  readonly method?: 'POST';
  readonly path: string;
  readonly query?: readonly string[];
  readonly readOnly?: boolean;
  /** Default: always. */
  readonly repeatable?: Repeatable;
  readonly bigints?: BigintShape;
}

/** Every operation, in the document's order. */
export const table = Object.entries(endpoints as unknown as Record<OperationId, Endpoint>) as [OperationId, Endpoint][];

/** What a call says, sorted to where it goes. */
export interface Parts extends CallOptions {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Query and fragment would swallow the path, and fetch sends nothing to an address with a password. */
const ADDRESS = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#]*)?$/i;
const SEGMENT = /^(?!\.+$)[\w.~-]+$/;

/** Makes a call of an operation, complete but for its authentication. */
export type Prepare = (operationId: string, endpoint: Endpoint, parts: Parts) => Call;

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
  const segment = `/v1/${product}/`;
  const templates = new Map(
    table.map(([id, { path }]) => [id as string, templateOf(path.replace('/v1/svc/', segment))]),
  );
  return (operationId, { method = 'GET', repeatable = 'always', readOnly = false, bigints }, parts) => {
    const { path = {}, query = {}, body, headers, signal, timeout, deadline } = parts;
    const { WALLET_ID: walletId } = path;
    return {
      operationId,
      method,
      base,
      path: encodePath(operationId, templates.get(operationId) ?? [], path),
      query: encodeQuery(operationId, query),
      body: body === undefined ? undefined : write(operationId, body),
      walletId: walletId === undefined ? undefined : walletIdOf(operationId, walletId),
      repeatable,
      readOnly,
      bigints,
      headers,
      signal,
      timeout,
      deadline,
    };
  };
}

function write(operationId: string, body: unknown): string {
  try {
    return stringifyJson(body);
  } catch (cause) {
    throw invalid(operationId, cause instanceof Error ? cause.message : String(cause), cause);
  }
}
