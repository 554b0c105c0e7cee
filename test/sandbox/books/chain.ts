/** The chain in the books: blocks, what they bring to wallets, when that is final, and blocks that are taken back. */
import type { Account } from './accounts.ts';
import {
  accountOf,
  at,
  depthOf,
  finalityOf,
  move,
  payerOf,
  type Block,
  type Books,
  type Deposit,
  type Order,
  type Transaction,
} from './books.ts';
import { attempt, nextDue, tell, tellOfDeposit, tellOfOrder, TYPE } from './telling.ts';
import { failIn, isInPool, latest, release, STATE } from './withdrawals.ts';

const INTERVAL = 12_000;

/** A confirmed amount from nowhere. */
export function fund(books: Books, account: string, units: bigint, holder = '', tokenId = ''): void {
  move(books, at(account, holder, tokenId), units);
  release(books);
}

/** Where funds of a wallet are held that come to an address: delegated wallets leave them there. */
export const holderOf = (account: Account, address: string): string => (account.kind === 'delegated' ? address : '');

/** A deposit waits for the next block. */
export function takeDeposit(books: Books, deposit: Deposit, announced: boolean): void {
  books.deposits.push(deposit);
  if (announced) tellOfDeposit(books, deposit, 0, 0);
}

/** Adds a block: it takes all that is in the pool, or what `fill` says, and makes final what lies deep enough. */
export function mine(books: Books, fill?: (books: Books, block: Block) => void): Block {
  const height = (books.blocks.at(-1)?.height ?? books.tariff.height - 1) + 1;
  const block: Block = { height, at: books.now };
  books.blocks.push(block);
  if (fill === undefined) books.nextBlockAt = books.now + INTERVAL;
  (fill ?? takePool)(books, block);
  settle(books);
  return block;
}

function takePool(books: Books, block: Block): void {
  const arrived = books.deposits.filter(({ transaction, order }) => order === undefined && !transaction.block);
  for (const order of books.orders.filter((one) => isInPool(one) && !one.held)) {
    const transaction = latest(order);
    transaction.state = STATE.inChain;
    transaction.block = block;
    tellOfOrder(books, order, transaction, 1, 1);
    arrived.push(...arrivalsOf(books, order));
  }
  for (const deposit of arrived) {
    deposit.transaction.block = block;
    if (finalityOf(accountOf(books, deposit.account)) > 1) tellOfDeposit(books, deposit, 1, 1);
  }
}

/** It fails in a block of its own, for good. */
export function fail(books: Books, order: Order, told: boolean): void {
  mine(books, (_, block) => {
    failIn(books, order, block, told);
  });
}

/** What an order brings to a wallet of the sandbox, if its address is one's. */
function arrivalsOf(books: Books, order: Order): Deposit[] {
  const { to: address, memo } = order;
  const account = ownerOf(books, accountOf(books, order.account), address);
  if (account === undefined) return [];
  const parts: (readonly [string, bigint])[] = order.taken.length > 0 ? order.taken : [['', order.amount]];
  const transaction = latest(order);
  const deposits = parts.map(([tokenId, amount], vout) => {
    return { account: account.name, address, memo, amount, tokenId, vout, transaction, order, final: false };
  });
  books.deposits.push(...deposits);
  return deposits;
}

/** The wallet of an asset that an address belongs to. */
export function ownerOf(books: Books, { currency, contract }: Account, address: string): Account | undefined {
  return books.accounts.find(
    (one) =>
      one.currency === currency &&
      one.contract === contract &&
      (one.address === address ||
        books.addresses.some((each) => each.account === payerOf(books, one).name && each.address === address)),
  );
}

function settle(books: Books): void {
  for (const order of books.orders) {
    const transaction = latest(order);
    const { state } = transaction;
    if (state === STATE.inChain && depthOf(books, transaction) >= finalityOf(accountOf(books, order.account)))
      transaction.state = STATE.confirmed;
  }
  for (const deposit of books.deposits) {
    const account = accountOf(books, deposit.account);
    const depth = depthOf(books, deposit.transaction);
    if (deposit.final || depth < finalityOf(account)) continue;
    deposit.final = true;
    move(books, at(account.name, holderOf(account, deposit.address), deposit.tokenId), deposit.amount);
    tellOfDeposit(books, deposit, 2, depth);
  }
  release(books); // after all of them: they are final at one moment
}

/** Whether blocks may be taken back: none of them may hold what is final. */
export function mayReorganise(books: Books, count: number): boolean {
  const blocks = books.blocks.slice(-count);
  const isIn = ({ block }: Transaction): boolean => block !== undefined && blocks.includes(block);
  const final: readonly number[] = [STATE.confirmed, STATE.transactionFailed];
  return !(
    blocks.some(({ sweeps }) => sweeps) ||
    books.deposits.some(({ final: isFinal, transaction }) => isFinal && isIn(transaction)) ||
    books.orders.some(({ transactions }) => transactions.some((one) => final.includes(one.state) && isIn(one)))
  );
}

/** Takes the latest blocks back; what they held waits for the next one. */
export function reorganise(books: Books, count: number): void {
  const gone = books.blocks.splice(-count);
  const isGone = ({ block }: Transaction): boolean => block !== undefined && gone.includes(block);
  const kept = books.deposits.filter(({ order, transaction }) => order === undefined || !isGone(transaction));
  books.deposits.splice(0, Infinity, ...kept);
  for (const { transaction } of books.deposits) if (isGone(transaction)) transaction.block = undefined;
  for (const transaction of books.orders.map(latest).filter(isGone)) {
    transaction.state = STATE.inPool;
    transaction.block = undefined;
    transaction.undone = true;
  }
}

/** The service moves funds of its own, in a block that it adds; the fee is all that this costs. */
export function sweep(
  books: Books,
  what: { account: string; kind: 'collect' | 'airdrop'; address: string; amount: bigint; fee: bigint; txid: string },
): void {
  const account = accountOf(books, what.account);
  const payer = payerOf(books, account);
  move(books, at(payer.name), -what.fee);
  const block = mine(books);
  block.sweeps = true;
  const [from, to] = what.kind === 'collect' ? [what.address, account.address] : [account.address, what.address];
  const transaction = { txid: what.txid, fee: what.fee, from, block };
  const asset = what.kind === 'collect' ? account.asset : account.currency;
  const how = { memo: '', state: STATE.inChain, processing: 2, confirms: 1, asset };
  tell(books, { account: account.name, type: TYPE[what.kind], transaction, amount: what.amount, to, ...how });
}

/** Lets time pass, with the blocks and callbacks that this brings. */
export function advance(books: Books, milliseconds: number): void {
  const end = books.now + milliseconds;
  for (;;) {
    const due = nextDue(books);
    const next = Math.min(due?.next ?? Infinity, books.nextBlockAt);
    if (next > end) break;
    books.now = next;
    if (due?.next === next) attempt(books, due);
    else mine(books);
  }
  books.now = end;
}
