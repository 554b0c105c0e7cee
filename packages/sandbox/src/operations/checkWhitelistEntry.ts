/** Looks one whitelist entry up, the latest where an address was removed and added again. */
import { keyOf } from '../currencies/currencies.ts';
import { refuse } from '../document/refusal.ts';
import { memoKeyOf } from '../rules/memo.ts';
import { entryOf } from '../rules/whitelist.ts';
import type { Handler } from './handler.ts';
import { checkItem } from './whitelist-item.ts';
import type { EntryRow } from '../state/stored.ts';

export const checkWhitelistEntry: Handler<'checkWhitelistEntry'> = ({ context, wallet, body }) => {
  checkItem(wallet, body);
  const { address, memo = null, user_id = null } = body;
  const row = context.store.get<EntryRow>(
    `SELECT * FROM whitelist WHERE wallet_id = ?1 AND address_key = ?2 AND (?3 IS NULL OR memo_key = ?3) AND (?4 IS NULL OR user_id = ?4)
     ORDER BY entry_id DESC LIMIT 1`,
    wallet.walletId,
    keyOf(address, wallet.currency),
    memo === null ? null : memoKeyOf(wallet, memo),
    user_id,
  );
  return row ? entryOf(row, context.clock.now()) : refuse('whitelist_entry_not_found');
};
