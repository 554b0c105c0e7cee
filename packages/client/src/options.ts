/** What a client can be told of how to send its calls, what of that is none, and what it tells of them. */
import { checkNames } from './calls/given.ts';
import type { Clock } from './sending/clock.ts';
import type { Limits } from './sending/limits.ts';
import { checkCredentials, checkLine, type CredentialsSource } from './signing/credentials.ts';
import type { Sign } from './signing/sign.ts';

/** What one call may have of its own. */
export interface CallOptions {
  /** Ends the call at once; it fails with an {@link AbortedError}. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, above 0. Default: the client's. */
  readonly timeout?: number | undefined;
  /** Milliseconds for the call with all its attempts and waits, above 0. Default: the client's. */
  readonly deadline?: number | undefined;
  /**
   * Further headers, by name: lines of plain text. They cannot be those that authenticate the call, nor those that say how it is sent.
   * Whatever hooks and errors show, they do not show their values, but for a few harmless ones such as `X-Request-Id`.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a request is sent with: no more than every fetch takes, be it the engine's, undici's or another. */
export interface FetchInit {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
}

/** What is read of an answer. `openapiFetch` gives it on as `response`, so give a whole Response if you use that. */
export interface FetchAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: {
    readonly get: (name: string) => string | null;
    readonly forEach: (each: (value: string, name: string) => void) => void;
  };
  readonly text: () => Promise<string>;
}

/** How calls are sent. */
export interface TransportOptions {
  /** API code and secret of the wallets, or a function that knows those of each. */
  readonly credentials: CredentialsSource;
  /** The read-only API code, for the wallet list and the balance list. Default: `credentials`. */
  readonly readOnlyCredentials?: CredentialsSource;
  /** Computes checksums. Default: `sortedSha256()`, the assumed scheme. */
  readonly sign?: Sign;
  /**
   * Replaces the global fetch. It must send each request once at most, whatever it is answered or runs into: one that tries again
   * by itself may withdraw twice, and sends the same checksum again. The engine's own may, too: call `fetchOnce` in its place.
   */
  readonly fetch?: (url: string, init: FetchInit) => Promise<FetchAnswer>;
  /** Milliseconds for one attempt, above 0, from its signing to the end of the body, without waits for throttling. Default: 30 000. */
  readonly timeout?: number;
  /** Milliseconds for a call with all its attempts and waits, above 0. Default: 120 000. */
  readonly deadline?: number;
  /** Attempts of one call at most, from 1 on. Default: 8. */
  readonly attempts?: number;
  /** Turns and checksums that are shared with other clients, or with other processes. Default: this client's own, in memory. */
  readonly limits?: Limits;
  /** Time, for tests. Default: the machine's. */
  readonly clock?: Clock;
  /** Chance, from 0 to 1, for tests: it jitters waits, and sets equal requests apart. Default: Math.random. */
  readonly random?: () => number;
}

/** How to reach the service, and as whom. */
export interface WalletClientOptions extends TransportOptions {
  /** Base address of the service, `https://host` or with a path that a gateway has before `/v1`. */
  readonly baseUrl: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
}

/** The names of a call's options, and with the others those of a client. */
const OF_CALL = ['signal', 'timeout', 'deadline', 'headers'];
const OF_CLIENT =
  'baseUrl,product,credentials,readOnlyCredentials,sign,fetch,timeout,deadline,attempts,limits,clock,random'.split(',');

/** What ends an effort: one call, or all that submits a batch. */
interface Ends extends CallOptions {
  readonly attempts?: number | undefined;
  readonly resends?: number | undefined;
}

/** Each of them, with the least of those that are counts; the others are milliseconds. */
const LIMITS = [
  ['timeout', undefined],
  ['deadline', undefined],
  ['attempts', 1],
  ['resends', 0],
] as const;

/**
 * Looks at what is to end an effort before anything is sent: a NaN, out of a variable that is not set, would send the request
 * and give it up at once.
 *
 * @throws RangeError for milliseconds that are not above 0 (`Infinity` is), or a count that is no whole number from its least on.
 * @throws TypeError for a signal that is none, such as the controller that has it.
 */
export function checkLimits(options: Ends): void {
  for (const [name, least] of LIMITS) {
    const value = options[name];
    const isNumber = Number(value) === value; // which no text is
    if (value === undefined || (isNumber && (least === undefined ? value > 0 : value >= least && value % 1 === 0)))
      continue;
    const shown = typeof value === 'string' ? `'${value as string}'` : String(value);
    const rightly = least === undefined ? 'milliseconds above 0' : `a whole number from ${String(least)} on`;
    throw new RangeError(`${name} is ${shown}. Give ${rightly}.`);
  }
  const { signal } = options as { readonly signal?: Partial<AbortSignal> };
  if (signal && !signal.throwIfAborted) throw new TypeError('signal is no AbortSignal.');
}

/**
 * Looks at what a call has of its own, before anything is sent.
 *
 * @throws TypeError for what is no option; otherwise as {@link checkLimits} does
 */
export function checkCall(options: CallOptions): void {
  checkNames(options, OF_CALL);
  checkLimits(options);
}

/** What is called of the caller's own: it has these functions, or is one. */
const CALLED = { fetch: '', sign: '', random: '', clock: 'now, monotonic, after', limits: 'turn, claim, learn' };

/**
 * Looks at what a client is made with: what is wrong with it is wrong with every call.
 *
 * @throws RangeError as {@link checkLimits} does; TypeError for what is no option, for credentials that are none, and for functions that
 * are none.
 */
export function checkOptions(options: TransportOptions): void {
  checkNames(options, OF_CLIENT);
  checkLimits(options);
  const given: Readonly<Record<string, unknown>> = { ...options };
  for (const name of ['credentials', 'readOnlyCredentials']) {
    const source = given[name];
    if (typeof source !== 'function' && (source !== undefined || name === 'credentials'))
      checkCredentials(source, name);
  }
  for (const [name, functions] of Object.entries(CALLED)) {
    const it = given[name] as Readonly<Record<string, unknown>> | undefined;
    const called = functions ? functions.split(', ').map((each): unknown => it?.[each]) : [it];
    if (it !== undefined && !called.every((each) => typeof each === 'function'))
      throw new TypeError(`${name} must ${functions ? `have ${functions}` : 'be a function'}.`);
  }
}

/** What says how a request is sent, and what authenticates it; some servers read _ as -. */
const OURS =
  /^(x.api.code|x.checksum|content.(type|length)|transfer.encoding|connection|keep.alive|upgrade|expect|te|trailer|host)$/i;

/**
 * Headers of a call, by lower-case name.
 *
 * @throws TypeError for one that a call cannot have. It does not show its value.
 */
export function headersOf(options: CallOptions): Record<string, string> | undefined {
  const { headers } = options as { readonly headers?: object };
  if (!headers) return undefined;
  const given: [string, string][] = [];
  for (const [name, value] of Symbol.iterator in Object(headers) ? (headers as Headers) : Object.entries(headers)) {
    if (!/^[\w-]+$/.test(name) || OURS.test(name)) throw new TypeError(`headers cannot have ${name}.`);
    checkLine(`headers.${name}`, value);
    given.push([name.toLowerCase(), value as string]);
  }
  return Object.fromEntries(given);
}
