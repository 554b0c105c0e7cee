/** The callback record, and the two kinds of it that its order_id tells apart. */
import type { components } from '@wallet-operations/openapi/types';

/** A callback as it is delivered and as it is read back. */
export type Callback = components['schemas']['Callback'];

declare const nonEmpty: unique symbol;

/** A string that is known not to be empty. */
export type NonEmptyString = string & { readonly [nonEmpty]: true };

/** A callback without an order_id: a transaction was detected on a deposit address. */
export type DepositCallback = Callback & { readonly order_id: '' };

/** A callback with the order_id of a withdrawal. */
export type WithdrawalCallback = Callback & { readonly order_id: NonEmptyString };

/** Whether a callback tells of a withdrawal. If not, it is a {@link DepositCallback}. */
export function isWithdrawal(callback: Callback): callback is WithdrawalCallback {
  return callback.order_id !== '';
}
