/** Orders that wait for funds: paid, the oldest first, when something comes to their wallets. What it costs does not grow with all that wait. */
import type { Context } from '../context.ts';
import { noteFreed, takeFreed, type Freed } from '../state/freed.ts';
import { balanceOf, tokenAmount } from '../state/ledger.ts';
import type { OrderDetails, OrderRow } from '../state/stored.ts';
import type { Wallet } from '../state/wallets.ts';
import { orderRow, payAndBroadcast, setOrderState } from './withdrawals.ts';

/** What orders of one wallet, one delegated address and one token ID wait for in common. */
interface Purse {
  readonly wallet: Wallet;
  readonly address: string;
  /** Empty for orders of no certain token. */
  readonly tokenId: string;
}

/** A purse with the first of its orders that it can pay for, as far as figures tell. */
interface Queue {
  readonly purse: Purse;
  readonly first: bigint;
}

/** Broadcasts the orders that waited for what has come since it was asked last, the oldest first. A smaller one may overtake one that still waits. */
export function fundWaiting(context: Context, time: number): void {
  let queues = pursesOf(context, takeFreed(context.store)).flatMap((purse) => queueAfter(context, purse, 0n));
  while (queues.length > 0) {
    const next = queues.reduce((one, other) => (other.first < one.first ? other : one));
    tryAgain(context, next.first, time);
    queues = queues.flatMap((queue) => (queue === next ? queueAfter(context, queue.purse, queue.first) : [queue]));
  }
}

/** Looks at every order of a wallet that waits: its whitelist, or whether that counts, has changed. */
export function reviewWaiting(context: Context, walletId: bigint, time: number): void {
  const ids = context.store.all<{ id: bigint }>(
    'SELECT id FROM orders WHERE state = 1 AND wallet_id = ? ORDER BY id',
    walletId,
  );
  for (const { id } of ids) tryAgain(context, id, time);
}

/** Takes every order that waits for one that may be paid by now, as after a start. */
export function noteAllWaiting({ store }: Context): void {
  for (const { wallet_id, from_address, token_id } of store.all<{
    wallet_id: bigint;
    from_address: string;
    token_id: string;
  }>('SELECT DISTINCT wallet_id, from_address, token_id FROM orders WHERE state = 1'))
    noteFreed(store, { walletId: wallet_id, address: from_address, tokenId: token_id });
}

function tryAgain(context: Context, id: bigint, time: number): void {
  const order: OrderRow = orderRow(context, id);
  const state = payAndBroadcast(context, order, JSON.parse(order.details) as OrderDetails, time);
  if (BigInt(state) !== order.state) setOrderState(context, id, state);
}

/** Whose orders may be payable: those of the wallet itself, and those of the tokens that are mapped to it, since it pays their fees. */
function pursesOf({ store, wallets }: Context, freed: readonly Freed[]): Purse[] {
  const purses = new Map<string, Purse>();
  const add = (wallet: Wallet, address: string, tokenId: string): void => {
    purses.set(JSON.stringify([String(wallet.walletId), address, tokenId]), { wallet, address, tokenId });
  };
  for (const { walletId, address, tokenId } of freed) {
    const wallet = wallets.find(walletId);
    if (!wallet) continue; // it was undone with what came to it
    add(wallet, address, '');
    if (tokenId !== '') add(wallet, address, tokenId);
    for (const mapped of wallets.mappedTo(walletId)) {
      add(mapped, address, '');
      for (const { token_id } of store.all<{ token_id: string }>(
        `SELECT token_id FROM tokens WHERE wallet_id = ?1 AND address = ?2 AND amount <> '0' AND EXISTS (
           SELECT 1 FROM orders WHERE state = 1 AND wallet_id = ?1 AND from_address = ?2 AND orders.token_id = tokens.token_id)`,
        mapped.walletId,
        address,
      ))
        add(mapped, address, token_id);
    }
  }
  return [...purses.values()];
}

const OF_PURSE = 'FROM orders %s WHERE state = 1 AND wallet_id = ? AND from_address = ? AND token_id = ?';
const least = (column: 'need' | 'toll'): string =>
  `SELECT ${column} AS least ${OF_PURSE.replace('%s', `INDEXED BY orders_by_${column}`)} ORDER BY ${column} LIMIT 1`;
const LEAST_NEED = least('need');
const LEAST_TOLL = least('toll');
const NEXT = `SELECT id ${OF_PURSE.replace('%s', 'INDEXED BY orders_waiting')} AND id > ? AND need <= ? AND toll <= ? ORDER BY id LIMIT 1`;

/** The queue of a purse behind an order; none if it cannot pay for any. Where the cheapest is too dear, the others are not looked at. */
function queueAfter({ store }: Context, purse: Purse, after: bigint): Queue[] {
  const { wallet, address, tokenId } = purse;
  const place = [wallet.walletId, address, tokenId] as const;
  const held = tokenId === '' ? balanceOf(store, wallet.walletId, address).confirmed : tokenAmount(store, ...place);
  const funds = figure(held);
  const fees = figure(balanceOf(store, wallet.parentId ?? wallet.walletId, address).confirmed);
  const isTooDear = (sql: string, limit: string): boolean =>
    (store.get<{ least: string }>(sql, ...place)?.least ?? TOO_DEAR) > limit;
  if (isTooDear(LEAST_NEED, funds) || isTooDear(LEAST_TOLL, fees)) return [];
  const row = store.get<{ id: bigint }>(NEXT, ...place, after, funds, fees);
  return row ? [{ purse, first: row.id }] : [];
}

/** Above all figures. */
const TOO_DEAR = ':';

/** An amount in figures of one length, which compare as text. No amount of any chain is longer. */
const figure = (amount: bigint): string => String(amount).padStart(80, '0');

/** What an order waits for, as its row tells it: of its own wallet, and of the parent that pays a token's fee. */
export const needOf = (wallet: Wallet, amount: bigint, fee: bigint): { need: string; toll: string } => {
  const paysItself = wallet.parentId === undefined;
  return { need: figure(paysItself ? amount + fee : amount), toll: figure(paysItself ? 0n : fee) };
};
