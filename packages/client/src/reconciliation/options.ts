/** Looks at options before anything is asked. */
import type { ReconcileOptions } from './reconcile.ts';

/** Unix seconds of the year 5138: what is beyond is in milliseconds. */
const LATEST = 100_000_000_000;

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
  ] as const) {
    if (!(Number.isSafeInteger(value) && value >= least))
      throw new RangeError(`${name} is ${String(value)}. Give whole seconds, from ${String(least)} on.`);
    if (value > LATEST) throw new RangeError(`${name} is ${String(value)}. Give seconds, not milliseconds.`);
  }
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
