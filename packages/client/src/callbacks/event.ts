/** What a callback tells of, by name: what to book hangs on it, and on no comparison of numbers elsewhere. */
import { isWithdrawal, type Callback } from './callback.ts';
import { CallbackError } from './error.ts';
import { hasFailed, isDeposit, isSafeToCredit } from './credit.ts';
import type { Handled } from './store.ts';

/**
 * `detected`: a deposit is on its way. `credited`: it is safe. `failed`: it has failed, and was never safe. `reversed`: it has failed after
 * it was safe. `withdrawal`: one of yours. `other`: neither, as collections and airdrops are (assumed).
 */
export type CallbackEvent = 'detected' | 'credited' | 'failed' | 'reversed' | 'withdrawal' | 'other';

const DEPOSITS: ReadonlySet<CallbackEvent> = new Set(['detected', 'credited', 'failed', 'reversed']);

/** What a callback says, and what tells it from another one under the same key. */
interface Note {
  readonly event: CallbackEvent;
  readonly amount: string;
  readonly tindex: number;
  /** Of the block; `0` if it is in none. */
  readonly block: string;
}

/** What a callback tells of, after what was handled before. */
export function eventOf(callback: Callback, before: Handled | undefined): CallbackEvent {
  if (isWithdrawal(callback)) return 'withdrawal';
  if (!isDeposit(callback)) return 'other';
  if (isSafeToCredit(callback)) return 'credited';
  if (!hasFailed(callback)) return 'detected';
  return before && wasCredited(before) ? 'reversed' : 'failed';
}

/** Whether it was credited, taken back since or not: it is not credited again. */
export function wasCredited(before: Handled): boolean {
  const event = readNote(before)?.event;
  return event === 'credited' || event === 'reversed';
}

/** What to remember of a callback. */
export function noteOf({ amount, tindex, block_height }: Callback, event: CallbackEvent): string {
  const note: Note = { event, amount: amount.slice(0, 100), tindex, block: String(block_height) };
  return JSON.stringify(note).replace(/[^ -~]/g, '?');
}

/**
 * Refuses a callback that is of another transfer than what was handled under its key: of another amount, or at another place of the same
 * block. A copy of one deposit cannot differ so, and which of two it is no machine can know.
 *
 * @throws CallbackError `ambiguous`
 */
export function refuseAnother(callback: Callback, handled: Handled | undefined): void {
  const note = handled && readNote(handled);
  if (!note || !DEPOSITS.has(note.event) || !isDeposit(callback)) return;
  const now = readNote({ note: noteOf(callback, note.event) });
  const isAnother =
    note.amount !== now?.amount || (note.block !== '0' && note.block === now.block && note.tindex !== now.tindex);
  if (!isAnother) return;
  throw new CallbackError(
    'ambiguous',
    `Callback ${String(callback.serial)} is of the same wallet, txid, vout_index, to_address and memo as a deposit of ${note.amount} ` +
      `(tindex ${String(note.tindex)}, block ${note.block}), and has ${callback.amount} (tindex ${String(callback.tindex)}, block ` +
      `${String(callback.block_height)}). It is not handled: look at the transaction, and book by hand what is not booked.`,
  );
}

function readNote({ note }: Pick<Handled, 'note'>): Note | undefined {
  try {
    const read: unknown = JSON.parse(note);
    return typeof read === 'object' && read !== null && 'event' in read ? (read as Note) : undefined;
  } catch {
    return undefined; // of another writer
  }
}
