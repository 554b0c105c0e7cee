/** Adds whitelist entries. One that is there already stays as it is, one that was removed starts anew. */
import { keyOf } from '../currencies/currencies.ts';
import { checkMemo, memoKeyOf, memoRuleOf } from '../rules/memo.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Handler } from './handler.ts';
import { checkItem } from './whitelist-item.ts';

export const addWhitelistEntries: Handler<'addWhitelistEntries'> = ({ context, wallet, body }) => {
  const rule = memoRuleOf(wallet);
  for (const item of body.items) {
    checkItem(wallet, item);
    if (rule && item.memo) checkMemo(rule, item.memo);
  }
  return context.store.write(() => ({
    added_items: body.items.map(({ address, memo = '', user_id = '' }) => {
      add(context, wallet, { address, memo, user_id });
      return { address, memo, user_id };
    }),
  }));
};

function add(
  { store, clock, limits }: Context,
  wallet: Wallet,
  { address, memo, user_id }: { address: string; memo: string; user_id: string },
): void {
  const now = clock.now();
  const { walletId } = wallet;
  const key = keyOf(address, wallet.currency);
  const memoKey = memoKeyOf(wallet, memo);
  const known = store.get(
    'SELECT 1 FROM whitelist WHERE wallet_id = ? AND address_key = ? AND memo_key = ? AND user_id = ? AND state = 1',
    walletId,
    key,
    memoKey,
    user_id,
  );
  if (known) return;
  store.run(
    'INSERT INTO whitelist (wallet_id, address, address_key, memo, memo_key, user_id, create_time, effective_time, update_time, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)',
    walletId,
    address,
    key,
    memo,
    memoKey,
    user_id,
    now,
    now + limits.whitelistDelay * 1000,
    now,
  );
}
