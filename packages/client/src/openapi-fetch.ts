/** openapi-fetch over a client: its calls, typed by path, and what they give. */
import type { paths } from '@wallet-operations/openapi/types';
import createClient, { type Client, type HeadersOptions } from 'openapi-fetch';
import type { WalletClient } from './client.ts';
import { pathOf } from './calls/operations.ts';
import { originOf } from './calls/origin.ts';
import { prepare, refusing, type Parts } from './calls/prepare.ts';
import { senders } from './calls/senders.ts';
import type { CallOptions } from './options.ts';
import { WalletError } from './errors.ts';

/** openapi-fetch's calls, typed by path. They give `{ data, error, response }`. */
export type TypedFetch = Pick<Client<paths, 'application/json'>, 'GET' | 'POST'>;

/** What openapi-fetch's calls are given, before the document's types are laid over it. */
interface Init extends Omit<CallOptions, 'headers'> {
  readonly body?: unknown;
  readonly params?: Pick<Parts, 'path' | 'query'>;
  readonly headers?: HeadersOptions;
}

type Fetch = (path: string, init?: object) => Promise<unknown>;

/** What stands in the place of Request, which would write the URL anew and hide the body in a stream. */
interface Given {
  readonly headers: Headers;
}

/**
 * openapi-fetch's own calls, by path, signed and repeated like every other of the client. They give refusals of the service as `error`.
 *
 * @param wallets - a client, as `createWalletClient` makes it
 * @throws TypeError for what is no client of `createWalletClient`. The calls throw a {@link WalletError} for every failure but a refusal.
 */
export function openapiFetch(wallets: WalletClient): TypedFetch {
  const sender = senders.get(wallets);
  if (!sender) throw new TypeError('openapiFetch needs a client, as createWalletClient makes it.');
  const { operations, send } = sender;
  const client = createClient({
    Request: function (_url: string, given: Given) {
      return given;
    } as unknown as typeof Request,
  }) as unknown as Record<'GET' | 'POST', Fetch>;

  const fetchBy = (method: 'GET' | 'POST') => {
    const call = async (
      template: string,
      { params, body, headers, signal, timeout, deadline, ...others }: Init = {},
    ): Promise<unknown> => {
      const origin = originOf(call);
      const operation = refusing(`${method} ${template}`, () => {
        const found = operations.find((each) => pathOf('svc', each) === template && each.method === method);
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
            merged.delete('content-type'); // is openapi-fetch's, and said again when it is sent
            const options = { signal, timeout, deadline, headers: Object.fromEntries(merged) };
            const { response, text, value, error } = await send(
              prepare(operation, { ...params, body }, options, origin),
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
    return call;
  };
  return { GET: fetchBy('GET'), POST: fetchBy('POST') } as unknown as TypedFetch;
}
