/** Pages through the transactions of a vault, the newest first. */
import { parseJson } from '@wallet-operations/json';
import type { Handler, Result } from './handler.ts';
import { pageOf, spanOf } from './paging.ts';

const FITTING = 'FROM vault_transactions WHERE wallet_id = ? AND create_time BETWEEN ? AND ? AND ? IN (-1, state)';

export const listVaultHistory: Handler<'listVaultHistory'> = ({ context, wallet, query }) => {
  const { start, count } = pageOf(query);
  const { from, to } = spanOf(query, context.clock.now());
  const { store, decisions } = context;
  const fitting = [wallet.walletId, from * 1000, to * 1000 + 999, query.state ?? -1] as const;
  const page = store
    .all<{ record: string }>(`SELECT record ${FITTING} ORDER BY id DESC LIMIT ? OFFSET ?`, ...fitting, count, start)
    .map(({ record }) => parseJson(record) as Result<'listVaultHistory'>['transaction_item'][number]);
  const all = store.get<{ n: bigint }>(`SELECT count(*) AS n ${FITTING}`, ...fitting)?.n ?? 0;
  return { transaction_count: decisions.countsPage ? page.length : Number(all), transaction_item: page };
};
