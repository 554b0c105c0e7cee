/** Orders as the two queries by order_id show them. */
import type { components } from '@wallet-operations/openapi/types';
import { refuse } from '../document/refusal.ts';
import { isoTime } from '../rules/whitelist.ts';
import { toDecimal } from '../state/amounts.ts';
import { decimalsOf, type Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { OrderRow, TransactionRow } from '../state/stored.ts';

/** @throws Refusal `not_found` for an order that the wallet does not have. */
export const findOrder = ({ store }: Context, { walletId }: Wallet, orderId: string): OrderRow =>
  store.get<OrderRow>('SELECT * FROM orders WHERE wallet_id = ? AND order_id = ?', walletId, orderId) ??
  refuse('not_found');

/** The transactions of an order, the oldest first. */
export const transactionsOf = ({ store }: Context, order: OrderRow): TransactionRow[] =>
  store.all<TransactionRow>('SELECT * FROM transactions WHERE order_row = ? ORDER BY id', order.id);

/** The record; an order without a transaction has no txid and no block. */
export const orderRecord = (
  wallet: Wallet,
  order: OrderRow,
  transaction: TransactionRow | undefined,
): components['schemas']['WithdrawalOrder'] => ({
  order_id: order.order_id,
  address: order.address,
  amount: toDecimal(order.amount, decimalsOf(wallet)),
  memo: order.memo,
  in_chain_block: transaction?.block ?? 0n,
  txid: transaction?.txid ?? '',
  create_time: isoTime(order.create_time),
});
