/** The callbacks of a wallet with given serials. */
import { recordOf } from '../callbacks/record.ts';
import type { Handler } from './handler.ts';

export const getCallbacksById: Handler<'getCallbacksById'> = ({ context, wallet, body }) => ({
  notifications: [...new Set(body.ids)].flatMap((id) =>
    context.store
      .all<{ body: string }>('SELECT body FROM callbacks WHERE serial = ? AND wallet_id = ?', id, wallet.walletId)
      .map(recordOf),
  ),
});
