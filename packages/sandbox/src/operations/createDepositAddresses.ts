/** Creates deposit addresses: memos where the currency has them, contracts where they are collected by contracts. */
import { malformed, refuse } from '../document/refusal.ts';
import { keyOf } from '../currencies/currencies.ts';
import { checkMemo, memoKeyOf, memoRuleOf } from '../rules/memo.ts';
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
  const given = memos?.filter((memo) => memo !== ''); // an empty memo is none
  if (rule ? given?.length !== count : memos !== undefined && memos.length !== count) refuse('memo_count_mismatch');
  if (!rule && memos) malformed(operation, `${wallet.currency.name} has no memos`);
  if (rule) for (const memo of memos ?? []) checkMemo(rule, memo);

  const next = nextIndex(context, wallet);
  const indexes = indexesOf(context, wallet, next, rule ? (memos ?? []) : Array<string>(count).fill(''));
  const fresh = new Set(indexes.filter((index) => index >= next));
  if (next + fresh.size > (wallet.settings.addressLimit ?? limits.depositAddresses)) refuse('address_limit_reached');
  const isCollected = wallet.currency.hasContracts && wallet.kind !== 'delegated';
  const cost = isCollected ? wallet.currency.fee * DEPLOYMENT * BigInt(count) : 0n;
  if (balanceOf(store, wallet.walletId).confirmed < cost) refuse('insufficient_fund');

  return store.write(() => {
    const created = indexes.map((index, i) => {
      const memo = memos?.[i] ?? '';
      const address = rule ? wallet.address : ids.address(wallet.currency, wallet.walletId, index);
      if (fresh.delete(index))
        store.insert('addresses', {
          ...{ wallet_id: wallet.walletId, address_index: index, address, memo, label: labels[i] ?? '' },
          address_key: keyOf(address, wallet.currency),
          memo_key: memoKeyOf(wallet, memo),
        });
      return rule ? memo : address;
    });
    move(store, wallet.walletId, '', { amount: -cost, cause: 'deployment', ref: BigInt(next) });
    context.tell('wallet', `${String(indexes.length)} addresses for wallet ${String(wallet.walletId)}`);
    return {
      addresses: created,
      ...(isCollected && {
        txids: indexes.map((index) => ids.txid(wallet.currency, 'deployment', wallet.walletId, index)),
      }),
      ...(wallet.kind === 'delegated' && { address_indexes: indexes }),
    };
  });
};

/** The index of each address: a memo that is there already, or stands twice, is the same address again. */
function indexesOf({ store }: Context, wallet: Wallet, next: number, memos: readonly string[]): number[] {
  const { walletId, currency, address } = wallet;
  const known = new Map<string, number>();
  let free = next;
  return memos.map((memo) => {
    if (memo === '') return free++;
    const key = memoKeyOf(wallet, memo);
    const row = store.get<{ address_index: bigint }>(
      'SELECT address_index FROM addresses WHERE address_key = ? AND memo_key = ? AND wallet_id = ? ORDER BY address_index',
      keyOf(address, currency),
      key,
      walletId,
    );
    const index = row ? Number(row.address_index) : (known.get(key) ?? free++);
    known.set(key, index);
    return index;
  });
}

function nextIndex({ store }: Context, { walletId }: Wallet): number {
  const row = store.get<{ n: bigint }>(
    'SELECT coalesce(max(address_index), -1) + 1 AS n FROM addresses WHERE wallet_id = ?',
    walletId,
  );
  return Number(row?.n ?? 0);
}
