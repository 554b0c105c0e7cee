/** One order on its way to a settlement: what is known of it so far, and what that comes to. */
import { type ServiceError, type WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';
import { copyOf } from './orders.ts';
import type { EarlierAttempts, EarlierAttemptsOf, Settlement } from './settlement.ts';
import { SettlementError } from './settlement-error.ts';

/** An order, and what is known of it. */
export interface Case {
  readonly order: WithdrawalRequest;
  /** What is known of earlier attempts. */
  earlier: EarlierAttempts;
  /** Why an attempt of it may have been taken; undefined as long as none can. */
  doubt: WalletError | undefined;
  /** The service's judgement of this very order, other than that it has it. */
  verdict: ServiceError | undefined;
  /** What was learnt last, and is no judgement of it. */
  error: WalletError | undefined;
  /** The latest lookup that did not find it, which proves nothing. */
  notFound: WalletError | undefined;
  /** Whether it is in doubt only because a refusal of its batch named it. */
  isSuspected: boolean;
  /** Whether to send it again is of no use. */
  isAnswered: boolean;
  /** Whether it was looked up since the last attempt that may have left something. */
  isLookedUp: boolean;
  settlement: Settlement | undefined;
}

/**
 * Orders as cases, by what the caller knows of earlier attempts.
 *
 * @throws TypeError for orders that cannot be sent, and for a word that is no {@link EarlierAttempts}
 */
export function casesOf(orders: readonly WithdrawalRequest[], earlierAttempts: EarlierAttemptsOf = 'possible'): Case[] {
  return copyOf(orders).map((order) => {
    const earlier = typeof earlierAttempts === 'function' ? earlierAttempts({ ...order }) : earlierAttempts;
    void Promise.resolve(earlier).catch(() => undefined); // from a function that is async by mistake
    if (!['none', 'possible', 'shown'].includes(earlier))
      throw new TypeError(`earlierAttempts is ${earlier as string}. Give none, possible or shown.`);
    return {
      order,
      earlier,
      doubt: earlierDoubt(order, earlier),
      verdict: undefined,
      error: undefined,
      notFound: undefined,
      isSuspected: false,
      isAnswered: false,
      isLookedUp: false,
      settlement: undefined,
    };
  });
}

/** The doubt with which an order begins. */
const earlierDoubt = ({ order_id }: WithdrawalRequest, earlier: EarlierAttempts): WalletError | undefined =>
  earlier === 'none'
    ? undefined
    : new SettlementError('earlier_attempt', `an earlier attempt of ${order_id} may have been taken`);

/** As if nothing had been found out by a lookup, then or later. */
export function distrustLookUps(it: Case): void {
  if (it.earlier === 'shown') it.earlier = 'possible';
  it.doubt ??= earlierDoubt(it.order, it.earlier);
}

/** Whether there is still something to find out. */
export const isOpen = ({ settlement }: Case): boolean => settlement === undefined;

/** It is named as the one for which its batch was refused. */
export function suspect(it: Case, why: WalletError): void {
  const isFirst = !it.doubt;
  doubt(it, why);
  it.isSuspected = isFirst;
}

/** The service refuses it alone, as it did among others if it was named there. */
export function judge(it: Case, verdict: ServiceError): void {
  it.verdict = verdict;
  if (it.isSuspected) it.doubt = undefined;
}

/** An attempt of it may have been taken. */
export function doubt(it: Case, why: WalletError): void {
  it.isSuspected = false;
  it.doubt = why;
  it.error = why;
  it.isLookedUp = false;
}

/** What it comes to. `obstacle` is what was in the way of all, if nothing was learnt of this one. */
export function settlementOf(it: Case, obstacle: () => WalletError): Settlement {
  const { order, verdict } = it;
  const { order_id } = order;
  if (it.settlement) return it.settlement;
  // What hangs on the request alone was due for every earlier attempt too; what hangs on lists that change says nothing of them.
  if (verdict && (!it.doubt || verdict.repeat === 'never')) return { order_id, outcome: 'refused', error: verdict };
  if (it.doubt) return { order_id, outcome: 'unknown', error: verdict ?? it.error ?? it.notFound ?? it.doubt };
  return { order_id, outcome: 'not_submitted', error: it.error ?? obstacle() };
}
