/** Creates deposit addresses: memos where the currency has them, contracts where they are collected by contracts. */
import { malformed, refuse } from '../document/refusal.ts';
import { checkMemo, memoRuleOf } from '../rules/memo.ts';
import { balanceOf, move } from '../state/ledger.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Handler } from './handler.ts';

/** Deploying a contract costs so many times a transfer. */
const DEPLOYMENT = 3n;

export const createDepositAddresses: Handler<'createDepositAddresses'> = ({ context, operation, wallet, body }) => {
  const { store, ids, limits } = context;
  const { memos, labels = [] } = body;
  const count = Math.max(body.count, 0); // the interface has no minimum
  if (wallet.parentId !== undefined) refuse('mapped_wallet_not_allowed');

  const rule = memoRuleOf(wallet);
  if (rule ? memos?.length !== count : memos !== undefined && memos.length !== count) refuse('memo_count_mismatch');
  if (!rule && memos) malformed(operation, `${wallet.currency.name} has no memos`);
  if (rule) for (const memo of memos ?? []) checkMemo(rule, memo);

  const next = nextIndex(context, wallet);
  if (next + count > (wallet.settings.addressLimit ?? limits.depositAddresses)) refuse('address_limit_reached');
  const isCollected = wallet.currency.hasContracts && wallet.kind !== 'delegated';
  const cost = isCollected ? wallet.currency.fee * DEPLOYMENT * BigInt(count) : 0n;
  if (balanceOf(store, wallet.walletId).confirmed < cost) refuse('insufficient_fund');

  return store.write(() => {
    const indexes = Array.from({ length: count }, (_, i) => next + i);
    const created = indexes.map((index, i) => {
      const memo = memos?.[i] ?? '';
      const address = rule ? wallet.address : ids.address(wallet.currency, wallet.walletId, index);
      store.run('INSERT INTO addresses VALUES (?, ?, ?, ?, ?)', wallet.walletId, index, address, memo, labels[i] ?? '');
      return rule ? memo : address;
    });
    move(store, wallet.walletId, '', { amount: -cost, cause: 'deployment', ref: BigInt(next) });
    context.tell('wallet', `${String(count)} addresses for wallet ${String(wallet.walletId)}`);
    return {
      addresses: created,
      ...(isCollected && {
        txids: indexes.map((index) => ids.txid(wallet.currency, 'deployment', wallet.walletId, index)),
      }),
      ...(wallet.kind === 'delegated' && { address_indexes: indexes }),
    };
  });
};

function nextIndex({ store }: Context, { walletId }: Wallet): number {
  const row = store.get<{ n: bigint }>(
    'SELECT coalesce(max(address_index), -1) + 1 AS n FROM addresses WHERE wallet_id = ?',
    walletId,
  );
  return Number(row?.n ?? 0);
}
