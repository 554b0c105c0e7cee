/** Which single tokens a withdrawal of an ERC721 or ERC1155 wallet takes with it. */
import { moveToken, tokenAmount } from '../state/ledger.ts';
import type { Store } from '../state/store.ts';
import type { OrderRow } from '../state/stored.ts';
import type { Wallet } from '../state/wallets.ts';

/** So much of one token. */
export interface TokenPart {
  /** Empty for an amount of no certain token. */
  readonly tokenId: string;
  readonly amount: bigint;
}

/** Takes the tokens of an order out of its wallet: the one that it names, or else as many as it asks for, in the order of their IDs. */
export function takeTokens(store: Store, { token }: Wallet, order: OrderRow, tokenId: string): void {
  if (token === undefined || token.standard === 'erc20') return;
  const { wallet_id, from_address } = order;
  const amount = BigInt(order.amount);
  const parts = tokenId === '' ? anyTokens(store, order, amount) : [{ tokenId, amount }];
  for (const part of parts) {
    moveToken(store, wallet_id, from_address, part.tokenId, -part.amount);
    store.run('INSERT INTO order_tokens VALUES (?, ?, ?)', order.id, part.tokenId, String(part.amount));
  }
}

/** What the wallet was given without a token ID goes last, and is no part. */
function anyTokens(store: Store, { wallet_id, from_address }: OrderRow, amount: bigint): TokenPart[] {
  const parts: TokenPart[] = [];
  let left = amount;
  for (let after = ''; left > 0n;) {
    const row = store.get<{ token_id: string }>(
      "SELECT token_id FROM tokens WHERE wallet_id = ? AND address = ? AND token_id > ? AND amount <> '0' ORDER BY token_id LIMIT 1",
      wallet_id,
      from_address,
      after,
    );
    if (!row) break;
    after = row.token_id;
    const held = tokenAmount(store, wallet_id, from_address, after);
    const part = held < left ? held : left;
    parts.push({ tokenId: after, amount: part });
    left -= part;
  }
  return parts;
}

/** What an order moves: its tokens, and the rest, or all of it, as an amount of none. */
export function partsOf(store: Store, order: OrderRow): TokenPart[] {
  const parts = tokensOf(store, order);
  const rest = parts.reduce((left, { amount }) => left - amount, BigInt(order.amount));
  return rest > 0n || parts.length === 0 ? [...parts, { tokenId: '', amount: rest }] : parts;
}

/** Gives the tokens of an order back to its wallet. */
export function returnTokens(store: Store, order: OrderRow): void {
  for (const { tokenId, amount } of tokensOf(store, order))
    moveToken(store, order.wallet_id, order.from_address, tokenId, amount);
  store.run('DELETE FROM order_tokens WHERE order_row = ?', order.id);
}

const tokensOf = (store: Store, { id }: OrderRow): TokenPart[] =>
  store
    .all<{ token_id: string; amount: string }>(
      'SELECT token_id, amount FROM order_tokens WHERE order_row = ? ORDER BY token_id',
      id,
    )
    .map(({ token_id, amount }) => ({ tokenId: token_id, amount: BigInt(amount) }));
