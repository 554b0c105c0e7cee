/** Withdrawals on their way: funded and broadcast, included in a block, confirmed; or failed, resent, put back by the chain. */
import { STATE, CALLBACK_TYPE, PROCESSING } from '../assumed.ts';
import { queueCallback } from '../callbacks/record.ts';
import { balanceOf, move, moveToken, tokenAmount } from '../state/ledger.ts';
import { assetOf, decimalsOf, type Wallet } from '../state/wallets.ts';
import { toDecimal } from '../state/amounts.ts';
import type { World } from '../world.ts';
import { addDeposit, findReceiver } from './deposits.ts';
import { addHistory } from './history.ts';
import { isEffective } from '../rules/whitelist.ts';

/** An order as it is kept. */
export interface OrderRow {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly order_id: string;
  readonly address: string;
  readonly amount: string;
  readonly memo: string;
  readonly from_address: string;
  readonly fee: string;
  readonly state: bigint;
  readonly create_time: bigint;
  readonly details: string;
}

/** What of an order is kept, but never looked for. */
export interface OrderDetails {
  readonly tokenId: string;
  readonly contractAbi: string;
  readonly userId: string;
  readonly message: string;
}

/** A transaction of an order. */
export interface TransactionRow {
  readonly id: bigint;
  readonly order_row: bigint;
  readonly wallet_id: bigint;
  readonly txid: string;
  readonly state: bigint;
  readonly block: bigint;
  readonly tindex: bigint;
  readonly fee: string;
  readonly broadcast_at: bigint;
  readonly chain_at: bigint;
}

/** The block with which a transaction in `block` is final. */
export const finalBlock = ({ currency }: Wallet, block: Block): number => block.height + currency.confirmations - 1;

/** A block in the making. */
export interface Block {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
  /** Position of the next transaction. */
  tindex: number;
}

const orderRow = (world: World, id: bigint): OrderRow => {
  const row = world.store.get<OrderRow>('SELECT * FROM orders WHERE id = ?', id);
  if (!row) throw new Error(`There is no order ${String(id)}.`);
  return row;
};

/** Pays for an order and broadcasts its transaction, if the wallet has enough; otherwise it waits. Gives the order's next state. */
export function payAndBroadcast(world: World, order: OrderRow, { tokenId }: OrderDetails, at: number): number {
  const { store, wallets } = world;
  const wallet = wallets.get(order.wallet_id);
  if (wallet.settings.whitelistOnly && !isEffective(world, wallet, order.address, order.memo, at)) return STATE.failed;
  const amount = BigInt(order.amount);
  const fee = BigInt(order.fee);
  const payer = wallet.parentId ?? wallet.walletId;
  const address = order.from_address;
  const needs = payer === wallet.walletId ? amount + fee : amount;
  if (available(world, wallet.walletId, address) < needs) return STATE.processing;
  if (payer !== wallet.walletId && available(world, payer, address) < fee) return STATE.processing;
  if (tokenId !== '' && tokenAmount(store, wallet.walletId, tokenId) < amount) return STATE.processing;

  const paid = { amount: -amount, cause: 'withdrawal', ref: order.id } as const;
  const charged = { amount: -fee, cause: 'fee', ref: order.id } as const;
  if (payer === wallet.walletId) move(store, payer, address, paid, charged);
  else {
    move(store, wallet.walletId, address, paid);
    move(store, payer, address, charged);
  }
  if (tokenId !== '') moveToken(store, wallet.walletId, tokenId, -amount);
  broadcast(world, wallet, order, 0, at);
  return STATE.inPool;
}

/** On a delegated wallet both the address and the wallet must have it; the address never has more. */
const available = (world: World, walletId: bigint, address: string): bigint =>
  balanceOf(world.store, walletId, address).confirmed;

function broadcast(world: World, wallet: Wallet, order: OrderRow, resent: number, at: number): void {
  const txid = world.ids.txid(wallet.currency, 'withdrawal', order.id, resent);
  world.store.run(
    'INSERT INTO transactions (order_row, wallet_id, txid, state, block, tindex, fee, broadcast_at, chain_at, final_block) VALUES (?, ?, ?, ?, 0, 0, ?, ?, 0, 0)',
    order.id,
    wallet.walletId,
    txid,
    STATE.inPool,
    order.fee,
    at,
  );
}

/** Moves an order on. */
export function setOrderState(world: World, id: bigint, state: number): void {
  world.store.run('UPDATE orders SET state = ? WHERE id = ?', state, id);
  world.tell('order', `${String(id)} → ${String(state)}`);
}

/** Takes a transaction into a block: the withdrawal has succeeded, and its callback goes out. */
export function includeWithdrawal(world: World, tx: TransactionRow, block: Block): void {
  const { store, wallets } = world;
  const wallet = wallets.get(tx.wallet_id);
  const order = orderRow(world, tx.order_row);
  const tindex = block.tindex++;
  store.run(
    'UPDATE transactions SET state = ?, block = ?, tindex = ?, chain_at = ?, final_block = ? WHERE id = ?',
    STATE.inChain,
    block.height,
    tindex,
    block.time,
    finalBlock(wallet, block),
    tx.id,
  );
  setOrderState(world, order.id, STATE.inChain);
  if (wallet.token)
    store.run(
      'INSERT INTO inclusions (tx, height, block_hash, tindex, removed) VALUES (?, ?, ?, ?, 0)',
      tx.id,
      block.height,
      block.hash,
      tindex,
    );

  const from = order.from_address || wallet.address;
  addHistory(world, {
    wallet,
    txid: tx.txid,
    from,
    to: order.address,
    isOut: true,
    amount: toDecimal(order.amount, decimalsOf(wallet)),
    fee: toDecimal(tx.fee, wallet.currency.decimals),
    memo: order.memo,
    source: 'withdraw-api',
    block,
  });
  queueCallback(
    world,
    {
      type: CALLBACK_TYPE.withdrawal,
      order_id: order.order_id,
      currency: assetOf(wallet),
      txid: tx.txid,
      block_height: BigInt(block.height),
      tindex,
      vout_index: 0,
      amount: order.amount,
      fees: tx.fee,
      memo: order.memo,
      broadcast_at: Math.floor(Number(tx.broadcast_at) / 1000),
      chain_at: Math.floor(block.time / 1000),
      from_address: from,
      to_address: order.address,
      wallet_id: wallet.walletId,
      state: STATE.inChain,
      confirm_blocks: 1,
      processing_state: PROCESSING.inChain,
      addon: {},
    },
    block.time,
  );

  const receiver = findReceiver(world, wallet, order.address, order.memo);
  if (!receiver) return;
  const { tokenId } = JSON.parse(order.details) as OrderDetails;
  addDeposit(
    world,
    {
      ...receiver,
      txid: tx.txid,
      vout: 0,
      amount: BigInt(order.amount),
      tokenId,
      from,
      fee: BigInt(tx.fee),
      sourceTx: tx.id,
    },
    { ...block, tindex },
  );
}

/** The chain reports failure: the amount comes back, the fee is spent. */
export function failTransaction(world: World, order: OrderRow): void {
  const { store, wallets } = world;
  const tx = liveTransaction(world, order);
  const wallet = wallets.get(order.wallet_id);
  const { tokenId } = JSON.parse(order.details) as OrderDetails;
  store.run('UPDATE transactions SET state = ? WHERE id = ?', STATE.transactionFailed, tx.id);
  setOrderState(world, order.id, STATE.transactionFailed);
  move(store, wallet.walletId, order.from_address, { amount: BigInt(order.amount), cause: 'refund', ref: order.id });
  if (tokenId !== '') moveToken(store, wallet.walletId, tokenId, BigInt(order.amount));
}

/** Gives the order another transaction; the one in the pool will never come. */
export function resendTransaction(world: World, order: OrderRow, at: number): void {
  const tx = liveTransaction(world, order);
  world.store.run('UPDATE transactions SET state = ? WHERE id = ?', STATE.resent, tx.id);
  const { n } = world.store.get<{ n: bigint }>(
    'SELECT count(*) AS n FROM transactions WHERE order_row = ?',
    order.id,
  ) ?? { n: 0n };
  broadcast(world, world.wallets.get(order.wallet_id), order, Number(n), at);
}

function liveTransaction(world: World, order: OrderRow): TransactionRow {
  const tx = world.store.get<TransactionRow>(
    'SELECT * FROM transactions WHERE order_row = ? AND state = ?',
    order.id,
    STATE.inPool,
  );
  if (!tx) throw new Error(`Order ${order.order_id} has no transaction in the pool.`);
  return tx;
}
