/** Pages through the transactions of a vault, the newest first. */
import { parseJson } from '../document/json.ts';
import type { Handler, Result } from './handler.ts';
import { pageOf, spanOf } from './paging.ts';

const FITTING = 'FROM vault_transactions WHERE wallet_id = ? AND create_time BETWEEN ? AND ? AND ? IN (-1, state)';

export const listVaultHistory: Handler<'listVaultHistory'> = ({ world, operation, wallet, query }) => {
  const { start, count } = pageOf(operation, query);
  const { from, to } = spanOf(operation, query, world.clock.now());
  const fitting = [wallet.walletId, from * 1000, to * 1000 + 999, query.state ?? -1] as const;
  return {
    transaction_count: Number(world.store.get<{ n: bigint }>(`SELECT count(*) AS n ${FITTING}`, ...fitting)?.n ?? 0),
    transaction_item: world.store
      .all<{ record: string }>(`SELECT record ${FITTING} ORDER BY id DESC LIMIT ? OFFSET ?`, ...fitting, count, start)
      .map(({ record }) => parseJson(record) as Result<'listVaultHistory'>['transaction_item'][number]),
  };
};
