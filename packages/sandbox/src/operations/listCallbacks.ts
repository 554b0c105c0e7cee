/** The callbacks of a span of time, with the values that are delivered. */
import { recordOf } from '../callbacks/record.ts';
import type { Handler } from './handler.ts';
import { spanOf } from './paging.ts';

export const listCallbacks: Handler<'listCallbacks'> = ({ context, wallet, query }) => {
  const { from, to } = spanOf(query, context.clock.now());
  const { type = -1 } = query;
  return {
    notifications: context.store
      .all<{ body: string }>(
        'SELECT body FROM callbacks WHERE wallet_id = ? AND time BETWEEN ? AND ? AND ? IN (-1, type) ORDER BY serial',
        wallet.walletId,
        from,
        to,
        type,
      )
      .map(recordOf),
  };
};
