/** With what books are compared, and what is wrong with it. */
import type { Callback } from '../callbacks/callback.ts';
import { checkSeconds } from '../lists/callbacks.ts';
import type { CallOptions } from '../options.ts';

/** What to compare. Times are in Unix seconds, whole ones. */
export interface ReconcileOptions extends Pick<CallOptions, 'signal'> {
  /** Where the span begins. */
  readonly from: number;
  /**
   * Where it ends; what is at this very time belongs to the next span. At least `slack` ago: what still moves differs without a fault. Which
   * times count, and which ends, is not shown: each list is asked for a second more on both sides. What two neighbours list goes by its
   * `block_time`, `chain_at` or `broadcast_at`; if none is within that second, it belongs to the later one.
   */
  readonly to: number;
  /** Decimals of the wallet's currency, or of its token: callbacks count in the smallest unit, the history in the main unit. */
  readonly decimals: number | string;
  /**
   * Seconds by which the times of one deposit or withdrawal may lie apart: of its entry in your books, of each of its callbacks, of its
   * records in the history. Your books and the service are read by so much beyond both ends. An entry is compared with what is within it;
   * of the entries of other callbacks `withdrawal` and `deposit` of the ledger tell, and without them they are called foreign. A credit whose
   * callbacks all lie further off is called missing either way, and a record of the history foreign. Default: 86 400.
   */
  readonly slack?: number;
  /**
   * Seconds of one call of a list. What is in memory is three of these and twice the slack. With long ones two runs that join may both
   * tell of what lies on either side of their border. Default: 3 600.
   */
  readonly window?: number;
  /** What a deposit is booked under. Default: `defaultKeyOf`. */
  readonly keyOf?: (callback: Callback) => string;
  /** The present, which `to` and the slack must not be beyond. Default: by this machine's clock. */
  readonly now?: number | undefined;
}

/** @throws RangeError or TypeError for options that make no sense */
export function checkOptions(
  options: ReconcileOptions & Required<Pick<ReconcileOptions, 'slack' | 'window'>> & { readonly now: number },
): void {
  const { from, to, slack, window, now, decimals, keyOf, signal } = options;
  for (const [name, value, least] of [
    ['from', from, 0],
    ['to', to, from + 1],
    ['slack', slack, 0],
    ['window', window, 1],
    ['now', now, 0],
  ] as const)
    checkSeconds(name, value, least);
  if (!(to + slack < now))
    throw new RangeError(
      `to is ${String(to)}, and the slack ${String(slack)} seconds: they do not end before now, ${String(now)}. What still moves differs without a fault.`,
    );
  const places: unknown = decimals;
  if (!/^(?:number|string) (?:0|[1-9][0-9]{0,2})$/.test(`${typeof places} ${String(places)}`) || Number(places) > 255)
    throw new RangeError(`decimals is ${String(places)}. Give those of the currency, from 0 to 255.`);
  if (typeof (keyOf ?? String) !== 'function') throw new TypeError('keyOf is no function. Give one, or leave it out.');
  if (signal && !(signal instanceof AbortSignal))
    throw new TypeError('signal is no AbortSignal. Give that of the controller, or leave it out.');
}
