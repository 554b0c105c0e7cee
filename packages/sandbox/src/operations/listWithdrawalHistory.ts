/** Pages through the history, the newest first. Records are numbered without gaps, so no page costs more than another. */
import type { Row } from '../state/store.ts';
import { isoTime } from '../rules/whitelist.ts';
import type { Handler } from './handler.ts';
import { pageOf, spanOf } from './paging.ts';

interface HistoryRow extends Row {
  readonly txid: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly is_out: bigint;
  readonly amount: string;
  readonly tags: string;
  readonly block: bigint;
  readonly block_time: bigint;
  readonly fee: string;
  readonly memo: string;
  readonly source: string;
  readonly state: bigint;
}

export const listWithdrawalHistory: Handler<'listWithdrawalHistory'> = ({ context, wallet, query }) => {
  const { store } = context;
  const { start, count } = pageOf(query);
  const { from, to } = spanOf(query, context.clock.now());
  const first = edge('ASC', '>=', from * 1000);
  const last = edge('DESC', '<=', to * 1000 + 999);
  function edge(direction: 'ASC' | 'DESC', sign: '>=' | '<=', time: number): number | undefined {
    const row = store.get<{ seq: bigint }>(
      `SELECT seq FROM history WHERE wallet_id = ? AND block_time ${sign} ? ORDER BY block_time ${direction}, seq ${direction} LIMIT 1`,
      wallet.walletId,
      time,
    );
    return row && Number(row.seq);
  }
  if (first === undefined || last === undefined || first > last) return { total_count: 0, transactions: [] };
  return {
    total_count: last - first + 1,
    transactions: store
      .all<HistoryRow>(
        'SELECT * FROM history WHERE wallet_id = ? AND seq BETWEEN ? AND ? ORDER BY seq DESC',
        wallet.walletId,
        Math.max(first, last - start - count + 1),
        last - start,
      )
      .map((row) => ({
        txid: row.txid,
        from_address: row.from_address,
        to_address: row.to_address,
        out: row.is_out === 1n,
        amount: row.amount,
        blocklist_tags: JSON.parse(row.tags) as string[],
        block_height: row.block,
        block_time: isoTime(row.block_time),
        fee: row.fee,
        memo: row.memo,
        source: row.source,
        state: Number(row.state) as 1 | 2 | 3,
      })),
  };
};
