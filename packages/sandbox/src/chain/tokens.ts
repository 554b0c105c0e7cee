/** Which single tokens a withdrawal of an ERC721 or ERC1155 wallet takes with it, and where there may be one of only. */
import type { Context } from '../context.ts';
import { keyOf } from '../currencies/currencies.ts';
import { moveToken, tokenAmount } from '../state/ledger.ts';
import { STAGE } from '../state/stages.ts';
import type { Store } from '../state/store.ts';
import type { OrderDetails, OrderRow } from '../state/stored.ts';
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

/** What logs tell of: a transfer of each part, or the one call of a contract. */
export function eventsOf(store: Store, order: OrderRow): TokenPart[] {
  const parts = partsOf(store, order);
  return (JSON.parse(order.details) as OrderDetails).contractAbi === '' ? parts : parts.slice(0, 1);
}

/** Gives the tokens of an order back to its wallet. @throws Error as {@link checkReturn} does */
export function returnTokens(context: Context, wallet: Wallet, order: OrderRow): void {
  const { store } = context;
  for (const { tokenId, amount } of tokensOf(store, order)) {
    checkReturn(context, wallet, tokenId, `order ${order.order_id}`, ' Let a block take the order.');
    moveToken(store, order.wallet_id, order.from_address, tokenId, amount);
  }
  store.run('DELETE FROM order_tokens WHERE order_row = ?', order.id);
}

/** @throws Error for an ERC721 token that has come to a wallet since `sender` sent it: the chain has that transaction for good */
export function checkReturn(context: Context, wallet: Wallet, tokenId: string, sender: string, remedy = ''): void {
  const holder = wallet.token?.standard === 'erc721' ? holderOf(context, wallet, tokenId) : undefined;
  if (holder)
    throw new Error(
      `Token ${tokenId} has come to wallet ${String(holder.walletId)} since ${sender} sent it: it cannot come back.${remedy}`,
    );
}

/** The wallet that has a token, or waits for it. */
export const holderOf = (context: Context, wallet: Wallet, tokenId: string): Wallet | undefined =>
  among(context, wallet, tokenId, HELD);

/** The wallet that a token leaves by a transaction that no block has yet. */
export const leavesFrom = (context: Context, wallet: Wallet, tokenId: string): Wallet | undefined =>
  among(context, wallet, tokenId, LEAVING);

/** Of the wallets of a token the first of which one of the statements finds something. */
const among = (
  { wallets, store }: Context,
  { token, currency }: Wallet,
  tokenId: string,
  statements: readonly string[],
): Wallet | undefined =>
  wallets
    .all()
    .find(
      (each) =>
        each.currency === currency &&
        keyOf(each.token?.contract ?? '', currency) === keyOf(token?.contract ?? '', currency) &&
        statements.some((sql) => store.get(sql, each.walletId, tokenId) !== undefined),
    );

const HELD = [
  "SELECT 1 FROM tokens WHERE wallet_id = ? AND token_id = ? AND amount <> '0' LIMIT 1",
  ...[STAGE.inPool, STAGE.inChain].map(
    (stage) => `SELECT 1 FROM deposits WHERE state = ${String(stage)} AND wallet_id = ? AND token_id = ? LIMIT 1`,
  ),
];

const LEAVING = [
  `SELECT 1 FROM transactions JOIN orders ON orders.id = transactions.order_row JOIN order_tokens ON order_tokens.order_row = orders.id
    WHERE transactions.state = ${String(STAGE.inPool)} AND orders.wallet_id = ? AND order_tokens.token_id = ? LIMIT 1`,
];

const tokensOf = (store: Store, { id }: OrderRow): TokenPart[] =>
  store
    .all<{ token_id: string; amount: string }>(
      'SELECT token_id, amount FROM order_tokens WHERE order_row = ? ORDER BY token_id',
      id,
    )
    .map(({ token_id, amount }) => ({ tokenId: token_id, amount: BigInt(amount) }));
