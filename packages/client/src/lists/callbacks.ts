/** Reads the service's list of callbacks, which comes whole, without pages: in windows of time that grow where little came. */
import { unexpected } from '../answers/unexpected.ts';
import { isObject, needOptions, needWallet } from '../calls/given.ts';
import type { WalletCalls } from '../client.ts';
import type { CallOptions } from '../options.ts';
import type { Output } from '../types.ts';

type Callback = Output<'listCallbacks'>['notifications'][number];
type Listing = WalletCalls<'listCallbacks'>;

/** Which callbacks to read. Times are in whole Unix seconds. */
export interface CallbacksOptions extends CallOptions {
  /** From which time on. Which time of a callback counts is not shown, nor how long after it the list has it. */
  readonly from: number;
  /** Until which time. Default: now, by this machine's clock. */
  readonly to?: number;
  /**
   * Seconds of the first call, and the least of any. After one that brought little the next is up to twice as long, at most a day, such
   * that some 2 000 callbacks come. Default: 3 600.
   */
  readonly window?: number;
}

/** A span of time, in whole Unix seconds, and the least of a window. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly window: number;
}

/** A window with what is listed of it, or why that cannot be read. */
export type ReadWindow = { readonly start: number } & (
  { readonly notifications: readonly Callback[] } | { readonly notifications?: undefined; readonly error: unknown }
);

/** Callbacks that a call had better not exceed. */
const MUCH = 2000;

/** The longest that a call gets by itself: what a day brings fits into memory. */
const DAY = 86_400;

/** Unix seconds of the year 5138: what is beyond is in milliseconds. */
const LATEST = 1e11;

/** Windows in which one callback may be listed: each is asked for a second more on both sides, and is a second long at least. */
const NEAR = 4;

/**
 * All callbacks of a wallet in a span of time, window by window, the oldest window first: what came is complete up to the window that is
 * being read, so that who ends in between goes on from there. Within a window they come as the service lists them. Nothing is skipped:
 * a window that cannot be read is thrown.
 *
 * Whether the ends of a span belong to it is not shown: a second more is asked for around each window, and what two windows have is
 * told once, by its serial. What is at `to` itself may come or not; who goes on with that as `from` misses nothing.
 *
 * @param wallet - one wallet of a client, `client.wallet(walletId)`
 * @param options - the span of time, and what each call may have
 * @throws InvalidCallError for what is no wallet or no options, RangeError for a span that is none, WalletError as `listCallbacks` does; all
 * of them at its first step
 */
export async function* callbacks(
  wallet: Listing,
  options: CallbacksOptions,
): AsyncGenerator<Callback, void, undefined> {
  needWallet(wallet, 'listCallbacks');
  needOptions(options, 'listCallbacks', 'at least { from }, in Unix seconds');
  const { from, to = Math.floor(Date.now() / 1000), window = 3600, ...callOptions } = options;
  checkSpan({ from, to, window });
  let near: ReadonlySet<bigint>[] = [];
  for await (const read of readWindows(wallet, { from, to, window }, 'oldest', callOptions)) {
    if (!read.notifications) throw read.error;
    if (!read.notifications.every(isObject)) throw unexpected('listCallbacks');
    const serials = new Set<bigint>();
    for (const callback of read.notifications) {
      const { serial } = callback;
      if (typeof serial !== 'bigint') throw unexpected('listCallbacks'); // by which alone they are told apart
      const isNew = ![serials, ...near].some((known) => known.has(serial));
      serials.add(serial);
      if (isNew) yield callback;
    }
    near = [serials, ...near].slice(0, NEAR);
  }
}

/**
 * Windows of a span, from its oldest or its latest. One that is longer than the least, and cannot be read, is tried again in shorter ones:
 * the longest that a service lists is not shown.
 */
export async function* readWindows(
  wallet: Listing,
  { from, to, window }: Span,
  first: 'oldest' | 'latest',
  options: CallOptions,
): AsyncGenerator<ReadWindow, void, undefined> {
  let length = window;
  let done = 0;
  do {
    options.signal?.throwIfAborted();
    const seconds = Math.min(length, to - from - done);
    const start = first === 'oldest' ? from + done : to - done - seconds;
    const end = start + seconds;
    let notifications: readonly Callback[];
    try {
      // Whether an end belongs to a span is not shown: it is asked for a second more.
      notifications = await listOf(wallet, Math.max(start - 1, 0), end === to ? to : end + 1, options);
    } catch (error) {
      if (length > window) {
        length = window;
        continue;
      }
      done += seconds;
      yield { start, error };
      continue;
    }
    done += seconds;
    yield { start, notifications };
    const fitting = Math.floor((length * MUCH) / Math.max(notifications.length, 1));
    length = Math.max(window, Math.min(2 * length, fitting, DAY));
  } while (done < to - from);
}

/**
 * The callbacks of one call. None at all may be spelled as null.
 *
 * @throws UnreadableResponseError `unexpected_result` for an answer without a list; WalletError as the operation does
 */
export async function listOf(
  wallet: Listing,
  from_time: number,
  to_time: number,
  options: CallOptions,
): Promise<readonly Callback[]> {
  const answer: unknown = await wallet.listCallbacks({ from_time, to_time }, options);
  const { notifications } = Object(answer) as { readonly notifications?: unknown };
  if (notifications !== null && !Array.isArray(notifications)) throw unexpected('listCallbacks');
  return (notifications ?? []) as readonly Callback[];
}

/**
 * Looks at a span, and at what else is in seconds.
 *
 * @throws RangeError that says what is wrong
 */
export function checkSpan({ window, ...times }: Span & Readonly<Record<string, number>>): void {
  const { from, to } = times;
  for (const [name, value] of Object.entries(times)) checkSeconds(name, value, 0);
  checkSeconds('window', window, 1);
  if (from > to)
    throw new RangeError(
      `from is ${String(from)}, which is after to, ${String(to)}. Give Unix seconds, the earlier first.`,
    );
}

/** @throws RangeError for what is no number of whole seconds */
export function checkSeconds(name: string, value: number, least: number): void {
  if (!(Number.isSafeInteger(value) && value >= least))
    throw new RangeError(`${name} is ${String(value)}. Give whole seconds, from ${String(least)} on.`);
  if (value > LATEST) throw new RangeError(`${name} is ${String(value)}. Give seconds, not milliseconds.`);
}
