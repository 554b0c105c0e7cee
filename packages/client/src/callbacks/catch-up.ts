/** Reads what was not delivered: the service's own list of callbacks, window by window, to where callbacks are handled. */
import type { Wallet } from '../client.ts';
import type { Callback } from './callback.ts';
import type { Deliver } from './deliver.ts';
import { CallbackError } from './error.ts';
import { progressOf } from './identity.ts';
import { asCallback, invalid } from './read.ts';

/** What to read. */
export interface CatchUpOptions {
  /**
   * Unix seconds from which on to read: `next` of the last time, or when the wallet was made. Which time of a callback counts is not
   * shown, nor how long after it the list has it: see `overlap`; nor whether the ends of a span belong to it: a second more is asked for.
   */
  readonly from: number;
  /** Unix seconds until which to read. Default: now, by this machine's clock. */
  readonly to?: number;
  /**
   * Seconds of the first call, and the least of any: the list comes whole, without pages. After one that brought little the next is up to
   * twice as long, at most a day, such that some 2 000 callbacks come. Default: 3 600.
   */
  readonly window?: number;
  /** Seconds before `to` that are read again the next time. Default: 86 400. */
  readonly overlap?: number;
  /** Gets what a callback fails with. It is read again the next time, since `next` stays before it, unless it is `ambiguous` or `invalid`. */
  readonly onError?: (error: unknown, callback: Callback) => void | Promise<void>;
  /** Ends it between two calls: it rejects with the reason. */
  readonly signal?: AbortSignal;
}

/** What was read. */
export interface CaughtUp {
  /** Unix seconds to begin with the next time: keep it. */
  readonly next: number;
  /** Callbacks that were handled now, since nobody had delivered them. */
  readonly handled: number;
  /** Callbacks that were handled before. */
  readonly stale: number;
  /** Callbacks that failed, or that somebody else was handling. */
  readonly failed: number;
}

/** Callbacks that a call had better not exceed. */
const MUCH = 2000;

/** The longest that a call gets by itself: what a day brings fits into memory. */
const DAY = 86_400;

/**
 * Gives all callbacks of a wallet in a span of time to a handler, by `listCallbacks`. Run it at start and now and then: what was not delivered
 * is handled then, once, and so is what was delivered before a crash.
 *
 * The latest come first, and of those of one call what says most: a deposit that has failed late is not credited before. So steps that lie
 * behind when they are read are not handled any more.
 *
 * Where one window cannot be read, the others are read before it rejects; where two in a row cannot, it rejects at once.
 *
 * @param wallet - of the client
 * @param deliver - `deliver` of the handler
 * @throws RangeError for a span that is none; WalletError where the list cannot be read, TypeError where an answer has none: begin at the same
 * `from` again
 */
export async function catchUp(
  wallet: Pick<Wallet, 'listCallbacks'>,
  deliver: Deliver,
  options: CatchUpOptions,
): Promise<CaughtUp> {
  const { from, to = Math.floor(Date.now() / 1000), window = 3600, overlap = 86_400, onError, signal } = options;
  for (const [name, value] of Object.entries({ from, to, overlap }))
    if (!(Number.isSafeInteger(value) && value >= 0))
      throw new RangeError(`${name} is ${String(value)}. Give whole seconds, from 0 on.`);
  if (!(Number.isSafeInteger(window) && window >= 1))
    throw new RangeError(`window is ${String(window)}. Give whole seconds, from 1 on.`);
  if (from > to)
    throw new RangeError(
      `from is ${String(from)}, which is after to, ${String(to)}. Give Unix seconds, the earlier first.`,
    );

  const count = { handled: 0, stale: 0, failed: 0 };
  let next = Math.max(from, to - overlap);
  for await (const { start, notifications } of readBack(wallet, { from, to, window }, signal)) {
    for (const { given, read } of furthestFirst(notifications)) {
      try {
        if ('problems' in read) throw invalid(read.problems);
        const became = await deliver(read.callback);
        if (became === 'busy') next = Math.min(next, start);
        count[became === 'busy' ? 'failed' : became] += 1;
      } catch (error) {
        if (!(error instanceof CallbackError && error.isLasting)) next = Math.min(next, start);
        count.failed += 1;
        await onError?.(error, given);
      }
    }
  }
  return { next, ...count };
}

/** What is listed, span by span, from the latest. */
async function* readBack(
  wallet: Pick<Wallet, 'listCallbacks'>,
  span: { readonly from: number; readonly to: number; readonly window: number },
  signal?: AbortSignal,
): AsyncGenerator<{ readonly start: number; readonly notifications: readonly Callback[] }> {
  const { from, to, window } = span;
  let length = window;
  let start = to;
  let wasRead = true;
  let failure: { readonly error: unknown } | undefined;
  do {
    signal?.throwIfAborted();
    // Whether an end belongs to a span is not shown: it is asked for a second more.
    const end = start;
    start = Math.max(end - length, from);
    const query = { from_time: Math.max(start - 1, 0), to_time: end === to ? to : end + 1 };
    const listed = await wallet
      .listCallbacks(query, { signal })
      .then(listIn)
      .catch((error: unknown) => ({ error }));
    if ('notifications' in listed) {
      yield { start, notifications: listed.notifications };
      const fitting = Math.floor((length * MUCH) / Math.max(listed.notifications.length, 1));
      length = Math.max(window, Math.min(2 * length, fitting, DAY));
      wasRead = true;
    } else if (length > window) {
      [length, start] = [window, end]; // the longest span that a service lists is not shown
    } else {
      if (!wasRead) throw listed.error;
      [failure, wasRead] = [listed, false];
    }
  } while (start > from);
  if (failure) throw failure.error;
}

/** @throws TypeError for an answer without a list. None at all may be spelled as null. */
function listIn({ notifications }: { readonly notifications: unknown }): {
  readonly notifications: readonly Callback[];
} {
  if (notifications === null) return { notifications: [] };
  if (Array.isArray(notifications)) return { notifications };
  throw new TypeError(`The list of callbacks has notifications of type ${typeof notifications}, not an array.`);
}

/** What does not fit comes last: how far it has come nobody knows. */
function furthestFirst(callbacks: readonly Callback[]) {
  const all = callbacks.map((given) => {
    const read = asCallback(given);
    return { given, read, progress: 'callback' in read ? progressOf(read.callback) : -1n };
  });
  return all.sort((a, b) => Number(b.progress - a.progress));
}
