/** openapi-fetch over our own way of sending: its calls, typed by path, and what they give. */
import type { paths } from '@wallet-operations/openapi/types';
import createClient, { mergeHeaders, type Client, type HeadersOptions } from 'openapi-fetch';
import type { Call } from './call.ts';
import { invalid } from './encode.ts';
import type { CallOptions } from './options.ts';
import { table, type Prepare } from './prepare.ts';
import type { Send } from './transport.ts';

/** openapi-fetch's calls, typed by path. They give `{ data, error, response }`. */
export type TypedFetch = Pick<Client<paths, 'application/json'>, 'GET' | 'POST'>;

/** What openapi-fetch's calls are given, before the document's types are laid over it. */
interface Init extends CallOptions {
  readonly params?: { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown> };
  readonly body?: unknown;
  readonly headers?: HeadersOptions;
}

type Fetch = (path: string, init?: object) => Promise<unknown>;

/** In the place of Request, which would write the URL anew and hide the body in a stream. */
class PlainRequest {
  readonly method: string;
  readonly call: Call;
  constructor(_url: string, init: { method: string; call: Call }) {
    this.method = init.method;
    this.call = init.call;
  }
}

const byRoute = new Map(table.map((entry) => [`${entry[1].method ?? 'GET'} ${entry[1].path}`, entry]));

/** Makes the calls. They throw for every failure but a refusal of the service, which they give as `error`. */
export function createTypedFetch(prepare: Prepare, send: Send): TypedFetch {
  const client = createClient<Record<string, never>>({
    Request: PlainRequest as unknown as typeof Request,
    bodySerializer: () => undefined, // it goes with the call
    fetch: async (request) => {
      const { response, text, value, error } = await send((request as unknown as PlainRequest).call);
      // The body has been read: what reads it again gets what was read.
      return Object.assign(response, {
        text: () => Promise.resolve(text),
        json: () => Promise.resolve(error ? JSON.parse(text) : value),
        exact: () => Promise.resolve(value),
      });
    },
  }) as unknown as Record<'GET' | 'POST', Fetch>;

  const fetchBy =
    (method: 'GET' | 'POST') =>
    async (template: string, init: Init = {}): Promise<unknown> => {
      const [operationId, endpoint] = byRoute.get(`${method} ${template}`) ?? [];
      if (!operationId || !endpoint)
        throw invalid(`${method} ${template}`, 'no operation of the interface has this method and path.');
      const { params, body, headers, signal, timeout, deadline, ...others } = init;
      const [other] = Object.keys(others);
      if (other !== undefined) throw invalid(operationId, `${other} is no option of a call.`);
      const own = { body, signal, timeout, deadline, headers: headers && plain(operationId, headers) };
      return client[method](template, {
        parseAs: 'exact',
        call: prepare(operationId, endpoint, { ...params, ...own }),
      });
    };
  return { GET: fetchBy('GET'), POST: fetchBy('POST') } as unknown as TypedFetch;
}

/** The caller's headers; those of the authentication and the body are the client's own. */
function plain(operationId: string, headers: HeadersOptions): Record<string, string> {
  try {
    const given = mergeHeaders(Array.isArray(headers) ? new Headers(headers) : headers);
    for (const name of ['X-API-CODE', 'X-CHECKSUM', 'Content-Type']) given.delete(name);
    return Object.fromEntries(given);
  } catch {
    throw invalid(operationId, 'its headers are none.'); // the engine's error would show them
  }
}
