/** Deposits from outside, and what both they and funds from nowhere must be. */
import { addDeposit, announceInPool, receiverIn, type Receiver } from '../chain/deposits.ts';
import { holderOf, leavesFrom } from '../chain/tokens.ts';
import { hasTokenIds, tokenIdOf } from '../rules/token-ids.ts';
import { STAGE } from '../state/stages.ts';
import { unitsOf } from '../state/units.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { WalletId } from './wallet-id.ts';

/** A deposit from outside. */
export interface NewControlDeposit {
  readonly walletId: WalletId;
  /** Decimal string in the main unit. */
  readonly amount: string;
  /** Default: the wallet's own address. */
  readonly address?: string;
  readonly memo?: string;
  /** Default: that of the transaction’s other outputs, or an address from outside. */
  readonly from?: string;
  /** For ERC721 and ERC1155 wallets. */
  readonly tokenId?: string;
  /** Several deposits of one transaction share it; all of them come before its block does. Default: a new one. */
  readonly txid?: string;
  /** A transaction has each only once. Default: 0. */
  readonly vout?: number;
  /** Whether a callback tells of it in the pool already, which credits nothing. Default: false. */
  readonly announced?: boolean;
}

/** Adds it to the pool. @throws Error that says what no chain could bring. */
export function depositFromOutside(
  context: Context,
  wallet: Wallet,
  deposit: NewControlDeposit,
): { txid: string; vout: number } {
  const { store, ids } = context;
  const { n } = store.get<{ n: bigint }>('SELECT coalesce(max(id), 0) + 1 AS n FROM deposits') ?? { n: 0n };
  const { memo = '', address = wallet.address, vout = 0 } = deposit;
  const receiver = receiverOf(context, wallet, address, memo);
  const amount = unitsOf(wallet, deposit.amount);
  const tokenId = checkedToken(context, wallet, deposit.tokenId ?? '', amount);
  const txid = deposit.txid === undefined ? ids.txid(wallet.currency, 'deposit', n) : spelledAs(wallet, deposit.txid);
  const others = outputsOf(context, txid, vout);
  const from = deposit.from ?? others[0]?.from_address ?? ids.address(wallet.currency, 'outside', n);
  const { fee } = wallet.currency;
  const id = addDeposit(context, { ...receiver, txid, vout, amount, tokenId, from, fee, sourceTx: null });
  if (deposit.announced ?? false) announceInPool(context, id);
  context.tell('deposit', `${deposit.amount} under way to wallet ${String(wallet.walletId)}`);
  return { txid, vout };
}

/** Who an address is. @throws Error for one that is none of the wallet's. */
export function receiverOf(context: Context, wallet: Wallet, address: string, memo: string): Receiver {
  const receiver = receiverIn(context, wallet, address, memo);
  if (!receiver)
    throw new Error(`${address}${memo && ` with memo ${memo}`} is no address of wallet ${String(wallet.walletId)}.`);
  return receiver;
}

/**
 * The token ID as it is kept; empty for none.
 *
 * @throws Error for one that is none, or where there are none, and for more than one of a token that there is one of
 */
export function checkedToken(context: Context, wallet: Wallet, given: string, amount: bigint): string {
  if (given === '') return '';
  if (!hasTokenIds(wallet)) throw new Error(`Wallet ${String(wallet.walletId)} has no token IDs: leave tokenId out.`);
  const tokenId = tokenIdOf(given);
  if (tokenId === undefined) throw new Error(`${given} is no token ID. Give a number of at most 256 bits, in digits.`);
  if (wallet.token?.standard !== 'erc721') return tokenId;
  const one = `There is one of token ${tokenId}, as of each ERC721 token`;
  if (amount !== 1n) throw new Error(`${one}: the amount has to be 1.`);
  const holder = holderOf(context, wallet, tokenId) ?? leavesFrom(context, wallet, tokenId);
  if (holder)
    throw new Error(`${one}, and wallet ${String(holder.walletId)} has it, or it is under way from or to it.`);
  return tokenId;
}

/** A transaction ID as the wallet's chain writes it: the digits of a hash are the same in either case. */
function spelledAs({ currency }: Wallet, txid: string): string {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(txid)) return txid;
  return currency.name === 'XRP' ? txid.toUpperCase() : txid.toLowerCase();
}

/**
 * The outputs of a transaction that are there already. It is in one block, and each of its outputs is one deposit: a second one would be
 * credited besides.
 *
 * @throws Error for one that can have no such output any more
 */
function outputsOf({ store }: Context, txid: string, vout: number): { from_address: string }[] {
  const known = store.all<{ vout: bigint; state: bigint; from_address: string }>(
    'SELECT vout, state, from_address FROM deposits WHERE txid = ?',
    txid,
  );
  if (known.some((row) => Number(row.vout) === vout))
    throw new Error(
      `Output ${String(vout)} of transaction ${txid} is a deposit already. Give another vout, or no txid.`,
    );
  const isSent = ['<>', '='].some((sign) =>
    store.get(`SELECT 1 FROM transactions WHERE txid = ? AND state ${sign} ${String(STAGE.inPool)}`, txid),
  );
  if (isSent || known.some(({ state }) => state !== BigInt(STAGE.inPool)))
    throw new Error(`Transaction ${txid} has all its outputs already. Give another txid, or none.`);
  return known;
}
