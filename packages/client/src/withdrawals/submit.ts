/** Withdrawals to the end: every order of a batch gets the outcome that can be known, and none is ever sent under a second ID. */
import { writable } from '@wallet-operations/json';
import { needOptions, needWallet } from '../calls/given.ts';
import { refusing } from '../calls/prepare.ts';
import type { WalletCalls } from '../client.ts';
import { ServiceError, UnreadableResponseError, WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';
import { startBudget, type BudgetOptions } from './budget.ts';
import { casesOf, distrustLookUps, doubt, isOpen, judge, settlementOf, suspect, type Case } from './case.ts';
import { createLookUp, walletErrorOf } from './look-up.ts';
import { isVerdict, namedBy } from './named.ts';
import type { EarlierAttemptsOf, Settlement } from './settlement.ts';
import { SettlementError } from './settlement-error.ts';

/** Batches in a row that may be given up before all are. */
const PARTS = 3;

/** How to submit withdrawals. */
export interface SubmitOptions extends BudgetOptions {
  /**
   * What is known of earlier attempts of these orders, by this process or any other. With `none` they go out at once; otherwise each
   * is looked up first, as far as half of the deadline allows. Default: `possible`, which is always safe.
   */
  readonly earlierAttempts?: EarlierAttemptsOf | undefined;
  /** Skip the service's check of the addresses, for all orders. Default: false. */
  readonly ignoreBlackList?: boolean | undefined;
}

/**
 * Submits withdrawals and settles each. What may have been sent before is looked up, all else goes out in one call. A batch whose
 * outcome is not known is sent again under the same order IDs; an order that a refusal names is taken out of its batch and sent
 * alone; a batch of which it names none, or that gets no answer again and again, is halved; an order that the service has already
 * is looked up and compared. What is not found although it would be `shown` is sent alone. Submitting the same orders again is
 * safe, and is how to resolve `unknown` and `not_submitted`.
 *
 * @param wallet - one wallet of a client, `client.wallet(walletId)`
 * @param orders - what to withdraw, each under an order_id of its own
 * @param options - what is known of earlier attempts, and how long it may take
 * @returns one settlement for each order, in the order of `orders`. What goes wrong is in them; nothing of it is thrown.
 * @throws InvalidCallError for what is no wallet, and for orders or options that make no sense, such as an order_id that stands twice. Nothing is sent then.
 */
export async function submitWithdrawals(
  wallet: WalletCalls<'withdrawAssets' | 'getWithdrawalState'>,
  orders: readonly WithdrawalRequest[],
  options: SubmitOptions = {},
): Promise<Settlement[]> {
  needWallet(wallet, 'withdrawAssets', 'getWithdrawalState');
  needOptions(options, 'withdrawAssets', 'an object, or leave it out');
  const { budget, cases, ignore_black_list } = refusing('withdrawAssets', () => {
    const budget = startBudget('withdrawAssets', options);
    const { earlierAttempts, ignoreBlackList = false } = options;
    if (typeof ignoreBlackList !== 'boolean') throw new TypeError('ignoreBlackList is neither true nor false.');
    return {
      budget,
      cases: casesOf(orders, earlierAttempts),
      ignore_black_list: ignoreBlackList,
    };
  });
  const lookUp = createLookUp(wallet, budget);
  const { resends, random } = budget;
  /** Calls in a row without an answer, and how many more there may be of a batch. */
  let unanswered = 0;
  let patience = resends;
  /** Batches in a row that were given up without an answer. */
  let givenUp = 0;
  /** Refusals in a row that settled nothing. */
  let undecided = 0;
  /** How often held orders may still be looked up again. */
  let waits = resends;
  /** Orders of one call at most, once the service has refused one with more. */
  let most = Infinity;
  /** Whether all that may have been taken was looked up since the last call without an answer. */
  let isSwept = false;
  /** What is in the way of all orders. */
  let obstacle: WalletError | undefined;

  await createLookUp(wallet, budget.half)(cases.filter(({ doubt }) => doubt));
  // What was not found long after is sent alone: refused in a batch, it would be in doubt again.
  const batches = [...shuffled(cases.filter(({ earlier }) => earlier === 'shown')).map((it) => [it]), cases];
  for (let batch = batches.shift(); batch && !obstacle && !budget.isOver(); batch = batches.shift()) {
    const left = batch.filter((it) => isOpen(it) && !it.isAnswered);
    if (left.length > most) batches.unshift(left.slice(0, most), left.slice(most));
    else if (left.length > 0) batches.unshift(...(await send(left)));
  }
  await lookUp(cases.filter(({ doubt, isLookedUp }) => doubt && !isLookedUp));
  return cases.map((it) => settlementOf(it, () => obstacle ?? budget.ended()));

  /** @returns batches to send next */
  async function send(batch: Case[]): Promise<Case[][]> {
    const answer = await withdraw(batch);
    if (!(answer instanceof WalletError)) return accept(batch, answer);
    const { reason, retryable } = answer;
    const isAnswer = answer instanceof ServiceError || answer instanceof UnreadableResponseError;
    if (!isAnswer || reason === 'invalid_checksum' || retryable) return fail(batch, answer);
    if (answer instanceof ServiceError && answer.stage === 'authentication') return stop(batch, answer);
    answered();
    return reason === 'duplicated_entry' ? hold(batch, answer) : refuse(batch, answer);
  }

  /** The transaction ID of each order, whatever it is; or why there are none. */
  async function withdraw(batch: readonly Case[]): Promise<Map<string, unknown> | WalletError> {
    try {
      const requests = batch.map(({ order }) => ({ ...order }));
      const answer = await wallet.withdrawAssets({ requests, ignore_black_list }, budget.callOptions());
      const results = Object((answer as Partial<typeof answer>).results) as Record<string, unknown>;
      return new Map(batch.map(({ order: { order_id } }) => [order_id, results[order_id]]));
    } catch (cause) {
      return walletErrorOf(cause);
    }
  }

  /** The interface does not say that a 200 names every order: one that it leaves out is looked up, and sent again. */
  async function accept(batch: readonly Case[], ids: ReadonlyMap<string, unknown>): Promise<Case[][]> {
    for (const it of batch) {
      const { order_id } = it.order;
      const id = ids.get(order_id);
      if (typeof id === 'bigint' && id > 0n)
        it.settlement = writable<Settlement>({ order_id, outcome: 'accepted', transactionId: id });
      else doubt(it, new SettlementError('order_left_out', `the answer has no transaction ID for ${order_id}`));
    }
    const leftOut = batch.filter(isOpen);
    await lookUp(leftOut);
    const taken = batch.length - leftOut.length;
    undecided = 0;
    const [first] = leftOut;
    if (taken === 0 && first?.error) return again(leftOut, first.error);
    answered();
    if (first) most = taken;
    return [leftOut];
  }

  /** Nobody knows whether the batch arrived; or it is known that nothing of it was sent. */
  async function fail(batch: Case[], error: WalletError): Promise<Case[][]> {
    if (error.effect === 'none') return stop(batch, error);
    isSwept = false;
    for (const it of batch) doubt(it, error);
    return error.retryable ? again(batch, error) : stop(batch, error);
  }

  function answered(): void {
    unanswered = 0;
    givenUp = 0;
  }

  /**
   * The batch once more. After too many times it is given up, in parts: one order may be what keeps the others from an answer. After
   * too many parts that get none either, nobody answers.
   */
  async function again(batch: Case[], error: WalletError): Promise<Case[][]> {
    if (++unanswered <= patience) {
      await budget.pause(unanswered - 1);
      return [batch];
    }
    patience = 0;
    if (++givenUp > PARTS) return stop(batch, error);
    const [only] = batch;
    if (batch.length > 1) batches.push(...halve(batch));
    else if (only) only.isAnswered = true;
    return [];
  }

  /** What is in the way of this batch is in the way of every other. */
  function stop(batch: readonly Case[], error: WalletError): Case[][] {
    for (const it of batch) it.error = error;
    obstacle = error;
    return [];
  }

  /** The service has one of them, and perhaps more. */
  async function hold(batch: Case[], error: WalletError): Promise<Case[][]> {
    const [named, others] = part(batch, error);
    const suspected = others.filter(({ doubt, isLookedUp, notFound }) => doubt && !(isLookedUp && notFound));
    for (const it of named) {
      doubt(it, error);
      it.isAnswered = true;
    }
    doubtAll(others, error);
    await lookUp(isSwept ? named : [...named, ...suspected]);
    isSwept = true;
    // What it has it may not show at once.
    while (named.some(isOpen) && waits > 0 && !budget.isOver()) {
      await budget.pause(resends - waits-- + 2);
      await lookUp(named);
    }
    return named.length > 0 ? [others] : halve(others);
  }

  /** In an order of its own each time: orders that nobody can judge, and that stand together, must not keep the others from being tried. */
  function halve(batch: readonly Case[]): Case[][] {
    const all = shuffled(batch);
    const middle = Math.ceil(batch.length / 2);
    return [all.slice(0, middle), all.slice(middle)];
  }

  function shuffled(batch: readonly Case[]): Case[] {
    const placed = batch.map((it) => ({ it, place: random() }));
    return placed.sort((a, b) => a.place - b.place).map(({ it }) => it);
  }

  /**
   * The batch is refused. Whether some of it was carried out is not shown, so that those that are not named are in doubt. Only of an
   * order that is alone in its request a refusal is believed: among others, one customer's words may name another's order.
   */
  function refuse(batch: Case[], error: WalletError): Case[][] {
    const isAdmission = error instanceof ServiceError && error.stage === 'admission';
    // A wallet that is not allowed has the words of an order that is not found: then no lookup has shown anything, and none will.
    if (error.reason === 'not_found') for (const it of cases) distrustLookUps(it);
    const [named, others] = part(batch, error);
    const alone = batch.length === 1 && batch[0];
    if (alone) {
      if (isAdmission) return stop(batch, error);
      alone.isAnswered = true;
      if (!isVerdict(error, alone.order)) doubt(alone, error);
      else {
        judge(alone, error);
        undecided = 0;
      }
      return [];
    }
    doubtAll(others, error);
    for (const it of named) suspect(it, error);
    if (named.length > 0) {
      undecided = 0;
      return [others, ...named.map((it) => [it])];
    }
    if (error.reason === 'request_limit_exceeded') {
      most = Math.ceil(batch.length / 2);
      return [batch];
    }
    // From the whole batch down to one order it takes so many that tell nothing; after more of them all orders are refused alike.
    const enough = resends + Math.ceil(Math.log2(cases.length));
    return isAdmission || ++undecided > enough ? stop(batch, error) : halve(batch);
  }
}

/** Those that a refusal names, and the others. A refusal of one order is about that one. */
function part(batch: Case[], error: WalletError): [named: Case[], others: Case[]] {
  if (batch.length === 1) return [batch, []];
  const orders = batch.map(({ order }) => order);
  const named = new Set(namedBy(error, orders));
  return [batch.filter(({ order }) => named.has(order)), batch.filter(({ order }) => !named.has(order))];
}

function doubtAll(batch: readonly Case[], refusal: WalletError): void {
  for (const it of batch) {
    const what = `${it.order.order_id} was in a batch that was refused (${refusal.reason}), perhaps only in part`;
    doubt(it, new SettlementError('batch_refused', what, refusal));
  }
}
