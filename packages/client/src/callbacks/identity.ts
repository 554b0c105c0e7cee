/** What makes two callbacks tell of the same thing, and which of them tells more. Both are money: see the reasons. */
import { isWithdrawal, type Callback } from './callback.ts';

/**
 * What a callback tells of, as a key: `withdrawal:[wallet_id,order_id]` or
 * `deposit:[wallet_id,txid,vout_index,to_address,memo]`, the brackets being JSON in plain ASCII.
 *
 * wallet_id is in both. Orders are unique under the prefix of a wallet, and a mapped wallet may share prefix, addresses and
 * transactions with its parent: one transaction can bring coins to the parent and tokens to the mapped wallet at the same
 * address, and the service's own query by txid and vout_index asks within one wallet.
 *
 * to_address and memo are in the deposit's, since how outputs are counted where a chain has none is not shown: a payout to many
 * in one transaction may bear one vout_index, and only these two say whose money it is. A key that is too wide would take the
 * second deposit for a copy of the first and lose it in silence. A key that is too narrow would credit one deposit twice if one
 * of its parts changed between deliveries; so amount, state, serial, currency and type stay out, and what the chain fixes is in.
 *
 * A withdrawal has no txid in it: an order that is sent again gets another transaction and remains one order.
 */
export function defaultKeyOf(callback: Callback): string {
  const { wallet_id, order_id, txid, vout_index, to_address, memo } = callback;
  return isWithdrawal(callback)
    ? `withdrawal:${ascii([String(wallet_id), order_id])}`
    : `deposit:${ascii([String(wallet_id), txid, vout_index, to_address, memo])}`;
}

/**
 * How far a callback's transaction has come: processing_state first, state where that is equal, in one number that fits a
 * 64-bit column. Greater is further. The meaning of both is assumed; replace this if your service counts otherwise.
 *
 * processing_state leads, since what the chain has outranks what was thought of it before: an order that was dropped (state 10)
 * and sent again is still followed into the chain (state 3). Within one processing_state a failure has the greater state.
 *
 * confirm_blocks has no part in it: it grows after everything is done, and a handler that credits at the last processing_state
 * would then be called for that again.
 */
export function defaultProgressOf({ processing_state, state }: Callback): bigint {
  return BigInt(processing_state) * 2n ** 32n + BigInt(state);
}

/** Escaped, so that no database has to refuse a NUL or half a surrogate pair, or takes two ways to write a letter for one. */
function ascii(parts: readonly unknown[]): string {
  return JSON.stringify(parts).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
