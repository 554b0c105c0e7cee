/** Withdrawals to the end: every order of a batch is accepted, refused or unknown, and none is ever sent under a second ID. */
import type { Wallet } from '../client.ts';
import { sleep, systemClock, type Clock } from '../sending/clock.ts';
import { refusing } from '../calls/prepare.ts';
import { ServiceError, SettlementError, WalletError } from '../errors.ts';
import { backoff } from '../sending/retry.ts';
import { isSameWithdrawal } from './same-withdrawal.ts';
import type { Output, WithdrawalRequest } from '../types.ts';

/** What became of one order. */
export type Settlement =
  | {
      readonly order_id: string;
      /** The service has it, and will carry it out or has done so. */
      readonly outcome: 'accepted';
      /** The service's own ID of the withdrawal; undefined where the order was found by looking it up. */
      readonly transactionId: bigint | undefined;
    }
  | {
      readonly order_id: string;
      /** It was certainly not carried out. `error` says why: the service's refusal, or why it was never sent. */
      readonly outcome: 'refused';
      readonly error: WalletError;
    }
  | {
      readonly order_id: string;
      /** Nobody here can know. Submit the very same order again, later. */
      readonly outcome: 'unknown';
      readonly error: WalletError;
    };

/** How to submit withdrawals. */
export interface SubmitOptions {
  /** Skip the service's check of the addresses, for all orders. Default: false. */
  readonly ignoreBlackList?: boolean;
  /** Ends it; orders whose outcome is not known by then are settled as `unknown`. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt. Default: the client's. */
  readonly timeout?: number;
  /** Milliseconds for all of it. Default: 300 000. */
  readonly deadline?: number;
  /** How often an order with an unknown outcome is sent again, and looked up. Default: 5. */
  readonly resends?: number;
  /** Time, for tests. Default: the machine's. */
  readonly clock?: Clock;
  /** Jitter of the waits, from 0 to 1, for tests. Default: Math.random. */
  readonly random?: () => number;
}

/**
 * Submits withdrawals and settles each. A batch whose outcome is not known is sent again under the same order IDs, a refused
 * one in halves until each order has its own answer, and an order that the service has already is looked up and compared.
 * Submitting the same orders again is safe, and is how to resolve `unknown`.
 *
 * @returns one settlement for each order, in the order of `orders`. What goes wrong is in them; nothing of it is thrown.
 * @throws InvalidCallError for an order_id that stands twice in `orders`. Nothing is sent then.
 */
export async function submitWithdrawals(
  wallet: Pick<Wallet, 'withdrawAssets' | 'getWithdrawalState'>,
  orders: readonly WithdrawalRequest[],
  options: SubmitOptions = {},
): Promise<Settlement[]> {
  const { ignoreBlackList = false, signal, timeout, deadline = 300_000, resends = 5 } = options;
  const { clock = systemClock, random = Math.random } = options;
  const [twice] = orders.filter(({ order_id }, i) => orders.findIndex((other) => other.order_id === order_id) < i);
  refusing('withdrawAssets', () => {
    if (twice) throw new TypeError(`order_id ${twice.order_id} stands twice in the batch.`);
  });

  const endsAt = clock.monotonic() + deadline;
  const callOptions = () => ({ signal, timeout, deadline: Math.max(1, endsAt - clock.monotonic()) });
  const pause = (earlier: number): Promise<void> =>
    sleep(clock, backoff(earlier, random), signal).catch(() => undefined);
  const isOver = (): boolean => signal?.aborted === true || clock.monotonic() >= endsAt;

  /** `doubt` is the error after which the service may have the orders already. */
  async function settle(batch: readonly WithdrawalRequest[], doubt?: WalletError): Promise<Settlement[]> {
    for (let resent = 0; ; resent++) {
      const answer = await withdraw(batch);
      if (!(answer instanceof WalletError)) return settleAccepted(batch, answer);
      if (answer instanceof ServiceError && answer.reason !== 'unknown' && answer.reason !== 'invalid_checksum')
        return settleRefused(batch, answer, doubt);
      if (answer.effect === 'unknown') doubt = answer;
      if (resent >= resends || isOver() || !answer.retryable) return settleUnanswered(batch, answer, doubt);
      await pause(resent);
    }
  }

  async function withdraw(batch: readonly WithdrawalRequest[]): Promise<Record<string, bigint> | WalletError> {
    try {
      const requests = [...batch];
      const answer = await wallet.withdrawAssets({ requests, ignore_black_list: ignoreBlackList }, callOptions());
      // An answer without results leaves every order out.
      const { results } = answer as { results?: typeof answer.results };
      return results ?? {};
    } catch (error) {
      if (error instanceof WalletError) return error;
      throw error;
    }
  }

  /** The interface does not say that a 200 names every order: one that it leaves out is looked up. */
  function settleAccepted(batch: readonly WithdrawalRequest[], results: Record<string, bigint>): Promise<Settlement[]> {
    return Array.fromAsync(batch, async (order) => {
      const { order_id } = order;
      if (Object.hasOwn(results, order_id)) return { order_id, outcome: 'accepted', transactionId: results[order_id] };
      return lookUp(order, new SettlementError('order_left_out', order_id));
    });
  }

  async function settleRefused(
    batch: readonly WithdrawalRequest[],
    error: ServiceError,
    doubt: WalletError | undefined,
  ): Promise<Settlement[]> {
    if (error.stage === 'authentication') return settleUnanswered(batch, error, doubt);
    const [order, ...others] = batch;
    if (!order) return [];
    if (others.length > 0) {
      // Whether its other orders are refused with it is not shown, nor always which order it is for: each half is asked alone.
      const middle = Math.ceil(batch.length / 2);
      const halves = [batch.slice(0, middle), batch.slice(middle)];
      return (await Array.fromAsync(halves, (half) => settle(half, doubt ?? error))).flat();
    }
    const { order_id } = order;
    if (error.reason === 'duplicated_entry') return [await lookUp(order, error)];
    // Refused for what it says, it was refused before too; refused for the moment, it may have been accepted before.
    if (doubt && error.repeat !== 'never') return [await lookUp(order, doubt)];
    return [{ order_id, outcome: 'refused', error }];
  }

  /** No answer about the orders is to be had: without doubt, none of them was carried out. */
  function settleUnanswered(
    batch: readonly WithdrawalRequest[],
    error: WalletError,
    doubt: WalletError | undefined,
  ): Promise<Settlement[]> {
    return Array.fromAsync(batch, async (order): Promise<Settlement> =>
      doubt ? lookUp(order, doubt) : { order_id: order.order_id, outcome: 'refused', error },
    );
  }

  /** Finds out whether the service has the order. That it does not find it is no proof that it has not. */
  async function lookUp(order: WithdrawalRequest, error: WalletError): Promise<Settlement> {
    const { order_id } = order;
    for (let earlier = 0; ; earlier++) {
      const found = await find(order_id);
      if (found instanceof WalletError) {
        const isFinal = found instanceof ServiceError ? found.stage === 'authentication' : !found.retryable;
        if (isFinal || earlier >= resends || isOver()) return { order_id, outcome: 'unknown', error };
        await pause(earlier);
      } else if (isSameWithdrawal(order, found)) return { order_id, outcome: 'accepted', transactionId: undefined };
      else return { order_id, outcome: 'refused', error: new SettlementError('order_conflict', order_id, found) };
    }
  }

  async function find(order_id: string): Promise<Output<'getWithdrawalState'> | WalletError> {
    try {
      return await wallet.getWithdrawalState({ ORDER_ID: order_id }, callOptions());
    } catch (error) {
      if (error instanceof WalletError) return error;
      throw error;
    }
  }

  return orders.length > 0 ? settle(orders) : [];
}
