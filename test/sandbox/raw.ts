/** Requests of a test's own making, properly signed unless it wants otherwise: the client would refuse to send most of them. */
import { sortedSha256 } from '@wallet-operations/client';
import { operations } from '@wallet-operations/openapi/operations';
import type { Lab } from './lab.ts';

/** An operation of the interface. */
export type OperationId = keyof typeof operations;

/** What is sent. */
export interface RawRequest {
  readonly operationId: OperationId;
  readonly access: { readonly walletId?: bigint; readonly apiCode: string; readonly secret: string };
  /** What fills the path besides the wallet ID, the last first. */
  readonly segments?: readonly string[];
  readonly query?: readonly (readonly [string, string])[];
  /** A string goes as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Wallet in the path. Default: the one of `access`. */
  readonly walletId?: bigint;
  /** Default: the sandbox's present, in seconds. */
  readonly t?: number;
  /** Seconds that t is off. */
  readonly late?: number;
  /** Leaves a header or t out. */
  readonly without?: 'X-API-CODE' | 'X-CHECKSUM' | 't';
}

const sign = sortedSha256();
let requests = 0;

/** Makes the request; it can be sent more than once. */
export async function rawRequest(
  lab: Lab,
  {
    operationId,
    access,
    segments = [],
    query = [],
    body,
    walletId = access.walletId,
    late = 0,
    without,
    ...more
  }: RawRequest,
): Promise<(as?: 'json' | 'text') => Promise<[status: number, body: unknown]>> {
  const { method, path, requestBody } = operations[operationId];
  const rest = [...segments];
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(name === 'WALLET_ID' ? String(walletId) : (rest.pop() ?? '1')),
  );
  const pairs = [...query, ['n', String(requests++)] as const]; // no two are alike: the second would be a replay
  const encoded = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const text = requestBody ? (typeof body === 'string' ? body : JSON.stringify(body)) : '';
  const { t = Math.floor(lab.sandbox.now() / 1000) - late } = more;
  const { apiCode, secret } = access;
  const { checksum } = await sign({ method, path: filled, query: encoded, body: text, t, apiCode, secret });
  const headers = { 'X-API-CODE': apiCode, 'X-CHECKSUM': checksum, 'Content-Type': 'application/json' };
  if (without && without !== 't') headers[without] = '';
  return async (as = 'json') => {
    const response = await fetch(`${lab.sandbox.url}${filled}?${encoded}${without === 't' ? '' : `&t=${String(t)}`}`, {
      method: method.toUpperCase(),
      headers,
      ...(text === '' ? {} : { body: text }),
    });
    return [response.status, await response[as]()];
  };
}
