/** The latest callback of a deposit. */
import { CALLBACK_TYPE } from '../assumed.ts';
import { recordOf } from '../callbacks/record.ts';
import { refuse } from '../document/rows.ts';
import type { Handler } from './handler.ts';

export const getDepositCallback: Handler<'getDepositCallback'> = ({ world, wallet, path }) => {
  const row = world.store.get<{ body: string }>(
    'SELECT body FROM callbacks WHERE wallet_id = ? AND txid = ? AND vout = ? AND type = ? ORDER BY serial DESC LIMIT 1',
    wallet.walletId,
    path.TX_ID,
    path.VOUT_INDEX,
    CALLBACK_TYPE.deposit,
  );
  return row ? { notification: recordOf(row) } : refuse('not_found');
};
