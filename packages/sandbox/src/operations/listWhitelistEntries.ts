/** Pages through the whitelist, by when entries were created. */
import { entryOf, type EntryRow } from '../rules/whitelist.ts';
import type { Handler } from './handler.ts';
import { pageOf, spanOf } from './paging.ts';

const FITTING = 'FROM whitelist WHERE wallet_id = ? AND create_time BETWEEN ? AND ? AND ? IN (-1, state)';

export const listWhitelistEntries: Handler<'listWhitelistEntries'> = ({ world, operation, wallet, query }) => {
  const { start, count } = pageOf(operation, query);
  const now = world.clock.now();
  const { from, to } = spanOf(operation, query, now);
  const fitting = [wallet.walletId, from * 1000, to * 1000 + 999, query.state ?? -1] as const;
  return {
    items: world.store
      .all<EntryRow>(`SELECT * ${FITTING} ORDER BY entry_id LIMIT ? OFFSET ?`, ...fitting, count, start)
      .map((row) => entryOf(row, now)),
    total_count: Number(world.store.get<{ n: bigint }>(`SELECT count(*) AS n ${FITTING}`, ...fitting)?.n ?? 0),
  };
};
