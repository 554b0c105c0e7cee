/** Compares your books with the service's records, window by window: what is not the same comes out, one by one. */
import { isObject, need, needOptions, needWallet } from '../calls/given.ts';
import { defaultKeyOf } from '../callbacks/identity.ts';
import { depositsOf, withdrawalsOf } from './books.ts';
import type { Comparison } from './comparison.ts';
import { compareDeposits } from './deposits.ts';
import type { Difference } from './difference.ts';
import type { Ledger } from './ledger.ts';
import { checkOptions, type ReconcileOptions } from './options.ts';
import { createService, type ComparedWallet, type Service } from './service.ts';
import { windowsOf, type Span, type Window } from './windows.ts';
import { compareWithdrawals } from './withdrawals.ts';

/**
 * Compares the withdrawals and deposits of your books with the callbacks, the history and the orders of one wallet. Gives what differs as it
 * is found: `missing` is in your books and not at the service, `foreign` at the service and not in your books, `differing` in both. Nothing is
 * changed, and nothing sent again.
 *
 * It reads each list window by window, your books too, and keeps the windows within the slack: a year needs no more memory than a few days. An
 * order is looked up by `listWithdrawalStates` only where callbacks and history do not agree on one payment of it, or where a payment has no
 * other owner, or where its entry is not in memory: one call for each, and another one after the slack.
 *
 * Each record of the history is of one order that has paid it, and of no other; else it is foreign, whatever its callbacks say. Which of
 * several equal payments of one transaction differs nobody can tell: one of them is named.
 *
 * A deposit counts as what its furthest callback says. One that is not safe yet is no difference unless you have credited it; one that failed
 * after you have credited it is, however late, if `deposit` of the ledger tells of the credit. Without it each failure of what was safe is
 * `unclear`, unless its credit is near. Of a withdrawal, a callback that was missed is none: the order tells.
 *
 * A second entry of one name differs in `entries`, and each is compared. The same callback once more is told once within the
 * slack; equal deposits of one key without a block are told again after it.
 *
 * @param wallet - of the client
 * @param ledger - your books of this wallet
 * @throws InvalidCallError at once for what is no wallet, no ledger or no options, RangeError or TypeError for options that make no sense. While it runs: WalletError where a list or an order cannot be read,
 * AmountError for a callback whose amount is no number of smallest units, TypeError for an entry that cannot be compared, the reason of `signal`,
 * and whatever the ledger throws. What came before is true; what did not come is not known then.
 */
export function reconcile(
  wallet: ComparedWallet,
  ledger: Ledger,
  options: ReconcileOptions,
): AsyncGenerator<Difference, void, undefined> {
  needWallet(wallet, 'listCallbacks', 'listWithdrawalHistory', 'listWithdrawalStates');
  need(isObject(ledger), 'reconcile', 'ledger', ledger, 'your books: withdrawals, deposits, or both');
  needOptions(options, 'reconcile', 'at least { from, to, decimals }');
  const { from, to, slack = 86_400, window = 3600, signal } = options;
  checkOptions({ ...options, slack, window, now: options.now ?? Math.floor(Date.now() / 1000) });
  const withdrawals = withdrawalsOf(ledger, signal);
  const deposits = depositsOf(ledger, signal);
  if (!withdrawals && !deposits)
    throw new TypeError('The ledger has neither withdrawals nor deposits: there is nothing to compare.');

  const service = createService(wallet, { signal });
  const { decimals, keyOf = defaultKeyOf } = options;
  const comparisons: Comparison<Difference>[] = [
    ...(withdrawals ? [compareWithdrawals(service, withdrawals, { decimals, slack })] : []),
    ...(deposits ? [compareDeposits(deposits, { keyOf, slack })] : []),
  ];
  // A callback on a border may be of the window beside it.
  return differences(service, comparisons, { from, to, slack: slack + 1, window }, signal);
}

async function* differences(
  service: Service,
  comparisons: readonly Comparison<Difference>[],
  span: Span,
  signal: AbortSignal | undefined,
): AsyncGenerator<Difference, void, undefined> {
  const { slack } = span;
  const held: Window[] = [];
  const waiting: Window[] = [];
  for (const [window, next] of withNext(windowsOf(span))) {
    signal?.throwIfAborted();
    const callbacks = await service.callbacks(window, next);
    for (const { load } of comparisons) await load(window, callbacks, next);
    held.push(window);
    waiting.push(window);
    for (let one = waiting[0]; one && !(next && next.from < one.to + slack); one = waiting[0]) {
      waiting.shift();
      // What is in memory of one window with another is so of that with this one: each pair is seen from both sides, or from none.
      for (let past = held[0]; past && past.to + slack <= one.from; past = held[0]) {
        held.shift();
        for (const { forget } of comparisons) forget(past);
      }
      if (one.isCompared) for (const { compare } of comparisons) yield* compare(one);
    }
  }
}

/** Each with that which follows. */
function* withNext<T>(some: Iterable<T>): Generator<[T, T | undefined]> {
  let before: { readonly one: T } | undefined;
  for (const one of some) {
    if (before) yield [before.one, one];
    before = { one };
  }
  if (before) yield [before.one, undefined];
}
