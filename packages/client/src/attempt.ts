/** One attempt of a call: authenticated anew, sent once, read to its end. */
import { resultOf } from './answer.ts';
import type { Answer, Call, Progress } from './call.ts';
import { sleep, systemClock, type ServiceClock } from './clock.ts';
import { SigningError, type WalletError } from './errors.ts';
import type { TransportOptions } from './options.ts';
import { sortedSha256 } from './sign.ts';
import { createSigner } from './signer.ts';
import type { Throttle } from './throttle.ts';

/** Sends a call once. Rejects with whatever kept an answer from coming. */
export type Attempt = (call: Call, progress: Progress, signal: AbortSignal) => Promise<Answer>;

interface Authenticated {
  readonly apiCode: string;
  readonly checksum: string;
  readonly query: string;
}

/** Makes the function that sends; it remembers which checksums were used. */
export function createAttempt(options: TransportOptions, serviceClock: ServiceClock, throttle: Throttle): Attempt {
  const { credentials, readOnlyCredentials = credentials, clock = systemClock } = options;
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const sign = createSigner(options.sign ?? sortedSha256(), clock, serviceClock);

  const authenticate = async (call: Call, progress: Progress, signal: AbortSignal): Promise<Authenticated> => {
    try {
      const source = call.readOnly ? readOnlyCredentials : credentials;
      const { apiCode, secret } = typeof source === 'function' ? await source(call.walletId) : source;
      const place = throttle.place(apiCode);
      if (place > 0) await sleep(clock, place, signal); // before signing, or t would be old
      const { checksum, query } = await sign(call, secret, signal);
      return { apiCode, checksum, query };
    } catch (cause) {
      signal.throwIfAborted();
      const { operationId } = call;
      const details = { operationId, attempts: progress.sent, effect: 'none', retryable: false } as const;
      throw new SigningError('the credentials source or the sign function failed', details, cause);
    }
  };

  return async (call, progress, signal) => {
    const { apiCode, checksum, query } = await authenticate(call, progress, signal);
    signal.throwIfAborted();
    const headers: Record<string, string> = { ...call.headers, 'X-API-CODE': apiCode, 'X-CHECKSUM': checksum };
    const init: RequestInit = { method: call.method, headers, signal, redirect: 'manual' }; // or the API code would be led elsewhere
    if (call.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = call.body;
    }
    progress.sent++;
    const response = await send(`${call.base}${call.path}?${query}`, init);
    const text = await response.text();
    // A gateway's error page may show the request: its secrets must not reach an error or a log.
    const redact = (excerpt: string): string =>
      excerpt.replaceAll(apiCode, '[API code]').replaceAll(checksum, '[checksum]');
    try {
      return {
        response,
        text,
        apiCode,
        value: resultOf(response.status, text, call, progress, redact),
        error: undefined,
      };
    } catch (error) {
      return { response, text, apiCode, value: undefined, error: error as WalletError };
    }
  };
}
