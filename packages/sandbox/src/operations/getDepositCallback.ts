/** The latest callback of a deposit. */
import { recordOf } from '../callbacks/record.ts';
import { refuse } from '../document/refusal.ts';
import type { Handler } from './handler.ts';

export const getDepositCallback: Handler<'getDepositCallback'> = ({ context, wallet, path }) => {
  const row = context.store.get<{ body: string }>(
    'SELECT body FROM callbacks WHERE wallet_id = ? AND txid = ? AND vout = ? AND type = ? ORDER BY serial DESC LIMIT 1',
    wallet.walletId,
    path.TX_ID,
    path.VOUT_INDEX,
    context.decisions.callbackType.deposit,
  );
  return row ? { notification: recordOf(row) } : refuse('not_found');
};
