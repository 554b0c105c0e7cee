/** Holds a delivered callback against the service's own record: a signature shows who sent it, the record that it is true. */
import { canonicalAddress } from '../canonical-address.ts';
import { canonicalDecimal } from '../withdrawals/decimals.ts';
import type { Callback } from './callback.ts';
import { CallbackError } from './error.ts';

/**
 * Reads the service's own record of a callback. Undefined if there is none. The handler gets this record, not what was
 * delivered.
 */
export type Confirm = (callback: Callback) => Promise<Callback | undefined>;

/** Who gets how much of what, out of which transaction. memo is among them: on some chains it alone tells the customer. */
const MATTERS = [
  'type',
  'wallet_id',
  'order_id',
  'txid',
  'vout_index',
  'currency',
  'amount',
  'to_address',
  'memo',
] as const satisfies readonly (keyof Callback)[];

/** A value in one spelling: the service may write a hash, an address or an amount in another one. */
function meant(callback: Callback, field: (typeof MATTERS)[number]): unknown {
  if (field === 'amount') return canonicalDecimal(callback.amount) ?? callback.amount;
  return field === 'txid' || field === 'to_address' ? canonicalAddress(callback[field]) : callback[field];
}

/**
 * Confirms by serial.
 *
 * @param fetchByIds - reads records by serial; operation `getCallbacksById` of the wallet does, for up to 100 at once:
 * `confirmBy(async (ids, WALLET_ID) => (await client.getCallbacksById({ WALLET_ID, ids })).notifications)`.
 * @returns a function that throws a {@link CallbackError} `not_confirmed` if the record says otherwise in a field that matters.
 */
export function confirmBy(fetchByIds: (serials: bigint[], walletId: bigint) => Promise<readonly Callback[]>): Confirm {
  return async (callback) => {
    const records = await fetchByIds([callback.serial], callback.wallet_id);
    const record = records.find(({ serial }) => serial === callback.serial);
    const different = record ? MATTERS.filter((field) => meant(record, field) !== meant(callback, field)) : [];
    if (different.length > 0)
      throw new CallbackError(
        'not_confirmed',
        `Callback ${String(callback.serial)} is signed, but the service's own record has another ${different.join(', ')}. ` +
          'If this goes on, somebody else may know the secret: rotate it.',
      );
    return record;
  };
}
