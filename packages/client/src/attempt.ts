/** One attempt of a call: authenticated anew, sent once, read to its end. */
import { resultOf } from './answer.ts';
import type { Answer, Call, Progress } from './call.ts';
import { systemClock, type ServiceClock } from './clock.ts';
import { SigningError, type WalletError } from './errors.ts';
import type { TransportOptions } from './options.ts';
import { sortedSha256 } from './sign.ts';
import { createSigner } from './signer.ts';
import type { Throttle } from './throttle.ts';

/** What ends an attempt. */
export interface Limit {
  readonly signal: AbortSignal;
  /** Waits for what is no part of the attempt's time. */
  readonly untimed: (wait: Promise<void>) => Promise<void>;
}

/** Sends a call once. Rejects with whatever kept an answer from coming. */
export type Attempt = (call: Call, progress: Progress, limit: Limit) => Promise<Answer>;

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

  const authenticate = async (call: Call, progress: Progress, { signal, untimed }: Limit): Promise<Authenticated> => {
    try {
      const source = call.readOnly ? readOnlyCredentials : credentials;
      const { apiCode, secret } = typeof source === 'function' ? await source(call.walletId) : source;
      checkHeader('API code', apiCode);
      if (typeof secret !== 'string') throw new TypeError('The secret must be a text.');
      const turn = throttle.turn(apiCode, signal);
      if (turn) await untimed(turn); // before signing, or t would be old
      const { checksum, query } = await sign(call, secret, signal);
      checkHeader('checksum', checksum);
      return { apiCode, checksum, query };
    } catch (cause) {
      signal.throwIfAborted();
      const { operationId } = call;
      const details = { operationId, attempts: progress.sent, effect: 'none', retryable: false } as const;
      throw new SigningError('the credentials source or the sign function failed', details, cause);
    }
  };

  return async (call, progress, limit) => {
    const { signal } = limit;
    const { apiCode, checksum, query } = await authenticate(call, progress, limit);
    signal.throwIfAborted();
    const headers: Record<string, string> = { ...call.headers, 'X-API-CODE': apiCode, 'X-CHECKSUM': checksum };
    const init: RequestInit = { method: call.method, headers, signal, redirect: 'manual' }; // or the API code would be led elsewhere
    if (call.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = call.body;
    }
    progress.sent++;
    const response = await send(`${call.base}${call.path}?${query}`, init);
    let text = await response.text();
    // A refusal or a gateway's page may repeat the request: its secrets must not reach an error or a log.
    if (response.status !== 200)
      for (const secret of [apiCode, checksum]) if (secret.length >= LONG) text = text.replaceAll(secret, '[secret]');
    try {
      return {
        response,
        text,
        apiCode,
        value: resultOf(response.status, text, call, progress),
        error: undefined,
      };
    } catch (error) {
      return { response, text, apiCode, value: undefined, error: error as WalletError };
    }
  };
}

/** What is shorter is an example, and may be a part of any word. */
const LONG = 8;

/** fetch would refuse it too, and show it in its error. */
function checkHeader(name: string, value: unknown): void {
  if (typeof value !== 'string' || !/^[ -~]+$/.test(value))
    throw new TypeError(`The ${name} must be a line of plain text.`);
}
