/** The client: the typed openapi-fetch client, and one method for each operation on top of it. */
import { endpoints } from '@wallet-operations/openapi/tables';
import type { paths } from '@wallet-operations/openapi/types';
import createClient, { type Client } from 'openapi-fetch';
import { encodePath, encodeQuery, invalid, parametersOf } from './encode.ts';
import type { WalletError } from './errors.ts';
import { stringifyJson } from './numbers/json.ts';
import type { BigintShape } from './numbers/bigints.ts';
import type { Repeatable } from './retry.ts';
import { createTransport, type Call, type TransportOptions } from './transport.ts';
import type { Input, OperationId, Output } from './types.ts';

/** How to reach the service, and as whom. */
export interface WalletClientOptions extends TransportOptions {
  /** Base address of the service, without `/v1`. */
  readonly baseUrl: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
}

/** What one call may have of its own. */
export interface CallOptions {
  /** Ends the call at once; it fails with an {@link AbortedError}. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt. Default: the client's. */
  readonly timeout?: number;
  /** Milliseconds for the call with all its attempts and waits. Default: the client's. */
  readonly deadline?: number;
}

/** A method: input where the operation has any, then options. */
type Method<In, Out> = object extends In
  ? (input?: In, options?: CallOptions) => Promise<Out>
  : (input: In, options?: CallOptions) => Promise<Out>;

/** One method for each operation of the document, under its operationId. Each throws a {@link WalletError}. */
export type Operations = { readonly [Id in OperationId]: Method<Input<Id>, Output<Id>> };

/** Operations of one wallet. */
export type WalletOperationId = { [Id in OperationId]: 'WALLET_ID' extends keyof Input<Id> ? Id : never }[OperationId];

/** Every operation that takes a WALLET_ID, without it. */
export type Wallet = {
  readonly [Id in WalletOperationId]: Method<OmitEach<Input<Id>, 'WALLET_ID'>, Output<Id>>;
} & { readonly walletId: bigint };

type OmitEach<T, K extends string> = T extends unknown ? { [P in keyof T as Exclude<P, K>]: T[P] } : never;

/** A client of the service. */
export interface WalletClient extends Operations {
  /**
   * openapi-fetch's own call, signed and repeated like every other. It gives `{ data, error, response }`; failures other than
   * the service's refusals are thrown.
   */
  readonly GET: Client<paths, 'application/json'>['GET'];
  /** Like GET. */
  readonly POST: Client<paths, 'application/json'>['POST'];
  /** The operations of one wallet. */
  readonly wallet: (walletId: bigint | number) => Wallet;
}

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: readonly string[];
  readonly readOnly?: boolean;
  readonly repeatable: Repeatable;
  readonly bigints?: BigintShape;
}

const table = Object.entries(endpoints as unknown as Record<OperationId, Endpoint>) as [OperationId, Endpoint][];

/** What openapi-fetch passes on untouched. */
interface Init extends CallOptions {
  readonly params?: { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown> };
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type RawResult = Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** In the place of Request, which would write the URL anew and hide the body in a stream. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly call: Call;
  constructor(url: string, init: { method: string; call: Call }) {
    this.url = url;
    this.method = init.method;
    this.call = init.call;
  }
}

/**
 * Makes a client.
 *
 * @throws TypeError for a base address that is not an absolute URL.
 */
export function createWalletClient(options: WalletClientOptions): WalletClient {
  const base = new URL(options.baseUrl).href.replace(/\/+$/, '');
  const product = `/v1/${encodeURIComponent(options.product ?? 'svc')}/`;
  const send = createTransport(options);
  const errors = new WeakMap<Response, WalletError>();

  const raw = createClient<Record<string, never>>({
    baseUrl: base,
    Request: PlainRequest as unknown as typeof Request,
    bodySerializer: () => undefined, // it goes with the call
    fetch: async (request) => {
      const { response, text, result } = await send((request as unknown as PlainRequest).call);
      if ('error' in result) errors.set(response, result.error);
      return Object.defineProperties(response, {
        text: { value: () => Promise.resolve(text) },
        json: { value: () => Promise.resolve('value' in result ? result.value : JSON.parse(text)) },
        exact: { value: () => Promise.resolve('value' in result ? result.value : undefined) },
      });
    },
  }) as unknown as Record<'GET' | 'POST', (path: string, init: object) => RawResult>;

  const byRoute = new Map(table.map((entry) => [`${entry[1].method} ${entry[1].path}`, entry]));

  const request =
    (method: 'GET' | 'POST') =>
    async (template: string, init: Init = {}): RawResult => {
      const [operationId, endpoint] = byRoute.get(`${method} ${template}`) ?? [];
      if (!operationId || !endpoint)
        throw invalid(`${method} ${template}`, 'no operation of the interface has this method and path.');
      const { path = {}, query = {} } = init.params ?? {};
      const call: Call = {
        operationId,
        method,
        base,
        path: encodePath(operationId, template.replace('/v1/svc/', product), path),
        query: encodeQuery(operationId, query),
        body: init.body === undefined ? undefined : write(operationId, init.body),
        walletId: path.WALLET_ID === undefined ? undefined : BigInt(path.WALLET_ID as bigint | number),
        repeatable: endpoint.repeatable,
        readOnly: endpoint.readOnly ?? false,
        bigints: endpoint.bigints,
        headers: init.headers,
        signal: init.signal,
        timeout: init.timeout,
        deadline: init.deadline,
      };
      return raw[method](call.path, { parseAs: 'exact', ...init, params: {}, call });
    };
  const GET = request('GET');
  const POST = request('POST');

  const invoke = async (
    operationId: OperationId,
    endpoint: Endpoint,
    input: object,
    callOptions: CallOptions = {},
  ): Promise<unknown> => {
    const { path, query, body } = split(operationId, endpoint, input);
    const sendBy = endpoint.method === 'GET' ? GET : POST;
    const { data, response } = await sendBy(endpoint.path, { ...callOptions, params: { path, query }, ...body });
    const error = errors.get(response);
    if (error) throw error;
    return data;
  };
  const methods = Object.fromEntries(
    table.map(([operationId, endpoint]) => [
      operationId,
      (input: object = {}, callOptions?: CallOptions) => invoke(operationId, endpoint, input, callOptions),
    ]),
  );
  const wallet = (walletId: bigint | number): object => ({
    walletId: BigInt(walletId),
    ...Object.fromEntries(
      Object.entries(methods).map(([operationId, method]) => [
        operationId,
        (input: object = {}, callOptions?: CallOptions) => method({ ...input, WALLET_ID: walletId }, callOptions),
      ]),
    ),
  });
  return { ...methods, GET, POST, wallet } as unknown as WalletClient;
}

function write(operationId: string, body: unknown): string {
  try {
    return stringifyJson(body);
  } catch (cause) {
    throw invalid(operationId, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** Sorts the parts of an input to where they go. */
function split(
  operationId: string,
  endpoint: Endpoint,
  input: object,
): { path: Record<string, unknown>; query: Record<string, unknown>; body: { body?: unknown } } {
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  const inPath = parametersOf(endpoint.path);
  for (const [name, value] of Object.entries(input))
    (inPath.includes(name) ? path : endpoint.query?.includes(name) ? query : rest)[name] = value;
  if (endpoint.method === 'POST') return { path, query, body: { body: rest } };
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw invalid(operationId, `${unknown} is no parameter of it.`);
  return { path, query, body: {} };
}
