/** Deposits: seen in a block, announced, and credited once enough blocks lie above them. */
import { queueCallback } from '../callbacks/record.ts';
import { keyOf } from '../currencies/currencies.ts';
import { memoKeyOf } from '../rules/memo.ts';
import { toDecimal } from '../state/amounts.ts';
import { move, moveToken, moveUnconfirmed } from '../state/ledger.ts';
import { STAGE } from '../state/stages.ts';
import { addressHolder, assetOf, decimalsOf, type Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import { addHistory, feeText } from './history.ts';
import { type Block, finalBlock } from './block.ts';
import type { DepositRow } from '../state/stored.ts';

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
export function findReceiver(context: Context, sender: Wallet, address: string, memo: string): Receiver | undefined {
  const key = keyOf(address, sender.currency);
  return context.store
    .all<{ wallet_id: bigint }>(
      'SELECT wallet_id FROM addresses WHERE address_key = ? AND memo_key = ? UNION SELECT wallet_id FROM wallets WHERE address_key = ?',
      key,
      memoKeyOf(sender, memo),
      key,
    )
    .flatMap(({ wallet_id }) => [context.wallets.get(wallet_id), ...context.wallets.mappedTo(wallet_id)])
    .filter((wallet) => wallet.currency === sender.currency && contractOf(wallet) === contractOf(sender))
    .map((wallet) => receiverIn(context, wallet, address, memo))
    .find((receiver) => receiver !== undefined);
}

const contractOf = ({ token, currency }: Wallet): string | undefined => token && keyOf(token.contract, currency);

/** What an address, in whatever spelling, is to a wallet, in the wallet's own; undefined if it is none of its. */
export function receiverIn(context: Context, wallet: Wallet, address: string, memo: string): Receiver | undefined {
  const key = keyOf(address, wallet.currency);
  const created = context.store.get<{ address: string; memo: string }>(
    'SELECT address, memo FROM addresses WHERE address_key = ? AND memo_key = ? AND wallet_id = ?',
    key,
    memoKeyOf(wallet, memo),
    addressHolder(wallet),
  );
  if (created) return { wallet, ...created, isCreated: true };
  const isOwn = key === keyOf(wallet.address, wallet.currency);
  return isOwn ? { wallet, address: wallet.address, memo, isCreated: false } : undefined;
}

/** Adds a deposit: to the pool, or straight into a block that already has its transaction. */
export function addDeposit(context: Context, deposit: NewDeposit, block?: Block): bigint {
  const { store } = context;
  const { wallet } = deposit;
  store.run(
    `INSERT INTO deposits (wallet_id, txid, vout, address, memo, amount, token_id, from_address, fee, is_own, state, block, tindex, chain_at, final_block, source_tx, came_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?, ?)`,
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
    STAGE.inPool,
    deposit.sourceTx,
    cameAt(context, deposit.txid),
  );
  const row = store.get<DepositRow>('SELECT * FROM deposits WHERE id = last_insert_rowid()');
  if (!row) throw new Error('The deposit was not kept.');
  if (block) includeDeposit(context, row, block);
  return row.id;
}

/** Outputs of one transaction came together, whenever they were told of. */
function cameAt({ store, clock }: Context, txid: string): bigint | number {
  return store.get<DepositRow>('SELECT * FROM deposits WHERE txid = ? LIMIT 1', txid)?.came_at ?? clock.now();
}

/** Tells of a deposit that is in the pool: not even a block has it yet. */
export function announceInPool(context: Context, id: bigint): void {
  const row = context.store.get<DepositRow>('SELECT * FROM deposits WHERE id = ?', id);
  if (!row) throw new Error(`There is no deposit ${String(id)}.`);
  announce(
    context,
    context.wallets.get(row.wallet_id),
    row,
    context.decisions.processing.inPool,
    0,
    context.clock.now(),
  );
}

/** Takes a deposit into a block: it is announced, and not yet to be credited. */
export function includeDeposit(context: Context, row: DepositRow, block: Block): void {
  const { store, wallets } = context;
  const wallet = wallets.get(row.wallet_id);
  const tindex = block.tindexOf(row.txid);
  store.run(
    'UPDATE deposits SET state = ?, block = ?, tindex = ?, chain_at = ?, final_block = ? WHERE id = ?',
    STAGE.inChain,
    block.height,
    tindex,
    block.time,
    finalBlock(wallet, block),
    row.id,
  );
  moveUnconfirmed(store, row.wallet_id, delegatedAddress(wallet, row), BigInt(row.amount));
  addHistory(context, {
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
  context.tell(
    'deposit',
    `${toDecimal(row.amount, decimalsOf(wallet))} ${assetOf(wallet)} to wallet ${String(row.wallet_id)}`,
  );
  const included = { ...row, block: BigInt(block.height), tindex: BigInt(tindex), chain_at: BigInt(block.time) };
  const { processing, safe } = context.decisions;
  const isSafe = safe.field === 'processing_state' && safe.is === 'inChain'; // then it is told wherever it is final at once, too
  if (wallet.currency.confirmations > 1 || isSafe)
    announce(context, wallet, included, processing.inChain, 1, block.time);
}

/** Credits a deposit. */
export function confirmDeposit(context: Context, row: DepositRow, height: number, at: number): void {
  const { store, wallets } = context;
  const wallet = wallets.get(row.wallet_id);
  const address = delegatedAddress(wallet, row);
  const amount = BigInt(row.amount);
  store.run('UPDATE deposits SET state = ? WHERE id = ?', STAGE.confirmed, row.id);
  moveUnconfirmed(store, row.wallet_id, address, -amount);
  move(store, row.wallet_id, address, { amount, cause: 'deposit', ref: row.id });
  if (row.token_id !== '') moveToken(store, row.wallet_id, address, row.token_id, amount);
  announce(context, wallet, row, context.decisions.processing.done, height - Number(row.block) + 1, at);
}

/** Puts a deposit back where the chain no longer has it. One that another wallet sent comes again with its transaction. */
export function removeDeposit(context: Context, row: DepositRow): void {
  const { store, wallets } = context;
  moveUnconfirmed(store, row.wallet_id, delegatedAddress(wallets.get(row.wallet_id), row), -BigInt(row.amount));
  if (row.source_tx !== null) store.run('DELETE FROM deposits WHERE id = ?', row.id);
  else store.run('UPDATE deposits SET state = ?, block = 0, final_block = 0 WHERE id = ?', STAGE.inPool, row.id);
}

/** Delegated wallets keep a balance for each address. */
export const delegatedAddress = ({ kind }: Wallet, { address }: { readonly address: string }): string =>
  kind === 'delegated' ? address : '';

function announce(
  context: Context,
  wallet: Wallet,
  row: DepositRow,
  processing: number,
  blocks: number,
  at: number,
): void {
  if (row.is_own === 0n) return;
  queueCallback(
    context,
    {
      type: context.decisions.callbackType.deposit,
      order_id: '',
      currency: assetOf(wallet),
      txid: row.txid,
      block_height: row.block,
      tindex: Number(row.tindex),
      vout_index: Number(row.vout),
      amount: row.amount,
      fees: row.fee,
      memo: row.memo,
      broadcast_at: blocks === 0 ? Math.floor(at / 1000) : 0,
      chain_at: Math.floor(Number(row.chain_at) / 1000),
      from_address: row.from_address,
      to_address: row.address,
      wallet_id: row.wallet_id,
      state: context.decisions.states[blocks === 0 ? 'inPool' : 'inChain'],
      confirm_blocks: blocks,
      processing_state: processing,
      addon: {},
    },
    at,
  );
}
