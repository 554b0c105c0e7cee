/** What an order of a scenario costs, who pays, and what is lacking: asked for before it is taken, and given once it is. */
import { balanceOf, tokenAmount } from '../state/ledger.ts';
import { STAGE } from '../state/stages.ts';
import { toDecimal } from '../state/amounts.ts';
import { unitsOf } from '../state/units.ts';
import { decimalsOf } from '../state/wallets.ts';
import { giveTo, payerOf, walletOf, type Kit } from './scenario-kit.ts';

/** What it costs. */
export interface Price {
  /** The delegated address that pays; empty on other wallets. */
  readonly place: string;
  /** Smallest units of what the wallet holds. */
  readonly units: bigint;
  /** What each wallet that pays has to have. */
  readonly needs: ReadonlyMap<bigint, bigint>;
  /** Units of the single token that is named. */
  readonly lackingTokens: bigint;
}

/** What it costs now. @throws Error for an amount that is none */
export function priceOf(kit: Kit, place: string): Price {
  const { context, input, amount } = kit;
  const wallet = walletOf(kit);
  const { tokenId } = input;
  const units = unitsOf(wallet, amount);
  if (wallet.token?.standard === 'erc721' && tokenId !== undefined && units !== 1n)
    throw new Error(`There is one of token ${tokenId}, as of each ERC721 token: the amount has to be 1.`);
  const payer = payerOf(kit);
  const { fee } = wallet.currency;
  const needs =
    payer.walletId === wallet.walletId
      ? new Map([[wallet.walletId, units + fee]])
      : new Map([
          [wallet.walletId, units],
          [payer.walletId, fee],
        ]);
  const held = tokenId === undefined ? units : tokenAmount(context.store, wallet.walletId, place, tokenId);
  return { place, units, needs, lackingTokens: held < units ? units - held : 0n };
}

/** Gives what is lacking, the payer of the fee last: the order goes out once that is there, and what it took would seem to lack again. */
export async function give(kit: Kit, { place, needs, lackingTokens }: Price): Promise<void> {
  const { context, control, did, input } = kit;
  const { tokenId } = input;
  const wallet = walletOf(kit);
  const lacking = [...needs].map(([walletId, units]) => {
    const held = balanceOf(context.store, walletId, place).confirmed;
    return [walletId, units - held - (walletId === wallet.walletId ? lackingTokens : 0n)] as const;
  });
  if (tokenId !== undefined && lackingTokens > 0n) {
    const amount = toDecimal(lackingTokens, decimalsOf(wallet));
    await control.fund({ walletId: wallet.walletId, amount, tokenId, ...(place ? { address: place } : {}) });
    did(`Wallet ${String(wallet.walletId)} was given ${amount} of token ${tokenId}.`);
  }
  for (const [walletId, units] of lacking) await giveTo(kit, walletId, place, units);
}

interface Waiting {
  readonly order_id: string;
  readonly amount: string;
  readonly fee: string;
  readonly token_id: string;
}

/** An older order that would be paid of what is given, in the place of this one; undefined if there is none. */
export function olderOrder(kit: Kit, price: Price): { walletId: bigint; orderId: string } | undefined {
  const { context, underWay } = kit;
  const { store, wallets } = context;
  const { place, needs } = price;
  const held = (walletId: bigint): bigint => balanceOf(store, walletId, place).confirmed;
  const isLacking = price.lackingTokens > 0n || [...needs].some(([walletId, units]) => held(walletId) < units);
  if (!isLacking) return undefined; // it is paid as soon as it is taken
  const then = (walletId: bigint): bigint => {
    const [has, needed = 0n] = [held(walletId), needs.get(walletId)];
    return has < needed ? needed : has;
  };
  const payer = payerOf(kit);
  for (const { walletId, parentId } of [payer, ...wallets.mappedTo(payer.walletId)])
    for (const { order_id, amount, fee, token_id } of store.all<Waiting>(
      `SELECT order_id, amount, fee, token_id FROM orders WHERE state = ${String(STAGE.processing)} AND wallet_id = ? AND from_address = ?`,
      walletId,
      place,
    )) {
      const ofToken = token_id === '' || token_id === kit.input.tokenId;
      const isPaid =
        parentId === undefined
          ? BigInt(amount) + BigInt(fee) <= then(walletId)
          : ofToken && BigInt(amount) <= then(walletId) && BigInt(fee) <= then(parentId);
      if (isPaid && !underWay.has(nameOf(walletId, order_id))) return { walletId, orderId: order_id };
    }
  return undefined;
}

/** An order among those that are under way. */
export const nameOf = (walletId: bigint, orderId: string): string => `${String(walletId)}/${orderId}`;
