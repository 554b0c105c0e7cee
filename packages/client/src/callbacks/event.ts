/** What a callback tells of, by name: what to book hangs on it, and on no comparison of numbers elsewhere. */
import { canonicalDecimal } from '../withdrawals/decimals.ts';
import { isWithdrawal, type Callback } from './callback.ts';
import { CallbackError } from './error.ts';
import { hasFailed, isDeposit, isSafeToCredit } from './credit.ts';
import { CREDITED } from './identity.ts';
import type { Handled } from './store.ts';

/**
 * `detected`: a deposit is on its way. `credited`: it is safe. `failed`: it has failed, and was never safe. `reversed`: it has failed after
 * it was safe. `withdrawal`: one of yours. `other`: neither, as collections and airdrops are (assumed).
 */
export type CallbackEvent = 'detected' | 'credited' | 'failed' | 'reversed' | 'withdrawal' | 'other';

/** What a callback tells of, after what was handled before. */
export function eventOf(callback: Callback, before: Handled | undefined): CallbackEvent {
  if (isWithdrawal(callback)) return 'withdrawal';
  if (!isDeposit(callback)) return 'other';
  if (isSafeToCredit(callback)) return 'credited';
  if (!hasFailed(callback)) return 'detected';
  return before?.progress === CREDITED ? 'reversed' : 'failed';
}

/** What tells a callback of a deposit from that of another one under the same key. */
interface Note {
  readonly event: CallbackEvent;
  readonly amount: string;
  readonly tindex: number;
  /** Height and time of the block, see {@link blockOf}. */
  readonly block: string;
}

/** What to remember of a callback. */
export const noteOf = (callback: Callback, event: CallbackEvent): string =>
  JSON.stringify({ event, ...placeOf(callback) });

function placeOf({ amount, tindex, block_height, chain_at }: Callback): Omit<Note, 'event'> {
  return {
    amount: (canonicalDecimal(amount) ?? amount).replace(/[^ -~]/g, '?').slice(0, 100),
    tindex,
    block: blockOf({ block_height, chain_at }),
  };
}

/** `0` if it is in none. A block that took the place of another has the same height, and another time. */
export const blockOf = ({ block_height, chain_at }: Pick<Callback, 'block_height' | 'chain_at'>): string =>
  block_height > 0n ? `${String(block_height)} at ${String(chain_at)}` : '0';

/**
 * Refuses a callback that is of another transfer than what was credited under its key, or has failed for good: of another amount, or at
 * another place of the same block. A copy of one deposit cannot differ so, and which of two it is no machine can know. Before that nothing
 * hangs on which it is, and a block may still be replaced.
 *
 * @throws CallbackError `ambiguous`
 */
export function refuseAnother(callback: Callback, handled: Handled | undefined): void {
  const before = handled && handled.progress >= CREDITED ? readNote(handled.note) : undefined;
  const now = placeOf(callback);
  if (!before || !isDeposit(callback)) return;
  const isElsewhere = before.block !== '0' && before.block === now.block && before.tindex !== now.tindex;
  if (before.amount === now.amount && !isElsewhere) return;
  throw new CallbackError(
    'ambiguous',
    `Callback ${String(callback.serial)} (amount ${now.amount}, tindex ${String(now.tindex)}, block ${now.block}) is of the same wallet, txid, ` +
      `vout_index, to_address and memo as a deposit of amount ${before.amount} (tindex ${String(before.tindex)}, block ${before.block}). ` +
      'It is not handled: look at the transaction, and book by hand what is not booked.',
  );
}

/** Undefined for what somebody else has written. */
function readNote(note: string): Note | undefined {
  try {
    const read = JSON.parse(note) as Note;
    if (typeof read.event === 'string') return read;
  } catch {
    // No JSON, or null.
  }
  return undefined;
}
