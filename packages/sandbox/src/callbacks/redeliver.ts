/** Sends a callback again because its owner wants it, whatever became of it before. */
import type { Context } from '../context.ts';
import { callbackOf } from './record.ts';
import { goesOut } from './destination.ts';

/** Makes it due. @throws Error for a serial that no callback has, and for a wallet whose callbacks go nowhere. */
export function redeliver(context: Context, serial: bigint, now: number): void {
  const { store } = context;
  const row = callbackOf(context, serial);
  if (!goesOut(context, row.wallet_id))
    throw new Error(
      `Callbacks of wallet ${String(row.wallet_id)} go nowhere: set its callbackUrl first, to inbox for the sandbox's own.`,
    );
  store.run('UPDATE callbacks SET next_at = ? WHERE serial = ?', now, row.serial);
}
