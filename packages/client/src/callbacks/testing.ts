/** For your own tests: callbacks as the service is assumed to deliver them. */
import { stringifyJson } from '@wallet-operations/json';
import type { Callback } from './callback.ts';
import { signedHeaders } from './verify.ts';

/**
 * A request that delivers a callback, signed by the assumed scheme: what {@link sha256Verifier} with the same secret accepts.
 *
 * @param options - `url`: address it is sent to. Default: `http://localhost/callbacks`.
 */
export async function signTestCallback(
  callback: Callback,
  secret: string,
  { url = 'http://localhost/callbacks' }: { readonly url?: string } = {},
): Promise<Request> {
  const body = new TextEncoder().encode(stringifyJson(callback));
  return new Request(url, { method: 'POST', headers: await signedHeaders(body, secret), body });
}
