/** One request and its answer: signed anew, sent once, read to its end. */
import { judge } from '../answers/answer.ts';
import type { Answer, Call } from '../calls/call.ts';
import type { FetchInit, TransportOptions } from '../options.ts';
import type { Credentials } from '../signing/credentials.ts';
import { createSigner } from '../signing/signer.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Clock, ServiceClock } from './clock.ts';
import type { Caller, Limits } from './limits.ts';
import { fetchOnce } from './fetch-once.ts';
import { HARMLESS, withoutSecrets } from './secrets.ts';

const USER_AGENT = `wallet-operations-client/${manifest.version}`;

/**
 * Sends a call once. Rejects with whatever kept an answer from coming.
 *
 * @param leaves - is told of the headers of the request, just before it leaves
 */
export type Exchange = (
  call: Call,
  credentials: Credentials,
  caller: Caller,
  signal: AbortSignal,
  leaves: (headers: Readonly<Record<string, string>>) => void,
) => Promise<Answer>;

/** Makes the function that sends to a base address; it remembers which checksums were used. */
export function createExchange(
  base: string,
  options: TransportOptions,
  clock: Clock,
  serviceClock: ServiceClock,
  limits: Limits,
): Exchange {
  const send = options.fetch ?? fetchOnce;
  const sign = createSigner(options, clock, serviceClock, limits);

  return async (call, credentials, caller, signal, leaves) => {
    const signed = await sign(call, credentials, caller, signal);
    signal.throwIfAborted();
    const { operation, path, body } = call;
    const headers: Record<string, string> = { 'user-agent': USER_AGENT, ...call.headers, ...signed.headers };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const init: FetchInit = {
      method: operation.method,
      headers,
      ...(body !== undefined && { body }),
      signal,
      redirect: 'manual', // or the API code would be led elsewhere
    };
    for (const name in headers) {
      const value = headers[name] as string;
      // What the request says elsewhere, an order's ID maybe, is what an answer may be about.
      if (name in signed.headers || !(HARMLESS.test(name) || body?.includes(value))) call.secrets.add(value);
    }
    leaves(headers);
    call.sent++;
    const response = (await send(`${base}${path}?${signed.query}`, init)) as Response;
    call.at = undefined; // what fails from here on has been sent
    const text = await response.text();
    const shown = response.status === 200 ? text : withoutSecrets(text, call.secrets);
    return { response, text: shown, ...judge(response.status, text, shown, call) };
  };
}
