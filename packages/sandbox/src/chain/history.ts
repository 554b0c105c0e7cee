/** The history of withdrawal wallets, numbered without gaps in the order of the chain, so that a page is found at once. */
import { toDecimal } from '../state/amounts.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import { causesAgainst } from '../rules/blacklist.ts';

/** What has a history, by the interface: a withdrawal wallet, which these kinds are. */
const KINDS = ['withdrawal', 'deposit-withdrawal', 'delegated'];

/** How a transaction of the history ended, in the interface's numbers. */
export const HISTORY = { success: 1, failed: 2, invalid: 3 } as const;
type HistoryState = (typeof HISTORY)[keyof typeof HISTORY];

/** Adds a transaction that the chain has taken. */
export function addHistory(
  context: Context,
  record: {
    readonly wallet: Wallet;
    readonly txid: string;
    readonly from: string;
    readonly to: string;
    readonly isOut: boolean;
    readonly amount: string;
    readonly fee: string;
    readonly memo: string;
    readonly source: string;
    readonly state?: HistoryState;
    readonly block: { readonly height: number; readonly time: number };
  },
): void {
  const { wallet, block, isOut, from, to, state = HISTORY.success } = record;
  if (!KINDS.includes(wallet.kind)) return;
  context.store.run(
    'INSERT INTO history VALUES (?, (SELECT coalesce(max(seq), 0) + 1 FROM history WHERE wallet_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    wallet.walletId,
    wallet.walletId,
    record.txid,
    from,
    to,
    isOut ? 1 : 0,
    record.amount,
    JSON.stringify(causesAgainst(context, isOut ? to : from)),
    block.height,
    block.time,
    record.fee,
    record.memo,
    record.source,
    state,
  );
}

/** Takes back what blocks above `height` brought. It is always the end of each history, so no gap is left. */
export function removeHistoryAbove(context: Context, height: number): void {
  context.store.run('DELETE FROM history WHERE block > ?', height);
}

/** A price of the chain, as the history shows it. */
export const feeText = (fee: bigint, wallet: Wallet): string => toDecimal(fee, wallet.currency.decimals);
