/** The endpoint that the service delivers callbacks to, as a function from Request to Response, for any framework. */
import { checkNames, nameOf } from '../calls/given.ts';
import { checkLimit, DEFAULT_LIMIT, readBody } from './body.ts';
import type { Callback } from './callback.ts';
import { createDelivery, REQUIRED, type Deliver, type DeliveryOptions } from './deliver.ts';
import { CallbackError } from './error.ts';
import { asCallback, invalid, readCallback, type InvalidCallback } from './read.ts';
import type { Claim } from './store.ts';
import type { Verify } from './verify.ts';

/** How callbacks are received. */
export interface CallbackHandlerOptions<C extends Claim = Claim> extends DeliveryOptions<C> {
  /** Tells the service's callbacks from those of strangers. {@link sha256Verifier} makes one for the assumed scheme. */
  readonly verify: Verify;
  /**
   * Gets every failure but those of strangers, and of bodies beyond `limit`, which are not read: what your functions threw, callbacks that
   * could not be confirmed, and those that do not fit the document unless `onInvalid` takes them. Required, since no response tells of it.
   */
  readonly onError: (error: unknown, callback: Callback | undefined) => void | Promise<void>;
  /**
   * Answers a genuine callback that does not fit the document. A 200 acknowledges it, and it will not come again.
   * Default: `onError`, and 400.
   */
  readonly onInvalid?: (invalid: InvalidCallback) => Response | Promise<Response>;
  /** Bytes that a body may have. Default: 1 MiB. */
  readonly limit?: number;
}

/** The endpoint, and a way past it for what was not delivered. */
export interface CallbackHandler {
  (request: Request): Promise<Response>;
  /**
   * Takes a callback that you have read from the service yourself, with `listCallbacks` or `getCallbacksById`, to the same functions and
   * the same store; {@link catchUp} does so for all of a span. It is not confirmed, since it is the service's own record. Never give it what
   * somebody else has sent you.
   *
   * @returns `busy` while another delivery for the same key is being handled: give it again later
   * @throws what your functions throw, and CallbackError: `invalid` for what does not fit the document
   */
  readonly deliver: Deliver;
}

/** Without one of them it would be callbacks that fail, one by one. */
const NEEDED = {
  verify: 'Give sha256Verifier(secret), or a function that tells the service from strangers.',
  onError: 'Give a function: no response tells what went wrong.',
} as const;

/** What else may be given, and has to be a function then. */
const FURTHER = ['onInvalid', 'onFailed', 'onDetected', 'onOther', 'onStale', 'confirm', 'keyOf'] as const;

const KNOWN: readonly string[] = ['store', 'limit', ...Object.keys(NEEDED), ...REQUIRED, ...FURTHER];

/** 503 and not 409: a sender that tells passing failures from lasting ones delivers again only after the former. */
const STATUS = { handled: 200, stale: 200, busy: 503 } as const;

/**
 * Makes the endpoint. It never rejects, and no response has a body or tells why. It answers
 * - 200 once your handler has resolved and the store has committed, and to copies and steps back, which are not handled;
 * - 405 to anything but POST, 413 beyond the limit, 403 to what is not verified, 400 to what does not fit the document;
 * - 503 while another delivery for the same key is being handled, and to what the service's own record does not say (yet);
 * - 500 if your handler or another of your functions threw, or the callback is `ambiguous`. The claim is released, so the next delivery is
 *   handled.
 *
 * Pass the request on untouched: a body parser before it takes away the bytes that were signed.
 *
 * @throws TypeError without a store, verify, onError, onCredited, onReversed or onWithdrawal, and for what is no option; RangeError for a limit that is no number of bytes
 */
export function createCallbackHandler<C extends Claim = Claim>(options: CallbackHandlerOptions<C>): CallbackHandler {
  const { verify, onInvalid, confirm, limit = DEFAULT_LIMIT } = options;
  for (const name of ['verify', 'onError'] as const)
    if (typeof (options as Partial<typeof options>)[name] !== 'function')
      throw new TypeError(`${name} is missing. ${NEEDED[name]}`);
  for (const name of FURTHER)
    if (!['undefined', 'function'].includes(typeof options[name]))
      throw new TypeError(`${name} is ${nameOf(options[name])}. Give a function, or leave it out.`);
  checkNames(options, KNOWN);
  checkLimit(limit);

  const report = async (error: unknown, callback: Callback | undefined): Promise<void> => {
    try {
      await options.onError(error, callback);
    } catch {
      // The service must get its answer, and nobody else is left to tell.
    }
  };
  const deliver = createDelivery(options, report);

  const handle = async (request: Request): Promise<Response> => {
    let callback: Callback | undefined;
    try {
      if (request.method !== 'POST') return answer(405, { Allow: 'POST' });
      const body = await readBody(request, limit);
      if (typeof body === 'number') return answer(body);
      const genuine: unknown = await verify({ body, headers: request.headers });
      if (genuine !== true) return answer(403);

      const read = readCallback(body);
      if ('callback' in read) {
        callback = read.callback;
        return answer(STATUS[await deliver(callback, confirm)]);
      }
      if (onInvalid) return await onInvalid(read.invalid);
      await report(invalid(read.invalid.problems), undefined);
      return answer(400);
    } catch (error) {
      await report(error, callback);
      return answer(error instanceof CallbackError && error.reason === 'not_confirmed' ? 503 : 500);
    }
  };
  return Object.assign(handle, {
    async deliver(given: Callback) {
      const read = asCallback(given);
      if ('problems' in read) throw invalid(read.problems);
      return deliver(read.callback, undefined);
    },
  });
}

const answer = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers });
