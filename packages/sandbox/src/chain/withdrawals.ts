/** Withdrawals on their way: funded and broadcast, included in a block, confirmed; or failed, resent, put back by the chain. */
import { queueCallback } from '../callbacks/record.ts';
import { balanceOf, move, tokenAmount } from '../state/ledger.ts';
import { STAGE, stageName } from '../state/stages.ts';
import { assetOf, decimalsOf, type Wallet } from '../state/wallets.ts';
import { toDecimal } from '../state/amounts.ts';
import type { Context } from '../context.ts';
import { addDeposit, findReceiver } from './deposits.ts';
import { addHistory, HISTORY } from './history.ts';
import { eventsOf, partsOf, returnTokens, takeTokens } from './tokens.ts';
import { isEffective } from '../rules/whitelist.ts';
import { type Block, finalBlock } from './block.ts';
import type { OrderDetails, OrderRow, TransactionRow } from '../state/stored.ts';

/** An order as it is kept. @throws Error if there is none. */
export const orderRow = (context: Context, id: bigint): OrderRow => {
  const row = context.store.get<OrderRow>('SELECT * FROM orders WHERE id = ?', id);
  if (!row) throw new Error(`There is no order ${String(id)}.`);
  return row;
};

/** Pays for an order and broadcasts its transaction, if the wallet has enough; otherwise it waits. Gives the order's next stage. */
export function payAndBroadcast(context: Context, order: OrderRow, { tokenId }: OrderDetails, at: number): number {
  const { store, wallets } = context;
  const wallet = wallets.get(order.wallet_id);
  if (wallet.settings.whitelistOnly && !isEffective(context, wallet, order.address, order.memo, at))
    return STAGE.failed;
  const amount = BigInt(order.amount);
  const fee = BigInt(order.fee);
  const payer = wallet.parentId ?? wallet.walletId;
  const address = order.from_address;
  const needs = payer === wallet.walletId ? amount + fee : amount;
  if (available(context, wallet.walletId, address) < needs) return STAGE.processing;
  if (payer !== wallet.walletId && available(context, payer, address) < fee) return STAGE.processing;
  if (tokenId !== '' && tokenAmount(store, wallet.walletId, address, tokenId) < amount) return STAGE.processing;

  const paid = { amount: -amount, cause: 'withdrawal', ref: order.id } as const;
  const charged = { amount: -fee, cause: 'fee', ref: order.id } as const;
  if (payer === wallet.walletId) move(store, payer, address, paid, charged);
  else {
    move(store, wallet.walletId, address, paid);
    move(store, payer, address, charged);
  }
  takeTokens(store, wallet, order, tokenId);
  broadcast(context, wallet, order, 0, at);
  return STAGE.inPool;
}

/** On a delegated wallet both the address and the wallet must have it; the address never has more. */
const available = (context: Context, walletId: bigint, address: string): bigint =>
  balanceOf(context.store, walletId, address).confirmed;

function broadcast(context: Context, wallet: Wallet, order: OrderRow, resent: number, at: number): void {
  const txid = context.ids.txid(wallet.currency, 'withdrawal', order.id, resent);
  context.store.run(
    'INSERT INTO transactions (order_row, wallet_id, txid, state, block, tindex, fee, broadcast_at, chain_at, final_block) VALUES (?, ?, ?, ?, 0, 0, ?, ?, 0, 0)',
    order.id,
    wallet.walletId,
    txid,
    STAGE.inPool,
    order.fee,
    at,
  );
}

/** Moves an order on. */
export function setOrderState(context: Context, id: bigint, state: number): void {
  context.store.run('UPDATE orders SET state = ? WHERE id = ?', state, id);
  context.tell('order', `${String(id)} → ${stageName(state)}`);
}

/** Takes a transaction into a block: the withdrawal has succeeded, and its callback goes out. */
export function includeWithdrawal(context: Context, tx: TransactionRow, block: Block): void {
  const { store, wallets } = context;
  const wallet = wallets.get(tx.wallet_id);
  const order = orderRow(context, tx.order_row);
  const tindex = block.tindexOf(tx.txid);
  store.run(
    'UPDATE transactions SET state = ?, block = ?, tindex = ?, chain_at = ?, final_block = ? WHERE id = ?',
    STAGE.inChain,
    block.height,
    tindex,
    block.time,
    finalBlock(wallet, block),
    tx.id,
  );
  setOrderState(context, order.id, STAGE.inChain);
  if (wallet.token)
    store.insert('inclusions', {
      ...{ tx: tx.id, height: block.height, block_hash: block.hash, tindex, removed: 0 },
      first_event: block.placeOfEvents(eventsOf(store, order).length),
    });

  const details = JSON.parse(order.details) as OrderDetails;
  addOutgoing(context, wallet, order, tx, block, details.isInvalid ? HISTORY.invalid : HISTORY.success);
  const included = { ...tx, block: BigInt(block.height), tindex: BigInt(tindex), chain_at: BigInt(block.time) };
  tellOf(context, order, included, 'inChain', block.time);

  const receiver = findReceiver(context, wallet, order.address, order.memo);
  if (!receiver) return;
  const arrival = { ...receiver, txid: tx.txid, from: senderOf(wallet, order), fee: BigInt(tx.fee), sourceTx: tx.id };
  for (const [vout, part] of partsOf(store, order).entries()) addDeposit(context, { ...arrival, ...part, vout }, block);
}

const senderOf = (wallet: Wallet, order: OrderRow): string => order.from_address || wallet.address;

function addOutgoing(
  context: Context,
  wallet: Wallet,
  order: OrderRow,
  tx: TransactionRow,
  block: { readonly height: number; readonly time: number },
  state: (typeof HISTORY)[keyof typeof HISTORY],
): void {
  const { source = 'withdraw-api' } = JSON.parse(order.details) as OrderDetails;
  addHistory(context, {
    wallet,
    txid: tx.txid,
    from: senderOf(wallet, order),
    to: order.address,
    isOut: true,
    amount: toDecimal(order.amount, decimalsOf(wallet)),
    fee: toDecimal(tx.fee, wallet.currency.decimals),
    memo: order.memo,
    source,
    state,
    block,
  });
}

/** A callback that tells where a withdrawal is. None tells of those of the web: they have no order_id that it could carry. */
export function tellOf(
  context: Context,
  order: OrderRow,
  tx: TransactionRow,
  state: 'inChain' | 'dropped' | 'transactionFailed',
  at: number,
): void {
  const { source } = JSON.parse(order.details) as OrderDetails;
  if (source !== undefined) return;
  const { decisions } = context;
  const wallet = context.wallets.get(order.wallet_id);
  const isInChain = state === 'inChain';
  queueCallback(
    context,
    {
      type: decisions.callbackType.withdrawal,
      order_id: order.order_id,
      currency: assetOf(wallet),
      txid: tx.txid,
      block_height: tx.block,
      tindex: Number(tx.tindex),
      vout_index: 0,
      amount: order.amount,
      fees: tx.fee,
      memo: order.memo,
      broadcast_at: Math.floor(Number(tx.broadcast_at) / 1000),
      chain_at: Math.floor(Number(tx.chain_at) / 1000),
      from_address: senderOf(wallet, order),
      to_address: order.address,
      wallet_id: wallet.walletId,
      state: decisions.states[state],
      confirm_blocks: isInChain ? 1 : 0,
      processing_state: isInChain ? decisions.processing.inChain : decisions.processing.done,
      addon: {},
    },
    at,
  );
}

/** Takes the transaction in the pool into a block, where it fails: the amount comes back, the fee is spent. That is final. */
export function failTransaction(context: Context, order: OrderRow, block: Block, isTold: boolean): void {
  const { store, wallets } = context;
  const tx = liveTransaction(context, order);
  const wallet = wallets.get(order.wallet_id);
  const { height, time } = block;
  const tindex = block.tindexOf(tx.txid);
  store.run(
    'UPDATE transactions SET state = ?, block = ?, tindex = ?, chain_at = ? WHERE id = ?',
    STAGE.transactionFailed,
    height,
    tindex,
    time,
    tx.id,
  );
  addOutgoing(context, wallet, order, tx, block, HISTORY.failed);
  const failed = { ...tx, block: BigInt(height), tindex: BigInt(tindex), chain_at: BigInt(time) };
  if (isTold) tellOf(context, order, failed, 'transactionFailed', time);
  setOrderState(context, order.id, STAGE.transactionFailed);
  move(store, wallet.walletId, order.from_address, { amount: BigInt(order.amount), cause: 'refund', ref: order.id });
  returnTokens(context, wallet, order);
}

/** Gives the order another transaction; the one in the pool will never come. */
export function resendTransaction(context: Context, order: OrderRow, at: number): void {
  const tx = liveTransaction(context, order);
  context.store.run('UPDATE transactions SET state = ? WHERE id = ?', STAGE.resent, tx.id);
  const { n } = context.store.get<{ n: bigint }>(
    'SELECT count(*) AS n FROM transactions WHERE order_row = ?',
    order.id,
  ) ?? { n: 0n };
  broadcast(context, context.wallets.get(order.wallet_id), order, Number(n), at);
}

/** The transaction of an order that is in the pool. @throws Error if there is none. */
export function liveTransaction(context: Context, order: OrderRow): TransactionRow {
  const tx = context.store.get<TransactionRow>(
    'SELECT * FROM transactions WHERE order_row = ? AND state = ?',
    order.id,
    STAGE.inPool,
  );
  if (!tx) throw new Error(`Order ${order.order_id} has no transaction in the pool.`);
  return tx;
}
