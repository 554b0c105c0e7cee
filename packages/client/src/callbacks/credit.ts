/** When the money of a deposit is safe. */
import { CallbackType, creditedAt, failures } from '@wallet-operations/openapi/points';
import type { Callback } from './callback.ts';

/** Of any numbers that an answer of an operator may give. */
const { field, is, further, beside }: Credit = creditedAt;
const failed: readonly number[] = failures;

interface Credit {
  readonly field: 'processing_state' | 'state';
  readonly is: number;
  readonly further: readonly number[];
  readonly beside: readonly number[];
}

/**
 * Whether a callback tells of a deposit that is safe to credit: by the document's points `safe-to-credit` and `callback-type`, which
 * are assumed. It is so in every copy, and in every callback that says more, since the first may be missed: a {@link CallbackStore} has it
 * credited once. Both `processing_state` and `state` have to be on the way that the document knows: of a failure, of what is resent, and of
 * any number that has no name, or has one by an answer of your operator alone, it is false, unless it is what that operator calls safe.
 * Where he goes by `state`, `processing_state` has to have come to the value of the same name, or to the last that the document has where there is none.
 */
export function isSafeToCredit(callback: Callback): boolean {
  const [said, other] = [callback[field], callback[field === 'state' ? 'processing_state' : 'state']];
  return isDeposit(callback) && (said === is || further.includes(said)) && beside.includes(other);
}

/** Whether it is money that came from outside. */
export const isDeposit = ({ order_id, type }: Callback): boolean => order_id === '' && type === CallbackType.deposit;

/** Whether its transaction has ended without success. */
export const hasFailed = ({ state }: Callback): boolean => failed.includes(state);
