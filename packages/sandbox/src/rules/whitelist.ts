/** Whitelist entries: found, added, and in effect only some time after that. */
import { keyOf } from '../currencies/currencies.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { EntryRow } from '../state/stored.ts';
import { memoKeyOf } from './memo.ts';

/** Whether withdrawals to an address are allowed by an entry by now. */
export function isEffective({ store }: Context, wallet: Wallet, address: string, memo: string, now: number): boolean {
  return (
    store.get(
      "SELECT 1 FROM whitelist WHERE wallet_id = ? AND address_key = ? AND memo_key IN ('', ?) AND state = 1 AND effective_time <= ?",
      wallet.walletId,
      keyOf(address, wallet.currency),
      memoKeyOf(wallet, memo),
      now,
    ) !== undefined
  );
}

/** An entry as the interface shows it. */
export const entryOf = (row: EntryRow, now: number) => ({
  address: row.address,
  memo: row.memo,
  user_id: row.user_id,
  create_time: isoTime(row.create_time),
  effective: row.state === 1n && Number(row.effective_time) <= now,
  effective_time: isoTime(row.effective_time),
  update_time: isoTime(row.update_time),
  state: Number(row.state) as 1 | 2,
});

/** ISO 8601 in UTC, to the second, as the document's examples have it. */
export const isoTime = (time: bigint | number): string => `${new Date(Number(time)).toISOString().slice(0, 19)}Z`;
