/** The callbacks of a span of time, exactly as they are delivered. */
import { recordOf } from '../callbacks/record.ts';
import type { Handler } from './handler.ts';
import { spanOf } from './paging.ts';

export const listCallbacks: Handler<'listCallbacks'> = ({ world, operation, wallet, query }) => {
  const { from, to } = spanOf(operation, query, world.clock.now());
  const { type = -1 } = query;
  return {
    notifications: world.store
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
