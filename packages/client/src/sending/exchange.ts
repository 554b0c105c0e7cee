/** One request and its answer: signed anew, sent once, read to its end. */
import { judge } from '../answers/answer.ts';
import type { Answer, Call } from '../calls/call.ts';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import type { TransportOptions } from '../options.ts';
import type { Credentials } from '../signing/credentials.ts';
import { createSigner } from '../signing/signer.ts';
import type { Clock, ServiceClock } from './clock.ts';
import type { Caller, Limits } from './limits.ts';
import { fetchOnce } from './fetch-once.ts';

/** Sends a call once. Rejects with whatever kept an answer from coming. */
export type Exchange = (call: Call, credentials: Credentials, caller: Caller, signal: AbortSignal) => Promise<Answer>;

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

  return async (call, credentials, caller, signal) => {
    const signed = await sign(call, credentials, caller, signal);
    signal.throwIfAborted();
    const { operation, path, body } = call;
    const headers: Record<string, string> = { ...call.headers, ...signed.headers };
    const init: RequestInit = { method: operation.method, headers, signal, redirect: 'manual' }; // or the API code would be led elsewhere
    if (body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = body;
    }
    call.sent++;
    const response = await send(`${base}${path}?${signed.query}`, init);
    let text = await response.text();
    if (response.status !== 200) text = withoutSecrets(text, [...Object.values(signed.headers), credentials.secret]);
    return { response, text, ...judge(response.status, text, call) };
  };
}

/** What is shorter is an example, and may be a part of any word. */
const LONG = 8;

/** A refusal or a gateway's page may repeat the request: its secrets must not reach an error or a log, however JSON or cases spell them. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  try {
    text = stringifyJson(parseJson(text)); // with no escapes but those that have to be
  } catch {
    // it is no JSON, and shown as it is
  }
  for (const each of secrets)
    if (each.length >= LONG) text = text.replace(new RegExp(each.replace(/\W/g, '\\$&'), 'gi'), '[secret]');
  return text;
}
