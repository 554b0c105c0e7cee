/** Takes one callback to its handler: once, forward only, and committed only after the handler is done. */
import type { Callback, DepositCallback, WithdrawalCallback } from './callback.ts';
import type { Confirm } from './confirm.ts';
import { CallbackError } from './error.ts';
import { eventOf, noteOf, refuseAnother, type CallbackEvent } from './event.ts';
import { defaultKeyOf, progressOf } from './identity.ts';
import { judgeBefore, judged, judgedKey } from './judge.ts';
import type { CallbackStore, Claim } from './store.ts';

/** What a handler is told besides the callback. */
export interface CallbackContext<C extends Claim = Claim> {
  /** What the callback tells of. Equal keys are the same deposit or withdrawal: a natural key for what you book. */
  readonly key: string;
  /** What it tells of it. */
  readonly event: CallbackEvent;
  /** How far it has come. Each call for a key has more than the one before. */
  readonly progress: bigint;
  /** The store's claim, with whatever yours puts in it, such as its transaction. It is committed after your handler. */
  readonly claim: C;
}

/** Handles a callback of a deposit. Store durably before you resolve; throw, and the callback is delivered again. */
export type OnDeposit<C extends Claim = Claim> = (
  deposit: DepositCallback,
  context: CallbackContext<C>,
) => void | Promise<void>;

/** Who handles callbacks, and what is remembered of them. */
export interface DeliveryOptions<C extends Claim = Claim> {
  /** Remembers what was handled. It decides whether money is booked twice: see {@link CallbackStore}. */
  readonly store: CallbackStore<C>;
  /**
   * A deposit is safe: credit it, under `context.key`. Called once for a deposit, whatever callbacks follow or come again, and never after
   * one that says that it failed late. A process that dies between it and the commit has it called again: see {@link CallbackStore}.
   */
  readonly onCredited: OnDeposit<C>;
  /** A deposit for which `onCredited` was called has failed since: take the credit back, or call a person. Nothing follows for it. */
  readonly onReversed: OnDeposit<C>;
  /**
   * A deposit has failed before it was credited. If its transaction is sent again and succeeds after all, `onCredited` follows; but nothing
   * follows a failure that came as late as what is safe does.
   */
  readonly onFailed?: OnDeposit<C>;
  /** A deposit is on its way, and one step further: to show it, not to credit it. */
  readonly onDetected?: OnDeposit<C>;
  /** Handles every callback with an order_id, once for each step. The state says whether the withdrawal succeeded. As for deposits. */
  readonly onWithdrawal: (callback: WithdrawalCallback, context: CallbackContext<C>) => void | Promise<void>;
  /** Handles what has no order_id and is no deposit: collections and airdrops (assumed). Without it they are acknowledged, and that is all. */
  readonly onOther?: OnDeposit<C>;
  /** Told of each callback that is acknowledged without being handled: a copy, or one that says less than an earlier one. */
  readonly onStale?: (callback: Callback, context: Pick<CallbackContext, 'key' | 'progress'>) => void | Promise<void>;
  /**
   * Reads the callback back before it is handled; {@link confirmBy} makes one. The handler gets the record that was read. It is
   * not called for copies, so that replays cannot use up the calls that the service allows you.
   */
  readonly confirm?: Confirm;
  /** What a callback tells of, in a text that is not empty: equal ones are one deposit, or one withdrawal. Default: {@link defaultKeyOf}. */
  readonly keyOf?: (callback: Callback) => string;
}

/** What became of a callback. `busy`: another delivery for the same key is being handled, so give it again. */
export type Delivered = 'handled' | 'stale' | 'busy';

/** Rejects, with the claim released, if the callback could not be confirmed, handled or committed. */
export type Deliver = (callback: Callback) => Promise<Delivered>;

/** Without one of them money would be acknowledged and forgotten. */
export const REQUIRED = ['onCredited', 'onReversed', 'onWithdrawal'] as const;

/** Makes the delivery. `onError` gets what fails besides the failure that is thrown. */
export function createDelivery<C extends Claim>(
  options: DeliveryOptions<C>,
  onError: (error: unknown, callback: Callback) => Promise<void>,
): (callback: Callback, confirm: Confirm | undefined) => Promise<Delivered> {
  const { store } = options;
  if (typeof (store as Partial<typeof store> | undefined)?.claim !== 'function')
    throw new TypeError('store is missing. Give a CallbackStore: it remembers what was handled.');
  const keyOf = (callback: Callback): string => judgedKey((options.keyOf ?? defaultKeyOf)(callback));
  for (const name of REQUIRED)
    if (typeof (options as Partial<typeof options>)[name] !== 'function')
      throw new TypeError(`${name} is missing: callbacks that it is for would be acknowledged, and never handled.`);
  const onEvent: Record<CallbackEvent, OnDeposit<C> | undefined> = {
    detected: options.onDetected,
    credited: options.onCredited,
    failed: options.onFailed,
    reversed: options.onReversed,
    other: options.onOther,
    withdrawal: (callback, context) => options.onWithdrawal(callback as Callback as WithdrawalCallback, context),
  };

  return async (delivered, confirm) => {
    const key = keyOf(delivered);
    const progress = progressOf(delivered);
    const claim = judged(await store.claim(key, progress));
    if (claim === 'busy') return 'busy';
    if ('stale' in claim) {
      refuseAnother(delivered, claim.stale);
      await options.onStale?.(delivered, { key, progress });
      return 'stale';
    }
    try {
      judgeBefore(claim, progress);
      const callback = confirm ? await confirm(delivered) : delivered;
      if (!callback || keyOf(callback) !== key || progressOf(callback) < progress)
        throw new CallbackError(
          'not_confirmed',
          `Callback ${String(delivered.serial)} is signed, but the service's own records do not say as much. ` +
            'It is delivered again; if this goes on, look it up before you book anything.',
        );
      refuseAnother(callback, claim.before);
      const event = eventOf(callback, claim.before);
      const context = { key, event, progress: progressOf(callback), claim };
      await onEvent[event]?.(callback as DepositCallback, context);
      await claim.commit({ progress: context.progress, note: noteOf(callback, event) });
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
