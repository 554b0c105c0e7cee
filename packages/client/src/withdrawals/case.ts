/** One order on its way to a settlement: what is known of it so far, and what that comes to. */
import { type ServiceError, type WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';
import { copyOf } from './orders.ts';
import type { EarlierAttempts, EarlierAttemptsOf, Settlement } from './settlement.ts';
import { SettlementError } from './settlement-error.ts';

/** An order, and what is known of it. */
export interface Case {
  readonly order: WithdrawalRequest;
  readonly earlier: EarlierAttempts;
  /** Why an attempt of it may have been taken; undefined as long as none can. */
  doubt: WalletError | undefined;
  /** The service's judgement of this very order, other than that it has it. */
  verdict: ServiceError | undefined;
  /** What was learnt last, and is no judgement of it. */
  error: WalletError | undefined;
  /** The latest lookup that did not find it, which proves nothing. */
  notFound: WalletError | undefined;
  /** Whether to send it again is of no use. */
  isAnswered: boolean;
  /** Whether it was looked up since the last attempt that may have left something. */
  isLookedUp: boolean;
  /** Whether an attempt got no answer, or one before this call may have got none, and it was not looked up since. */
  isLost: boolean;
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
      isAnswered: false,
      isLookedUp: false,
      isLost: earlier !== 'none',
      settlement: undefined,
    };
  });
}

/** The doubt with which an order begins. */
export const earlierDoubt = ({ order_id }: WithdrawalRequest, earlier: EarlierAttempts): WalletError | undefined =>
  earlier === 'none'
    ? undefined
    : new SettlementError('earlier_attempt', `an earlier attempt of ${order_id} may have been taken`);

/** Whether there is still something to find out. */
export const isOpen = ({ settlement }: Case): boolean => settlement === undefined;

/** An attempt of it may have been taken; `isLost` if it got no answer. */
export function doubt(it: Case, why: WalletError, isLost = false): void {
  it.doubt = why;
  it.error = why;
  it.isLookedUp = false;
  it.isLost ||= isLost;
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
