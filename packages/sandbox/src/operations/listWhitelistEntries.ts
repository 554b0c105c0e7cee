/** Pages through the whitelist, by when entries were created. */
import { entryOf } from '../rules/whitelist.ts';
import type { Handler } from './handler.ts';
import { pageOf, spanOf } from './paging.ts';
import type { EntryRow } from '../state/stored.ts';

const FITTING = 'FROM whitelist WHERE wallet_id = ? AND create_time BETWEEN ? AND ? AND ? IN (-1, state)';

export const listWhitelistEntries: Handler<'listWhitelistEntries'> = ({ context, wallet, query }) => {
  const { start, count } = pageOf(query);
  const now = context.clock.now();
  const { from, to } = spanOf(query, now);
  const fitting = [wallet.walletId, from * 1000, to * 1000 + 999, query.state ?? -1] as const;
  return {
    items: context.store
      .all<EntryRow>(`SELECT * ${FITTING} ORDER BY entry_id LIMIT ? OFFSET ?`, ...fitting, count, start)
      .map((row) => entryOf(row, now)),
    total_count: Number(context.store.get<{ n: bigint }>(`SELECT count(*) AS n ${FITTING}`, ...fitting)?.n ?? 0),
  };
};
