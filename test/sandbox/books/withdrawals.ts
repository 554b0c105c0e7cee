/** Withdrawals in the books: paid when they are covered, waiting until they are, and what may befall them in the pool. */
import {
  accountOf,
  at,
  feeOf,
  heldAt,
  holdings,
  move,
  payerOf,
  type Block,
  type Books,
  type Order,
  type OrderTransaction,
} from './books.ts';
import { tellOfOrder, unread } from './telling.ts';

/** States of an order's transaction that are assumed. */
export const STATE = {
  processing: 1,
  inPool: 2,
  inChain: 3,
  confirmed: 4,
  failed: 5,
  resent: 6,
  dropped: 10,
  transactionFailed: 11,
} as const;

/** What is asked for. */
export interface Asked {
  readonly account: string;
  readonly orderId: string;
  readonly web: boolean;
  readonly to: string;
  readonly memo: string;
  readonly amount: bigint;
  readonly holder: string;
  readonly tokenId: string;
  readonly manualFee: number;
  /** The fee, where it is known from elsewhere. */
  readonly fee?: bigint;
}

const DAY = 86_400_000;

/** The transaction that counts: the latest. */
export function latest(order: Order): OrderTransaction {
  const transaction = order.transactions.at(-1);
  if (transaction === undefined) throw new Error(`Order ${order.orderId} has no transaction.`);
  return transaction;
}

/** Whether the chain may still take it, or let go of it. */
export const isInPool = (order: Order): boolean => latest(order).state === STATE.inPool;

/** Takes a withdrawal: into the pool at once if it is covered. */
export function withdraw(books: Books, { manualFee, ...asked }: Asked): Order {
  const account = accountOf(books, asked.account);
  const order: Order = {
    ...asked,
    fee: asked.fee ?? feeOf(books, account, manualFee),
    at: books.now,
    transactions: [{ ...unread(), state: STATE.processing }],
    taken: [],
    held: false,
    invalid: false,
  };
  books.orders.push(order);
  moveOn(books, order);
  return order;
}

/** Moves what waits, the oldest first. */
export function release(books: Books): void {
  for (const order of books.orders) if (latest(order).state === STATE.processing) moveOn(books, order);
}

function moveOn(books: Books, order: Order): void {
  const transaction = latest(order);
  if (!isListed(books, order)) transaction.state = STATE.failed;
  else if (isCovered(books, order)) {
    const account = accountOf(books, order.account);
    transaction.state = STATE.inPool;
    transaction.fee = order.fee;
    transaction.from = order.holder === '' ? account.address : order.holder;
    if (account.single === undefined) move(books, at(order.account, order.holder), -order.amount);
    else take(books, order);
    move(books, feePlace(books, order), -order.fee);
  }
}

const feePlace = (books: Books, { account, holder }: Order): string =>
  at(payerOf(books, accountOf(books, account)).name, holder);

function isListed(books: Books, { account, to }: Order): boolean {
  if (!accountOf(books, account).whitelistOnly) return true;
  return books.listed.some(
    (entry) => entry.account === account && entry.address === to && !entry.removed && entry.at + DAY <= books.now,
  );
}

function isCovered(books: Books, order: Order): boolean {
  const { account, holder, tokenId, amount, fee } = order;
  const place = at(account, holder, tokenId);
  const { single } = accountOf(books, account);
  const fees = feePlace(books, order);
  if (single === undefined) {
    const both = fees === place ? amount + fee : amount;
    return heldAt(books, place) >= both && heldAt(books, fees) >= fee;
  }
  const has = tokenId === '' ? totalOf(books, account, holder) : heldAt(books, place);
  return has >= amount && heldAt(books, fees) >= fee;
}

/** All that a wallet, or one address of it, holds. */
export const totalOf = (books: Books, account: string, holder?: string): bigint =>
  holdings(books, account, holder).reduce((sum, [, , units]) => sum + units, 0n);

/** Single tokens are taken by their ID, or the first ones. */
function take(books: Books, order: Order): void {
  let missing = order.amount;
  order.taken = [];
  for (const [holder, tokenId, units] of holdings(books, order.account, order.holder)) {
    if (order.tokenId !== '' && order.tokenId !== tokenId) continue;
    const taken = units < missing ? units : missing;
    if (taken === 0n) break;
    order.taken.push([tokenId, taken]);
    move(books, at(order.account, holder, tokenId), -taken);
    missing -= taken;
  }
}

/** What it took comes back, with its fee or without, and may pay for what waits. */
function giveBack(books: Books, order: Order, withFee: boolean): void {
  if (accountOf(books, order.account).single === undefined) move(books, at(order.account, order.holder), order.amount);
  for (const [tokenId, units] of order.taken) move(books, at(order.account, order.holder, tokenId), units);
  if (withFee) move(books, feePlace(books, order), order.fee);
}

/** A block takes it, and it fails there, for good. */
export function failIn(books: Books, order: Order, block: Block, told: boolean): void {
  const transaction = latest(order);
  transaction.state = STATE.transactionFailed;
  transaction.block = block;
  giveBack(books, order, false);
  if (told) tellOfOrder(books, order, transaction, 2, 0);
}

/** The chain lets go of it. */
export function drop(books: Books, order: Order, told: boolean): void {
  const transaction = latest(order);
  transaction.state = STATE.dropped;
  giveBack(books, order, true);
  if (told) tellOfOrder(books, order, transaction, 2, 0);
  release(books);
}

/** It is replaced by another transaction. */
export function resend(order: Order): void {
  const { fee, from } = latest(order);
  latest(order).state = STATE.resent;
  order.transactions.push({ ...unread({ fee, from }), state: STATE.inPool });
  order.held = false;
}
