/** openapi-fetch over our own way of sending: its calls, typed by path, and what they give. */
import type { paths } from '@wallet-operations/openapi/types';
import createClient, { type Client, type HeadersOptions } from 'openapi-fetch';
import type { Operation } from './calls/operations.ts';
import { prepare, refusing, type Parts } from './calls/prepare.ts';
import type { CallOptions } from './options.ts';
import { WalletError } from './errors.ts';
import type { Send } from './sending/transport.ts';

/** openapi-fetch's calls, typed by path. They give `{ data, error, response }`. */
export type TypedFetch = Pick<Client<paths, 'application/json'>, 'GET' | 'POST'>;

/** What openapi-fetch's calls are given, before the document's types are laid over it. */
interface Init extends CallOptions {
  readonly body?: unknown;
  readonly params?: Pick<Parts, 'path' | 'query'>;
  readonly headers?: HeadersOptions;
}

type Fetch = (path: string, init?: object) => Promise<unknown>;

/** What stands in the place of Request, which would write the URL anew and hide the body in a stream. */
interface Given {
  readonly headers: Headers;
}

/** Makes the calls. They throw for every failure but a refusal of the service, which they give as `error`. */
export function createTypedFetch(operations: readonly Operation[], send: Send): TypedFetch {
  const client = createClient({
    Request: function (_url: string, given: Given) {
      return given;
    } as unknown as typeof Request,
  }) as unknown as Record<'GET' | 'POST', Fetch>;

  const fetchBy =
    (method: 'GET' | 'POST') =>
    async (
      template: string,
      { params, body, headers, signal, timeout, deadline, ...others }: Init = {},
    ): Promise<unknown> => {
      const operation = refusing(`${method} ${template}`, () => {
        const found = operations.find((each) => each.path === template && each.method === method);
        if (!found) throw new TypeError('no operation of the interface has this method and path.');
        const [other] = Object.keys(others);
        if (other !== undefined) throw new TypeError(`${other} is no option of a call.`);
        return found;
      });
      try {
        return await client[method](template, {
          parseAs: 'exact',
          headers: Array.isArray(headers) ? new Headers(headers) : headers, // which openapi-fetch takes for a record
          fetch: async ({ headers: merged }: Given) => {
            const parts = { ...params, body, headers: headers && Object.fromEntries(merged) };
            const { response, text, value, error } = await send(
              prepare(operation, parts, { signal, timeout, deadline }),
            );
            // The body has been read: what reads it again gets what was read.
            return Object.assign(response, {
              text: () => Promise.resolve(text),
              json: () => Promise.resolve(error ? JSON.parse(text) : value),
              exact: () => Promise.resolve(value),
            });
          },
        });
      } catch (error) {
        if (error instanceof WalletError) throw error;
        // The engine's own error would show them.
        return refusing(operation.operationId, () => {
          throw new TypeError('its headers are none.');
        });
      }
    };
  return { GET: fetchBy('GET'), POST: fetchBy('POST') } as unknown as TypedFetch;
}
