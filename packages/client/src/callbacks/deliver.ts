/** Takes one verified callback to its handler: once, forward only, and committed only after the handler is done. */
import { isWithdrawal, type Callback, type DepositCallback, type WithdrawalCallback } from './callback.ts';
import type { Confirm } from './confirm.ts';
import { CallbackError } from './error.ts';
import { defaultKeyOf, defaultProgressOf } from './identity.ts';
import type { CallbackStore, Claim } from './store.ts';

/** What a handler is told besides the callback. */
export interface CallbackContext<C extends Claim = Claim> {
  /** What the callback tells of. Equal keys are the same deposit or withdrawal: a natural key for what you book. */
  readonly key: string;
  /** How far it has come. Each call for a key has more than the one before. */
  readonly progress: bigint;
  /** The store's claim, with whatever yours puts in it, such as its transaction. It is committed after your handler. */
  readonly claim: C;
}

/** Who handles callbacks, and what is remembered of them. */
export interface DeliveryOptions<C extends Claim = Claim> {
  /** Remembers what was handled. It decides whether money is booked twice: see {@link CallbackStore}. */
  readonly store: CallbackStore<C>;
  /**
   * Handles every callback without an order_id. Which of them are safe to credit, its state, processing_state **and type** say:
   * other movements than deposits (assumed: collections, airdrops) may have no order_id either. Store durably before you
   * resolve; throw, and the callback is delivered again.
   */
  readonly onDeposit: (callback: DepositCallback, context: CallbackContext<C>) => void | Promise<void>;
  /** Handles every callback with an order_id. The state says whether the withdrawal succeeded. As for `onDeposit`. */
  readonly onWithdrawal: (callback: WithdrawalCallback, context: CallbackContext<C>) => void | Promise<void>;
  /** Told of each callback that is acknowledged without being handled: a copy, or one that says less than an earlier one. */
  readonly onStale?: (callback: Callback, context: Pick<CallbackContext, 'key' | 'progress'>) => void | Promise<void>;
  /**
   * Reads the callback back before it is handled; {@link confirmBy} makes one. The handler gets the record that was read. It is
   * not called for copies, so that replays cannot use up the calls that the service allows you.
   */
  readonly confirm?: Confirm;
  /** What a callback tells of. Default: {@link defaultKeyOf}. */
  readonly keyOf?: (callback: Callback) => string;
  /** How far that has come, as a number that only grows. Default: {@link defaultProgressOf}. */
  readonly progressOf?: (callback: Callback) => bigint;
}

/** Rejects, with the claim released, if the callback could not be confirmed, handled or committed. */
export type Deliver = (callback: Callback) => Promise<'handled' | 'stale' | 'busy'>;

/** Makes the delivery. `onError` gets what fails besides the failure that is thrown. */
export function createDelivery<C extends Claim>(
  options: DeliveryOptions<C>,
  onError: (error: unknown, callback: Callback) => Promise<void>,
): Deliver {
  const {
    store,
    onDeposit,
    onWithdrawal,
    onStale,
    confirm,
    keyOf = defaultKeyOf,
    progressOf = defaultProgressOf,
  } = options;

  return async (delivered) => {
    const key = keyOf(delivered);
    const progress = progressOf(delivered);
    const claim = await store.claim(key, progress);
    if (claim === 'stale') await onStale?.(delivered, { key, progress });
    if (claim === 'stale' || claim === 'busy') return claim;
    try {
      const callback = confirm ? await confirm(delivered) : delivered;
      if (!callback || keyOf(callback) !== key || progressOf(callback) < progress)
        throw new CallbackError(
          'not_confirmed',
          `Callback ${String(delivered.serial)} is signed, but the service's own records do not say as much. ` +
            'It is delivered again; if this goes on, look it up before you book anything.',
        );
      const context = { key, progress: progressOf(callback), claim };
      if (isWithdrawal(callback)) await onWithdrawal(callback, context);
      else await onDeposit(callback as DepositCallback, context);
      await claim.commit(context.progress);
      return 'handled';
    } catch (error) {
      try {
        await claim.release();
      } catch (second) {
        await onError(second, delivered);
      }
      throw error;
    }
  };
}
