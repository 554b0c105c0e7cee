/** Withdrawals to the end: every order of a batch gets the outcome that can be known, and none is ever sent under a second ID. */
import { refusing } from '../calls/prepare.ts';
import type { Wallet } from '../client.ts';
import { ServiceError, WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';
import { startBudget, type BudgetOptions } from './budget.ts';
import { casesOf, doubt, isOpen, settlementOf, type Case } from './case.ts';
import { namedBy } from './judged.ts';
import { createLookUp, walletErrorOf } from './look-up.ts';
import type { EarlierAttemptsOf, Settlement } from './settlement.ts';
import { SettlementError } from './settlement-error.ts';

/** How to submit withdrawals. */
export interface SubmitOptions extends BudgetOptions {
  /**
   * What is known of earlier attempts of these orders, by this process or any other. With `none` they go out at once; otherwise each
   * is looked up first. Default: `possible`, which is always safe.
   */
  readonly earlierAttempts?: EarlierAttemptsOf | undefined;
  /** Skip the service's check of the addresses, for all orders. Default: false. */
  readonly ignoreBlackList?: boolean | undefined;
}

/**
 * Submits withdrawals and settles each. What may have been sent before is looked up, all else goes out in one call. A batch whose
 * outcome is not known is sent again under the same order IDs; an order that a refusal names is taken out of its batch, and a batch
 * of which it names none is halved; an order that the service has already is looked up and compared. Submitting the same orders
 * again is safe, and is how to resolve `unknown` and `not_submitted`.
 *
 * @returns one settlement for each order, in the order of `orders`. What goes wrong is in them; nothing of it is thrown.
 * @throws InvalidCallError for orders or options that make no sense, such as an order_id that stands twice. Nothing is sent then.
 */
export async function submitWithdrawals(
  wallet: Pick<Wallet, 'withdrawAssets' | 'getWithdrawalState'>,
  orders: readonly WithdrawalRequest[],
  options: SubmitOptions = {},
): Promise<Settlement[]> {
  const { budget, cases } = refusing('withdrawAssets', () => ({
    budget: startBudget('withdrawAssets', options),
    cases: casesOf(orders, options.earlierAttempts),
  }));
  const lookUp = createLookUp(wallet, budget);
  const { resends } = budget;
  /** Calls in a row without an answer. */
  let unanswered = 0;
  /** Refusals in a row that settled nothing. */
  let undecided = 0;
  /** How often held orders may still be looked up again. */
  let waits = resends;
  /** Orders of one call at most, once the service has refused one with more. */
  let most = Infinity;

  await lookUp(cases.filter(({ doubt }) => doubt));
  // What was not found for long is sent one alone first: if the service takes no orders now, nothing of the others is in doubt again.
  const [first] = cases.filter((it) => isOpen(it) && it.earlier === 'shown');
  const batches = first ? [[first], cases] : [cases];
  for (let batch = batches.shift(); batch && !budget.isOver(); batch = batches.shift()) {
    const left = batch.filter((it) => isOpen(it) && !it.isAnswered);
    if (left.length > most) batches.unshift(left.slice(0, most), left.slice(most));
    else if (left.length > 0) {
      const next = await send(left);
      if (!next) break;
      batches.unshift(...next);
    }
  }
  await lookUp(cases.filter(({ doubt, isLookedUp }) => doubt && !isLookedUp));
  return cases.map((it) => settlementOf(it, budget.ended));

  /** @returns batches to send next; undefined if it is of no use to go on */
  async function send(batch: Case[]): Promise<Case[][] | undefined> {
    const answer = await withdraw(batch);
    if (!(answer instanceof WalletError)) return accept(batch, answer);
    const isJudged = answer instanceof ServiceError && !answer.retryable && answer.stage !== 'authentication';
    if (!isJudged) return fail(batch, answer);
    unanswered = 0;
    return answer.reason === 'duplicated_entry' ? hold(batch, answer) : refuse(batch, answer);
  }

  async function withdraw(batch: readonly Case[]): Promise<Record<string, unknown> | WalletError> {
    try {
      const requests = batch.map(({ order }) => order);
      const { ignoreBlackList: ignore_black_list = false } = options;
      const answer = await wallet.withdrawAssets({ requests, ignore_black_list }, budget.callOptions());
      return Object((answer as Partial<typeof answer>).results) as Record<string, unknown>;
    } catch (cause) {
      return walletErrorOf(cause);
    }
  }

  /** The interface does not say that a 200 names every order: one that it leaves out is looked up, and sent again. */
  async function accept(batch: readonly Case[], results: Record<string, unknown>): Promise<Case[][] | undefined> {
    for (const it of batch) {
      const { order_id } = it.order;
      const id = Object.hasOwn(results, order_id) && results[order_id];
      if (typeof id === 'bigint' && id > 0n) it.settlement = { order_id, outcome: 'accepted', transactionId: id };
      else doubt(it, new SettlementError('order_left_out', `the answer has no transaction ID for ${order_id}`));
    }
    const leftOut = batch.filter(isOpen);
    await lookUp(leftOut);
    unanswered = leftOut.length < batch.length ? 0 : unanswered + 1;
    undecided = 0;
    return unanswered > resends ? undefined : [leftOut];
  }

  /** Nobody knows whether the batch was carried out; or it is known that nothing of it was. */
  async function fail(batch: Case[], error: WalletError): Promise<Case[][] | undefined> {
    if (error.effect === 'none') return stop(batch, error);
    for (const it of batch) doubt(it, error);
    if (!error.retryable || ++unanswered > resends) return undefined;
    await budget.pause(unanswered - 1);
    return [batch];
  }

  /** What is in the way of this batch is in the way of every other. */
  function stop(batch: readonly Case[], error: WalletError): Case[][] | undefined {
    for (const it of batch) it.error = error;
    for (const it of cases) it.error ??= error;
    return undefined;
  }

  /** The service has one of them, and perhaps more. */
  async function hold(batch: Case[], error: ServiceError): Promise<Case[][]> {
    const [named, others] = part(batch, error);
    const suspects = others.filter((it) => it.doubt && !it.isLookedUp);
    for (const it of named) {
      doubt(it, error);
      it.isAnswered = true;
    }
    doubtAll(others, error);
    await lookUp([...named, ...suspects]);
    // What it has it may not show at once.
    while (named.some(isOpen) && waits > 0 && !budget.isOver()) {
      await budget.pause(resends - waits--);
      await lookUp(named);
    }
    return named.length > 0 ? [others] : halve(others);
  }

  /**
   * The service refuses the batch. Whether it has carried out some of it is not shown, so that those that are not named are in
   * doubt, unless there is one alone.
   */
  function refuse(batch: Case[], error: ServiceError): Case[][] | undefined {
    const [named, others] = part(batch, error);
    const isAlone = batch.length === 1;
    if (isAlone && error.stage === 'admission') return stop(batch, error);
    const isVague = isAlone && error.effect === 'unknown';
    doubtAll(others, error);
    for (const it of named) {
      it.isAnswered = true;
      if (isVague) doubt(it, error);
      else it.verdict = error;
    }
    if (named.length > 0) {
      if (!isVague) undecided = 0;
      return [others];
    }
    if (error.reason === 'request_limit_exceeded') {
      most = Math.ceil(batch.length / 2);
      return [batch];
    }
    // From the whole batch down to one order it takes so many that tell nothing; after more of them all orders are refused alike.
    if (error.stage === 'admission' || ++undecided > resends + Math.log2(cases.length)) return stop(batch, error);
    return halve(batch);
  }
}

/** Those that a refusal is about, and the others. A refusal of one order is about that one. */
function part(batch: Case[], error: ServiceError): [named: Case[], others: Case[]] {
  if (batch.length === 1) return [batch, []];
  const isNamed = namedBy(error);
  return [batch.filter(({ order }) => isNamed(order)), batch.filter(({ order }) => !isNamed(order))];
}

const halve = (batch: Case[]): Case[][] => {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
};

function doubtAll(batch: readonly Case[], refusal: ServiceError): void {
  for (const it of batch) {
    const what = `${it.order.order_id} was in a batch that was refused (${refusal.reason}), perhaps only in part`;
    doubt(it, new SettlementError('batch_refused', what, refusal));
  }
}
