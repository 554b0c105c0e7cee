/** Pages through the deposit addresses; a mapped wallet has those of its parent. */
import { memoRuleOf } from '../rules/memo.ts';
import { addressHolder } from '../state/wallets.ts';
import type { Handler } from './handler.ts';
import { pageOf } from './paging.ts';

export const listDepositAddresses: Handler<'listDepositAddresses'> = ({ context, wallet, query }) => {
  const { store, decisions } = context;
  const { start, count } = pageOf(query);
  const holder = addressHolder(wallet);
  const { n } = store.get<{ n: bigint }>(
    'SELECT coalesce(max(address_index), -1) + 1 AS n FROM addresses WHERE wallet_id = ?',
    holder,
  ) ?? { n: 0n };
  return {
    wallet_id: wallet.walletId,
    wallet_count: n,
    wallet_address: store
      .all<{ address: string; memo: string; address_index: bigint }>(
        'SELECT address, memo, address_index FROM addresses WHERE wallet_id = ? AND address_index >= ? ORDER BY address_index LIMIT ?',
        holder,
        start,
        count,
      )
      .map(({ address, memo, address_index }) => ({
        address,
        ...(wallet.kind === 'delegated' && { address_index }),
        currency: decisions.numberOf(wallet.currency),
        token_address: wallet.token?.contract ?? '',
        memo: memoRuleOf(wallet) ? memo : '',
      })),
  };
};
