/** What became of a callback, as the end of a sentence: a scenario says no more than what happened. */
import { ACKNOWLEDGED } from '../callbacks/attempt.ts';
import type { Told } from '../callbacks/record.ts';
import type { CallbackRow } from '../state/stored.ts';
import type { Context } from '../context.ts';

/** Of the latest callback that tells a wallet of a transaction. */
export function toldOf({ store, clock, decisions }: Context, walletId: bigint, txid: string, tells: Told): string {
  const type = decisions.callbackType[tells];
  if (type === undefined) return 'this service has no callback for it';
  const row = store.get<CallbackRow>(
    'SELECT * FROM callbacks WHERE wallet_id = ? AND txid = ? AND type = ? ORDER BY serial DESC LIMIT 1',
    walletId,
    txid,
    type,
  );
  if (!row) return 'no callback tells of it';
  if (row.delivered_at !== null) return 'its callback went out and was acknowledged';
  const last = store.get<{ result: string }>(
    'SELECT result FROM attempts WHERE serial = ? ORDER BY number DESC LIMIT 1',
    row.serial,
  );
  if (last && last.result !== ACKNOWLEDGED)
    return `its callback was not acknowledged (${last.result})${row.next_at === null ? '' : ', and comes again'}`;
  if (row.next_at === null)
    return `its callback goes nowhere: wallet ${String(walletId)} has no callbackUrl, and nobody listens`;
  const next = Number(row.next_at);
  return next > clock.now() ? `its callback is put off until ${new Date(next).toISOString()}` : 'its callback is due';
}
