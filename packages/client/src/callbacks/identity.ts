/** What makes two callbacks tell of the same thing, and which of them tells more. Both are money: see the reasons. */
import { creditedAt, progressRanks } from '@wallet-operations/openapi/points';
import { canonicalAddress } from '../canonical-address.ts';
import { isWithdrawal, type Callback } from './callback.ts';
import { hasFailed, isDeposit, isSafeToCredit } from './credit.ts';

/**
 * What a callback tells of, as a key: `withdrawal:[wallet_id,order_id]` or
 * `deposit:[wallet_id,txid,vout_index,to_address,memo]`, the brackets being JSON in plain ASCII. txid and to_address
 * are in one spelling, whatever the service's: hex without `0x` and in lower case, bech32 in lower case.
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
    : `deposit:${ascii([String(wallet_id), canonicalAddress(txid), vout_index, canonicalAddress(to_address), memo])}`;
}

/**
 * How far a callback's transaction has come: processing_state first, state where that is equal, in one number that fits a
 * 64-bit column. Greater is further. The meaning of both is assumed: the document's points `processing-state` and `callback-state`
 * list them in their order.
 *
 * processing_state leads, since what the chain has outranks what was thought of it before: an order that was dropped and sent
 * again is still followed into the chain. Within one processing_state a failure has the greater state.
 *
 * All that is safe to credit is one step, so that a handler that credits what is safe credits once, whatever state or processing_state
 * say later, and whatever a later build calls safe. What is not is before it, but for failures that come as late or later, or with a
 * processing_state of which nobody knows: those are behind it, and nothing is credited after one.
 *
 * What else comes without an order, as an airdrop may under the key of a deposit, is never beyond what is not safe: the deposit is credited
 * after it.
 *
 * confirm_blocks has no part in it: it grows after everything is done, and a handler that credits at the last processing_state
 * would then be called for that again.
 */
export function progressOf(callback: Callback): bigint {
  const { processing_state, state } = callback;
  const progress = step(rank('processing_state', processing_state), rank('state', state));
  if (isWithdrawal(callback)) return progress;
  if (isSafeToCredit(callback)) return CREDITED;
  const before = progress < CREDITED ? progress : CREDITED - 1n;
  return hasFailed(callback) && isDeposit(callback) && isLate(processing_state) ? CREDITED + 1n : before;
}

/** Whether a failure with it may come after what is safe. Of a processing state without a place nobody knows that it does not. */
const isLate = (processing: number): boolean =>
  rank('processing_state', processing) >= rank('processing_state', creditedAt.since) || !STAGES.includes(processing);

const STAGES: readonly number[] = creditedAt.stages;

const step = (processing: number, state: number): bigint => BigInt(processing) * 2n ** 32n + BigInt(state);

/**
 * The one step of all that is safe: half of what a 64-bit column holds, whatever the numbers of a build. Progress that is stored outlives
 * the answers that a build was given: a step that moved with them would credit again, or never.
 */
export const CREDITED = 2n ** 62n;

/** A number's place among those that have names: most often the number itself. */
function rank(field: keyof typeof progressRanks, number: number): number {
  const ranks: Readonly<Record<string, number>> = progressRanks[field];
  return ranks[number] ?? number;
}

/** Escaped, so that no database has to refuse a NUL or half a surrogate pair, or takes two ways to write a letter for one. */
function ascii(parts: readonly unknown[]): string {
  return JSON.stringify(parts).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
