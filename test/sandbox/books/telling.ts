/** Callbacks that have to be, and when each of them is tried: at once, and again until it is acknowledged. */
import {
  accountOf,
  type Books,
  type Deposit,
  type Order,
  type OrderTransaction,
  type Told,
  type Transaction,
} from './books.ts';

const MINUTE = 60_000;

/** Minutes after the attempt before, as the README has them. */
const AGAIN = [1, 3, 5, 15, 45];

/** Types of callbacks. */
export const TYPE = { deposit: 1, withdrawal: 2, collect: 3, airdrop: 4 } as const;

/** What differs from callback to callback, as it is now. */
type News = Pick<
  Told,
  'account' | 'type' | 'transaction' | 'amount' | 'memo' | 'to' | 'state' | 'processing' | 'confirms'
> &
  Partial<Pick<Told, 'orderId' | 'asset' | 'vout'>>;

/** A callback comes up, and is tried at once. */
export function tell(books: Books, news: News): void {
  const { block } = news.transaction;
  const told: Told = {
    orderId: '',
    asset: accountOf(books, news.account).asset,
    vout: 0,
    ...news,
    height: block?.height ?? 0,
    chainAt: Math.floor((block?.at ?? 0) / 1000),
    attempts: 0,
    received: 0,
    next: books.now,
    serial: undefined,
  };
  books.told.push(told);
  attempt(books, told);
}

/** What a withdrawal has come to. One from the web UI has no order_id, and no callback. */
export function tellOfOrder(
  books: Books,
  order: Order,
  transaction: OrderTransaction,
  processing: number,
  confirms: number,
): void {
  if (order.web) return;
  const { account, orderId, amount, memo, to } = order;
  const { state } = transaction;
  tell(books, { account, type: TYPE.withdrawal, orderId, transaction, amount, memo, to, state, processing, confirms });
}

/** What a deposit has come to, if it came to an address that was created for deposits. */
export function tellOfDeposit(books: Books, deposit: Deposit, processing: 0 | 1 | 2, confirms: number): void {
  const { account, amount, memo, address: to, transaction, vout } = deposit;
  if (!isCreated(books, deposit)) return;
  const state = processing === 0 ? 2 : 3;
  tell(books, { account, type: TYPE.deposit, transaction, amount, memo, to, vout, state, processing, confirms });
}

/** The wallet whose deposit addresses a mapped one has. */
const createdBy = (books: Books, account: string): string => accountOf(books, account).parent ?? account;

const isCreated = (books: Books, { account, address, memo }: Deposit): boolean =>
  books.addresses.some(
    (one) => one.account === createdBy(books, account) && one.address === address && one.memo === memo,
  );

/** One attempt, now. */
export function attempt(books: Books, told: Told): void {
  const times = { '': 1, drop: 0, duplicate: 2 }[books.disturbed];
  told.received += times;
  told.attempts++;
  const minutes = AGAIN[told.attempts - 1];
  const isDone = (books.receiverUp && times > 0) || minutes === undefined;
  told.next = isDone ? undefined : books.now + minutes * MINUTE;
}

/** The callback that is due next, if one is. */
export const nextDue = (books: Books): Told | undefined =>
  books.told.filter(({ next }) => next !== undefined).sort((one, other) => (one.next ?? 0) - (other.next ?? 0))[0];

/** A transaction of which nothing is known yet. */
export const unread = (known: Partial<Transaction> = {}): Transaction => ({
  txid: '',
  fee: undefined,
  from: undefined,
  block: undefined,
  ...known,
});
