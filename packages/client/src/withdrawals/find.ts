/** Finds out what became of withdrawals, without sending any. */
import { needOptions, needWallet } from '../calls/given.ts';
import { refusing } from '../calls/prepare.ts';
import type { WalletCalls } from '../client.ts';
import type { WithdrawalRequest } from '../types.ts';
import { startBudget, type BudgetOptions } from './budget.ts';
import { casesOf, settlementOf } from './case.ts';
import { createLookUp } from './look-up.ts';
import type { EarlierAttemptsOf, Settlement } from './settlement.ts';

/** How to look withdrawals up. */
export interface FindWithdrawalsOptions extends BudgetOptions {
  /**
   * What is known of attempts of these orders. With `shown` an order that is not found is `not_submitted`. Default: `possible`, with
   * which it is `unknown`.
   */
  readonly earlierAttempts?: EarlierAttemptsOf | undefined;
}

/**
 * Looks withdrawals up by `getWithdrawalState`, several at a time, and compares what the service has with the orders. It sends
 * nothing else.
 *
 * @param wallet - one wallet of a client, `client.wallet(walletId)`
 * @param orders - the orders as they were submitted
 * @param options - what is known of earlier attempts, and how long it may take
 * @returns one settlement for each order, in the order of `orders`: `accepted` and `conflict` by what was found, otherwise
 * `unknown` or `not_submitted`. What goes wrong is in them; nothing of it is thrown.
 * @throws InvalidCallError for what is no wallet, and for orders or options that make no sense. Nothing is sent then.
 */
export async function findWithdrawals(
  wallet: WalletCalls<'getWithdrawalState'>,
  orders: readonly WithdrawalRequest[],
  options: FindWithdrawalsOptions = {},
): Promise<Settlement[]> {
  needWallet(wallet, 'getWithdrawalState');
  needOptions(options, 'getWithdrawalState', 'an object, or leave it out');
  const { budget, cases } = refusing('getWithdrawalState', () => ({
    budget: startBudget('getWithdrawalState', options),
    cases: casesOf(orders, options.earlierAttempts),
  }));
  await createLookUp(wallet, budget)(cases);
  return cases.map((it) => settlementOf(it, () => it.notFound ?? budget.ended()));
}
