/** One attempt of a call: authenticated anew, sent once, read to its end. */
import { resultOf } from '../answers/answer.ts';
import type { Answer, Call } from '../calls/call.ts';
import { ServiceError, type WalletError } from '../errors.ts';
import type { TransportOptions } from '../options.ts';
import type { Credentials, CredentialsSource } from '../signing/credentials.ts';
import { sortedSha256 } from '../signing/sign.ts';
import { checkHeader, createSigner, signingError } from '../signing/signer.ts';
import { systemClock, type ServiceClock } from './clock.ts';
import { createThrottle } from './throttle.ts';

/** Gives work so many milliseconds, and no more than are left of the call. */
export type Limited = <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Sends a call once. Rejects with whatever kept an answer from coming. */
export type Attempt = (call: Call, timeout: number, limited: Limited) => Promise<Answer>;

/** Makes the function that sends; it remembers which checksums were used, and the throttling of each API code. */
export function createAttempt(options: TransportOptions, serviceClock: ServiceClock): Attempt {
  const { credentials, readOnlyCredentials = credentials, clock = systemClock } = options;
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const sign = createSigner(options.sign ?? sortedSha256(), clock, serviceClock);
  const throttle = createThrottle(clock);

  /** Learns from a refusal what the next attempt needs. */
  const learn = ({ reason, values }: ServiceError, apiCode: string, { headers }: Response): void => {
    if (reason === 'call_too_frequently') throttle.learn(apiCode, Number(values.THROTTLING_COUNT));
    if (reason === 'invalid_timestamp') serviceClock.learn(headers.get('Date'));
  };

  return async (call, timeout, limited) => {
    const source = call.operation.readOnly ? readOnlyCredentials : credentials;
    const given = typeof source === 'function' ? await limited(timeout, () => ask(source, call)) : source;
    const { apiCode, secret } = checked(given, call);
    const turn = throttle.turn(apiCode);
    if (turn) await limited(Infinity, turn); // before signing, or t would be old
    return await limited(timeout, async (signal) => {
      const { checksum, query } = await sign(call, secret, signal);
      signal.throwIfAborted();
      const { operation, base, path, body } = call;
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
      try {
        return { response, text, value: resultOf(response.status, text, call), error: undefined };
      } catch (error) {
        if (error instanceof ServiceError) learn(error, apiCode, response);
        return { response, text, value: undefined, error: error as WalletError };
      }
    });
  };
}

async function ask(source: Exclude<CredentialsSource, Credentials>, call: Call): Promise<Credentials> {
  try {
    return await source(call.walletId);
  } catch (cause) {
    throw signingError('credentials source', call, cause);
  }
}

function checked(credentials: Credentials, call: Call): Credentials {
  try {
    checkHeader('API code', credentials.apiCode);
    if (typeof credentials.secret !== 'string') throw new TypeError('The secret must be a text.');
    return credentials;
  } catch (cause) {
    throw signingError('credentials source', call, cause);
  }
}

/** What is shorter is an example, and may be a part of any word. */
const LONG = 8;
