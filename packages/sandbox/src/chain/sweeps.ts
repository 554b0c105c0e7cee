/** What the service moves between its own addresses: gas to deposit addresses, and what arrived there to the wallet. Callbacks tell of it; only the fee is spent. */
import { queueCallback } from '../callbacks/record.ts';
import { toDecimal } from '../state/amounts.ts';
import { balanceOf, move, noteNothing } from '../state/ledger.ts';
import { unitsOf } from '../state/units.ts';
import { tipOf } from '../state/tip.ts';
import { assetOf, decimalsOf, type Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Block } from './block.ts';
import { receiverIn } from './deposits.ts';

/** What is moved. */
export interface Sweep {
  /** `collect`: from a deposit address to the wallet. `airdrop`: gas from the parent wallet to a deposit address. */
  readonly kind: 'collect' | 'airdrop';
  /** A deposit address of the wallet. */
  readonly address: string;
  /** Default: none. */
  readonly memo?: string;
  /** Decimal string in the main unit: of what the wallet holds for `collect`, of what its chain is paid in for `airdrop`. */
  readonly amount: string;
}

/** Puts it into a block. @throws Error for an address or an amount that is none; RangeError if amount or fee are not covered. */
export function sweep(
  context: Context,
  wallet: Wallet,
  { kind, address, memo = '', amount }: Sweep,
  block: Block,
): string {
  const { store, wallets, decisions, ids } = context;
  const payer = wallet.parentId === undefined ? wallet : wallets.get(wallet.parentId);
  const asset = kind === 'collect' ? wallet : payer;
  const type = decisions.callbackType[kind];
  if (type === undefined) throw new Error(`Your operator's answer to callback-type has no ${kind}.`);
  if (wallet.kind === 'delegated') throw new Error('A delegated wallet leaves what arrives on its addresses.');
  if (!receiverIn(context, wallet, address, memo)?.isCreated)
    throw new Error(
      `${address}${memo && ` with memo ${memo}`} is no deposit address of wallet ${String(wallet.walletId)}.`,
    );
  const units = unitsOf(asset, amount);
  const { fee } = payer.currency;
  const needs = units + (asset === payer ? fee : 0n);
  const { confirmed } = balanceOf(store, asset.walletId, '');
  const [held, needed] = [confirmed, needs].map((one) => toDecimal(one, decimalsOf(asset)));
  if (confirmed < needs)
    throw new RangeError(
      `Wallet ${String(asset.walletId)} holds ${String(held)} ${assetOf(asset)}: less than the ${String(needed)} that this needs${asset === payer ? ', its fee included' : ''}.`,
    );
  move(store, payer.walletId, '', { amount: -fee, cause: 'collection', ref: BigInt(block.height) });
  if (fee === 0n) noteNothing(store, payer.walletId, 'collection', BigInt(block.height)); // by it the block is known to be final
  const { forks } = tipOf(store, block.time);
  const txid = ids.txid(wallet.currency, kind, wallet.walletId, block.height, block.size(), forks);
  const tindex = block.tindexOf(txid);
  const [from, to] = kind === 'collect' ? [address, wallet.address] : [payer.address, address];
  queueCallback(
    context,
    {
      type,
      order_id: '',
      currency: assetOf(asset),
      txid,
      block_height: BigInt(block.height),
      tindex,
      vout_index: 0,
      amount: String(units),
      fees: String(fee),
      memo,
      broadcast_at: Math.floor(block.time / 1000),
      chain_at: Math.floor(block.time / 1000),
      from_address: from,
      to_address: to,
      wallet_id: wallet.walletId,
      state: decisions.states.inChain,
      confirm_blocks: 1,
      processing_state: decisions.processing.done,
      addon: {},
    },
    block.time,
  );
  return txid;
}
