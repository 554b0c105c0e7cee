/** One attempt of a call: authenticated anew, sent once, read to its end. */
import { judge } from '../answers/answer.ts';
import type { Answer, Call } from '../calls/call.ts';
import { ServiceError } from '../errors.ts';
import type { TransportOptions } from '../options.ts';
import type { Credentials } from '../signing/credentials.ts';
import { sortedSha256 } from '../signing/sign.ts';
import { checkHeader, createSigner, trusting } from '../signing/signer.ts';
import type { Clock, ServiceClock } from './clock.ts';
import { createThrottle } from './throttle.ts';

/** Gives work so many milliseconds, and no more than are left of the call. */
export type Limited = <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Sends a call once. Rejects with whatever kept an answer from coming. */
export type Attempt = (call: Call, timeout: number, limited: Limited) => Promise<Answer>;

/** Makes the function that sends; it remembers which checksums were used, and the throttling of each API code. */
export function createAttempt(
  base: string,
  options: TransportOptions,
  clock: Clock,
  serviceClock: ServiceClock,
): Attempt {
  const { credentials, readOnlyCredentials = credentials, fetch: send = (url, init) => fetch(url, init) } = options;
  const sign = createSigner(options.sign ?? sortedSha256(), clock, serviceClock);
  const throttle = createThrottle(clock);

  return async (call, timeout, limited) => {
    const { operation, walletId, path, body } = call;
    const source = operation.readOnly ? readOnlyCredentials : credentials;
    const ask = (): Promise<Credentials> =>
      trusting('credentials source', call, async () =>
        checked(typeof source === 'function' ? await source(walletId) : source),
      );
    const { apiCode, secret } = await (typeof source === 'function' ? limited(timeout, ask) : ask());
    const turn = throttle.turn(apiCode);
    if (turn) await limited(Infinity, turn); // before signing, or t would be old
    return await limited(timeout, async (signal) => {
      const { checksum, query } = await trusting('sign function', call, () => sign(call, secret, signal));
      signal.throwIfAborted();
      const headers: Record<string, string> = { ...call.headers, 'x-api-code': apiCode, 'x-checksum': checksum };
      const init: RequestInit = { method: operation.method, headers, signal, redirect: 'manual' }; // or the API code would be led elsewhere
      if (body !== undefined) {
        headers['content-type'] = 'application/json';
        init.body = body;
      }
      call.sent++;
      const response = await send(`${base}${path}?${query}`, init);
      let text = await response.text();
      // A refusal or a gateway's page may repeat the request: its secrets must not reach an error or a log.
      if (response.status !== 200)
        for (const each of [apiCode, checksum]) if (each.length >= LONG) text = text.replaceAll(each, '[secret]');
      const { value, error } = judge(response.status, text, call);
      // What the next attempt needs.
      if (error instanceof ServiceError) {
        if (error.reason === 'call_too_frequently') throttle.learn(apiCode, Number(error.values.THROTTLING_COUNT));
        if (error.reason === 'invalid_timestamp') serviceClock.learn(response.headers.get('Date'));
      }
      return { response, text, value, error };
    });
  };
}

function checked(credentials: Credentials): Credentials {
  checkHeader('API code', credentials.apiCode);
  if (typeof credentials.secret !== 'string') throw new TypeError('The secret must be a text.');
  return credentials;
}

/** What is shorter is an example, and may be a part of any word. */
const LONG = 8;
