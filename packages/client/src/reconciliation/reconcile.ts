/** Compares your books with the service's records, window by window: what is not the same comes out, one by one. */
import type { Callback } from '../callbacks/callback.ts';
import { defaultKeyOf } from '../callbacks/identity.ts';
import type { CallOptions } from '../options.ts';
import type { Comparison } from './comparison.ts';
import { compareDeposits } from './deposits.ts';
import type { Difference } from './difference.ts';
import type { Ledger } from './ledger.ts';
import { createService, type ComparedWallet } from './service.ts';
import { windowsOf, type Span, type Window } from './windows.ts';
import { compareWithdrawals } from './withdrawals.ts';

/** What to compare. Times are in Unix seconds, whole ones. */
export interface ReconcileOptions extends Pick<CallOptions, 'signal'> {
  /** Where the span begins. */
  readonly from: number;
  /** Where it ends; what is at this very time belongs to the next span. At least `slack` ago: what still moves differs without a fault. */
  readonly to: number;
  /** Decimals of the wallet's currency, or of its token: callbacks count in the smallest unit, the history in the main unit. */
  readonly decimals: number | string;
  /**
   * Seconds by which the times of one deposit or withdrawal may lie apart: of its entry in your books, of each of its callbacks, of its
   * records in the history. Your books and the service are read by so much beyond both ends. Of what lies further apart, `withdrawal` and
   * `deposit` of the ledger tell; without them it is called missing, and foreign. Which time of a callback counts is not shown. Default: 86 400.
   */
  readonly slack?: number;
  /** Seconds of one call of a list. What is in memory is this and twice the slack. Default: 3 600. */
  readonly window?: number;
  /** What a deposit is booked under. Default: `defaultKeyOf`. */
  readonly keyOf?: (callback: Callback) => string;
  /** The present, which `to` and the slack must not be beyond. Default: by this machine's clock. */
  readonly now?: number | undefined;
}

/**
 * Compares the withdrawals and deposits of your books with the callbacks, the history and the orders of one wallet. Gives each difference
 * once, as it is found: `missing` is in your books and not at the service, `foreign` at the service and not in your books, `differing` in both.
 * Nothing is changed, and nothing sent again.
 *
 * It reads each list window by window, your books too, and keeps the windows within the slack: a year needs no more memory than a day. An order
 * is looked up by `listWithdrawalStates` only where callbacks and history do not agree on one payment of it: one call for each.
 *
 * A deposit counts as what its furthest callback says. One that is not safe yet is no difference unless you have credited it; one that failed
 * after you have credited it is. Of a withdrawal, a callback that was missed is none: the order tells.
 *
 * @param wallet - of the client
 * @param ledger - your books of this wallet
 * @throws RangeError or TypeError at once for options that make no sense. While it runs: WalletError where a list or an order cannot be read,
 * AmountError for an amount that the decimals cannot hold, TypeError for an entry that cannot be compared, and whatever the ledger throws. What
 * came before is true; what did not come is not known then.
 */
export function reconcile(
  wallet: ComparedWallet,
  ledger: Ledger,
  options: ReconcileOptions,
): AsyncGenerator<Difference, void, undefined> {
  const { from, to, slack = 86_400, window = 3600, now = Math.floor(Date.now() / 1000) } = options;
  for (const [name, value, least] of [
    ['from', from, 0],
    ['to', to, from + 1],
    ['slack', slack, 0],
    ['window', window, 1],
  ] as const)
    if (!(Number.isSafeInteger(value) && value >= least))
      throw new RangeError(`${name} is ${String(value)}. Give whole seconds, from ${String(least)} on.`);
  if (!(to + slack < now))
    throw new RangeError(
      `to is ${String(to)}, and the slack ${String(slack)} seconds: they do not end before now, ${String(now)}. What still moves differs without a fault.`,
    );
  if (!ledger.withdrawals && !ledger.deposits)
    throw new TypeError('The ledger has neither withdrawals nor deposits: there is nothing to compare.');
  // Whether an end belongs to a span is not shown: what is on a border may come in either window, or in both.
  return differences(wallet, ledger, { from, to, slack: slack + 1, window }, options);
}

async function* differences(
  wallet: ComparedWallet,
  ledger: Ledger,
  span: Span,
  { signal, decimals, keyOf = defaultKeyOf }: ReconcileOptions,
): AsyncGenerator<Difference, void, undefined> {
  const service = createService(wallet, { signal });
  const comparisons: Comparison<Difference>[] = [];
  const { withdrawals, deposits } = ledger;
  if (withdrawals)
    comparisons.push(
      compareWithdrawals(
        service,
        {
          withdrawals: withdrawals.bind(ledger),
          ...(ledger.withdrawal && { withdrawal: ledger.withdrawal.bind(ledger) }),
        },
        decimals,
      ),
    );
  if (deposits)
    comparisons.push(
      compareDeposits(
        { deposits: deposits.bind(ledger), ...(ledger.deposit && { deposit: ledger.deposit.bind(ledger) }) },
        keyOf,
      ),
    );

  const held: Window[] = [];
  const waiting: Window[] = [];
  for (const window of windowsOf(span)) {
    signal?.throwIfAborted();
    const callbacks = await service.callbacks(window);
    for (const { load } of comparisons) await load(window, callbacks);
    held.push(window);
    waiting.push(window);
    for (let next = waiting[0]; next && next.to + span.slack <= window.to; next = waiting[0]) {
      waiting.shift();
      if (next.isCompared) for (const { compare } of comparisons) yield* compare(next);
      for (let past = held[0]; past && past.to + span.slack < next.from; past = held[0]) {
        held.shift();
        for (const { forget } of comparisons) forget(past);
      }
    }
  }
}
