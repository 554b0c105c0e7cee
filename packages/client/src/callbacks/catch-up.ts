/** Reads what was not delivered: the service's own list of callbacks, window by window, to where callbacks are handled. */
import { checkNames, nameOf, need, needOptions, needWallet } from '../calls/given.ts';
import { refusing } from '../calls/prepare.ts';
import type { WalletCalls } from '../client.ts';
import { checkSpan, readWindows } from '../lists/callbacks.ts';
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
 * @throws InvalidCallError for what is no wallet, no `deliver`, no options or options by other names; RangeError for a span that is none; WalletError where the list
 * cannot be read, or an answer has none: begin at the same `from` again
 */
export async function catchUp(
  wallet: WalletCalls<'listCallbacks'>,
  deliver: Deliver,
  options: CatchUpOptions,
): Promise<CaughtUp> {
  needWallet(wallet, 'listCallbacks');
  const isDeliver = typeof deliver === 'function' && !('deliver' in deliver); // the handler is a function too
  need(isDeliver, 'listCallbacks', 'deliver', deliver, 'that of the handler, handler.deliver');
  needOptions(options, 'listCallbacks', 'at least { from }, in Unix seconds');
  const { from, to = Math.floor(Date.now() / 1000), window = 3600, overlap = 86_400, onError, signal } = options;
  refusing('listCallbacks', () => {
    checkNames(options, ['from', 'to', 'window', 'overlap', 'onError', 'signal']);
  });
  checkSpan({ from, to, window, overlap });

  const count = { handled: 0, stale: 0, failed: 0 };
  let next = Math.max(from, to - overlap);
  let unread: { readonly error: unknown } | undefined;
  let isUnread = false;
  for await (const read of readWindows(wallet, { from, to, window }, 'latest', { signal })) {
    if (!read.notifications) {
      if (isUnread) throw read.error;
      [unread, isUnread] = [read, true];
      continue;
    }
    isUnread = false;
    const { start, notifications } = read;
    for (const { given, as } of furthestFirst(notifications)) {
      try {
        if ('problems' in as) throw invalid(as.problems);
        const became = await deliver(as.callback);
        if (became === 'busy') next = Math.min(next, start);
        const counted = became === 'busy' ? 'failed' : became;
        if (!Object.hasOwn(count, counted))
          throw new TypeError(`deliver gave ${nameOf(became)}. Give handler.deliver, or what gives what that gives.`);
        count[counted] += 1;
      } catch (error) {
        if (!(error instanceof CallbackError && error.isLasting)) next = Math.min(next, start);
        count.failed += 1;
        await onError?.(error, given);
      }
    }
  }
  if (unread) throw unread.error;
  return { next, ...count };
}

/** What does not fit comes last: how far it has come nobody knows. */
function furthestFirst(callbacks: readonly Callback[]) {
  const all = callbacks.map((given) => {
    const as = asCallback(given);
    return { given, as, progress: 'callback' in as ? progressOf(as.callback) : -1n };
  });
  return all.sort((a, b) => Number(b.progress - a.progress));
}
