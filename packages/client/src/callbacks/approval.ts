/** The authentication callback URL, which the service asks before it lets a withdrawal go. Whatever fails here refuses. */
import { checkNames, nameOf } from '../calls/given.ts';
import { checkLimit, DEFAULT_LIMIT, readBody } from './body.ts';
import { CallbackError } from './error.ts';
import type { Verify } from './verify.ts';

/**
 * Decides on an approval. What the service sends is not shown, so it gets the raw body and the request (whose body has been read
 * by then). Nothing but `true` approves. A request can be replayed: decide by what it says, not by its having come.
 */
export type Decide = (body: Uint8Array, request: Request) => boolean | Promise<boolean>;

/** How approvals are answered. */
export interface ApprovalHandlerOptions {
  /** Tells the service's requests from those of strangers. Default: all are decided on, since no signature is shown for them. */
  readonly verify?: Verify;
  /** Milliseconds until an undecided request is refused. Default: 5000. */
  readonly timeout?: number;
  /** Bytes that a body may have. Default: 1 MiB. */
  readonly limit?: number;
  /** Gets what was thrown, and what took too long. */
  readonly onError?: (error: unknown) => void | Promise<void>;
  /** Runs something once after so many milliseconds, and returns what cancels it. For tests. Default: setTimeout. */
  readonly after?: (milliseconds: number, run: () => void) => () => void;
}

/**
 * Makes the endpoint. It never rejects. It answers `OK` with 200 if `decide` says `true`, and refuses otherwise:
 * - 400 if `decide` says anything else. What the service makes of a 400 is not shown; it is assumed to decline.
 * - 403 if `verify` says anything but `true`, 413 beyond the limit, and 500 if something throws or takes longer than `timeout`.
 *   Any status but 200 and 400 makes the withdrawal fail.
 *
 * The texts of the refusals are constant, since the service repeats them to whoever asked for the withdrawal.
 *
 * @throws TypeError for what is no function, and for what is no option; RangeError for a limit that is no number of bytes, and for a timeout
 * that no timer takes
 */
export function createApprovalHandler(
  decide: Decide,
  options: ApprovalHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const { verify, timeout = 5000, limit = DEFAULT_LIMIT, onError, after = systemAfter } = options;
  const functions: Readonly<Record<string, unknown>> = { decide, verify, onError, after: options.after };
  for (const [name, given] of Object.entries(functions))
    if (typeof given !== 'function' && (given !== undefined || name === 'decide'))
      throw new TypeError(
        `${name} is ${nameOf(given)}. Give a function${name === 'decide' ? '' : ', or leave it out'}.`,
      );
  checkNames(options, ['timeout', 'limit', ...Object.keys(functions).slice(1)]);
  if (!(typeof timeout === 'number' && timeout > 0 && timeout < 2 ** 31))
    throw new RangeError(`timeout is ${String(timeout)}. Give milliseconds above 0, and below 2^31.`);
  checkLimit(limit);

  const statusFor = async (request: Request): Promise<number> => {
    const body = await readBody(request, limit);
    if (typeof body === 'number') return body;
    const genuine: unknown = verify ? await verify({ body, headers: request.headers }) : true;
    if (genuine !== true) return 403;
    const approved: unknown = await decide(body, request);
    return approved === true ? 200 : 400;
  };

  return async (request) => {
    let cancel: (() => void) | undefined;
    try {
      const late = new Promise<never>((_, reject) => {
        cancel = after(timeout, () => {
          reject(new CallbackError('timeout', `No decision within ${String(timeout)} ms: the withdrawal was refused.`));
        });
      });
      return answer(await Promise.race([late, statusFor(request)]));
    } catch (error) {
      try {
        await onError?.(error);
      } catch {
        // Refused all the same.
      }
      return answer(500);
    } finally {
      cancel?.();
    }
  };
}

const answer = (status: number): Response =>
  new Response(status === 200 ? 'OK' : 'refused', { status, headers: { 'Content-Type': 'text/plain' } });

const systemAfter = (milliseconds: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};
