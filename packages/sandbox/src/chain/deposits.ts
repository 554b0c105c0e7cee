/** Deposits: seen in a block, announced, and credited once enough blocks lie above them. */
import { CALLBACK_TYPE, PROCESSING, STATE } from '../assumed.ts';
import { queueCallback } from '../callbacks/record.ts';
import { toDecimal } from '../state/amounts.ts';
import { move, moveToken, moveUnconfirmed } from '../state/ledger.ts';
import { addressHolder, assetOf, decimalsOf, type Wallet } from '../state/wallets.ts';
import type { World } from '../world.ts';
import { addHistory, feeText } from './history.ts';
import { finalBlock, type Block } from './withdrawals.ts';

/** A deposit as it is kept. */
export interface DepositRow {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly txid: string;
  readonly vout: bigint;
  readonly address: string;
  readonly memo: string;
  readonly amount: string;
  readonly token_id: string;
  readonly from_address: string;
  readonly fee: string;
  /** 1 for a deposit address that was created, 0 for the wallet's own. */
  readonly is_own: bigint;
  readonly state: bigint;
  readonly block: bigint;
  readonly tindex: bigint;
  readonly chain_at: bigint;
  readonly source_tx: bigint | null;
}

/** Who gets what arrives at an address. */
export interface Receiver {
  readonly wallet: Wallet;
  readonly address: string;
  readonly memo: string;
  /** Whether it is a deposit address that was created, of which callbacks tell. */
  readonly isCreated: boolean;
}

/** A deposit to come. */
export interface NewDeposit extends Receiver {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
  readonly tokenId: string;
  readonly from: string;
  readonly fee: bigint;
  /** The withdrawal that brought it, where it came from another wallet of the sandbox. */
  readonly sourceTx: bigint | null;
}

/** The wallet of the sandbox that an address belongs to, among those that hold what `sender` sends. */
export function findReceiver(world: World, sender: Wallet, address: string, memo: string): Receiver | undefined {
  return world.store
    .all<{ wallet_id: bigint }>(
      'SELECT wallet_id FROM addresses WHERE address = ? AND memo = ? UNION SELECT wallet_id FROM wallets WHERE address = ?',
      address,
      memo,
      address,
    )
    .flatMap(({ wallet_id }) => [world.wallets.get(wallet_id), ...world.wallets.mappedTo(wallet_id)])
    .filter((wallet) => wallet.currency === sender.currency && wallet.token?.contract === sender.token?.contract)
    .map((wallet) => receiverIn(world, wallet, address, memo))
    .find((receiver) => receiver !== undefined);
}

/** What an address is to a wallet; undefined if it is none of its. */
export function receiverIn(world: World, wallet: Wallet, address: string, memo: string): Receiver | undefined {
  const created = world.store.get<{ address: string; memo: string }>(
    'SELECT address, memo FROM addresses WHERE address = ? AND memo = ? AND wallet_id = ?',
    address,
    memo,
    addressHolder(wallet),
  );
  if (created) return { wallet, address, memo, isCreated: true };
  return address === wallet.address ? { wallet, address, memo, isCreated: false } : undefined;
}

/** Adds a deposit: to the pool, or straight into a block that already has its transaction. */
export function addDeposit(world: World, deposit: NewDeposit, block?: Block): bigint {
  const { store } = world;
  const { wallet } = deposit;
  store.run(
    `INSERT INTO deposits (wallet_id, txid, vout, address, memo, amount, token_id, from_address, fee, is_own, state, block, tindex, chain_at, final_block, source_tx)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?)`,
    wallet.walletId,
    deposit.txid,
    deposit.vout,
    deposit.address,
    deposit.memo,
    String(deposit.amount),
    deposit.tokenId,
    deposit.from,
    String(deposit.fee),
    deposit.isCreated ? 1 : 0,
    STATE.inPool,
    deposit.sourceTx,
  );
  const row = store.get<DepositRow>('SELECT * FROM deposits WHERE id = last_insert_rowid()');
  if (!row) throw new Error('The deposit was not kept.');
  if (block) includeDeposit(world, row, block);
  return row.id;
}

/** Takes a deposit into a block: it is announced, and not yet to be credited. */
export function includeDeposit(world: World, row: DepositRow, block: Block): void {
  const { store, wallets } = world;
  const wallet = wallets.get(row.wallet_id);
  const tindex = row.source_tx === null ? block.tindex++ : block.tindex;
  store.run(
    'UPDATE deposits SET state = ?, block = ?, tindex = ?, chain_at = ?, final_block = ? WHERE id = ?',
    STATE.inChain,
    block.height,
    tindex,
    block.time,
    finalBlock(wallet, block),
    row.id,
  );
  moveUnconfirmed(store, row.wallet_id, delegatedAddress(wallet, row), BigInt(row.amount));
  addHistory(world, {
    wallet,
    txid: row.txid,
    from: row.from_address,
    to: row.address,
    isOut: false,
    amount: toDecimal(row.amount, decimalsOf(wallet)),
    fee: feeText(BigInt(row.fee), wallet),
    memo: row.memo,
    source: '',
    block,
  });
  world.tell(
    'deposit',
    `${toDecimal(row.amount, decimalsOf(wallet))} ${assetOf(wallet)} to wallet ${String(row.wallet_id)}`,
  );
  const included = { ...row, block: BigInt(block.height), tindex: BigInt(tindex), chain_at: BigInt(block.time) };
  if (wallet.currency.confirmations > 1) announce(world, wallet, included, PROCESSING.inChain, 1, block.time);
}

/** Credits a deposit. */
export function confirmDeposit(world: World, row: DepositRow, height: number, at: number): void {
  const { store, wallets } = world;
  const wallet = wallets.get(row.wallet_id);
  const address = delegatedAddress(wallet, row);
  const amount = BigInt(row.amount);
  store.run('UPDATE deposits SET state = ? WHERE id = ?', STATE.confirmed, row.id);
  moveUnconfirmed(store, row.wallet_id, address, -amount);
  move(store, row.wallet_id, address, { amount, cause: 'deposit', ref: row.id });
  if (row.token_id !== '') moveToken(store, row.wallet_id, row.token_id, amount);
  announce(world, wallet, row, PROCESSING.done, height - Number(row.block) + 1, at);
}

/** Puts a deposit back where the chain no longer has it. One that another wallet sent comes again with its transaction. */
export function removeDeposit(world: World, row: DepositRow): void {
  const { store, wallets } = world;
  moveUnconfirmed(store, row.wallet_id, delegatedAddress(wallets.get(row.wallet_id), row), -BigInt(row.amount));
  if (row.source_tx !== null) store.run('DELETE FROM deposits WHERE id = ?', row.id);
  else store.run('UPDATE deposits SET state = ?, block = 0, final_block = 0 WHERE id = ?', STATE.inPool, row.id);
}

/** Delegated wallets keep a balance for each address. */
const delegatedAddress = (wallet: Wallet, row: DepositRow): string => (wallet.kind === 'delegated' ? row.address : '');

function announce(world: World, wallet: Wallet, row: DepositRow, processing: number, blocks: number, at: number): void {
  if (row.is_own === 0n) return;
  queueCallback(
    world,
    {
      type: CALLBACK_TYPE.deposit,
      order_id: '',
      currency: assetOf(wallet),
      txid: row.txid,
      block_height: row.block,
      tindex: Number(row.tindex),
      vout_index: Number(row.vout),
      amount: row.amount,
      fees: row.fee,
      memo: row.memo,
      broadcast_at: 0,
      chain_at: Math.floor(Number(row.chain_at) / 1000),
      from_address: row.from_address,
      to_address: row.address,
      wallet_id: row.wallet_id,
      state: STATE.inChain,
      confirm_blocks: blocks,
      processing_state: processing,
      addon: {},
    },
    at,
  );
}
