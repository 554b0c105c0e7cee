/** Every order by its own queries, and the history of its wallet, compared. What the sandbox chose freely is read here first. */
import { CURRENCIES, type Account } from './accounts.ts';
import { accountOf, payerOf, type Books, type Order, type OrderTransaction, type Transaction } from './books.ts';
import { Difference, isoOf, same, sameLines } from './difference.ts';
import { toUnits } from './units.ts';
import { latest, STATE } from './withdrawals.ts';
import type { World } from './world.ts';

/** A transaction has a hash once it went into the pool. */
const isSent = ({ state }: OrderTransaction): boolean => state !== STATE.processing && state !== STATE.failed;

/** Reads a hash that is new, and holds to one that is known. @throws Difference if it is none, or another's */
export function readHash(books: Books, what: string, transaction: Transaction, said: string): void {
  if (transaction.txid === '' && said !== '') {
    const others: Transaction[] = [
      ...books.orders.flatMap(({ transactions }) => transactions),
      ...books.deposits.map((deposit) => deposit.transaction),
    ];
    if (others.some(({ txid }) => txid === said)) throw new Difference(`${what} has the hash of another one: ${said}.`);
    transaction.txid = said;
  }
  same(`The hash of ${what}`, said, transaction.txid);
  if (transaction.txid === '') throw new Difference(`${what} has no hash.`);
}

/** @throws Difference */
export async function compareOrder({ books, walletOf }: World, account: Account, order: Order): Promise<void> {
  const wallet = walletOf(account.name);
  const { orderId: ORDER_ID } = order;
  const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID });
  const what = `Order ${ORDER_ID}`;
  same(`The number of transactions of ${what}`, transactions.length, order.transactions.length);
  const alone = await wallet.getWithdrawalState({ ORDER_ID });
  for (const [i, booked] of order.transactions.entries()) {
    const said = transactions[i];
    if (said === undefined) continue;
    same(`The state of ${what}`, said.state, booked.state);
    for (const record of booked === latest(order) ? [said, alone] : [said]) {
      if (isSent(booked)) readHash(books, what, booked, record.txid);
      else same(`The hash of ${what}`, record.txid, '');
      same(`The order_id of ${what}`, record.order_id, ORDER_ID);
      same(`The block of ${what}`, record.in_chain_block, booked.block?.height ?? 0);
      same(`The amount of ${what}`, toUnits(record.amount, account.decimals), order.amount);
      same(`The address of ${what}`, record.address, order.to);
      same(`The memo of ${what}`, record.memo, order.memo);
      same(`The time of ${what}`, record.create_time, isoOf(order.at));
    }
  }
}

/** What the history has of a transaction of the wallet itself. */
const stateOf = (order: Order, { state }: OrderTransaction): number =>
  state === STATE.transactionFailed ? 2 : order.invalid ? 3 : 1;

/** @throws Difference */
export async function compareHistory({ books, walletOf }: World, account: Account): Promise<void> {
  const wallet = walletOf(account.name);
  const { transactions, total_count } = await wallet.listWithdrawalHistory({ from_time: 0, request_number: 500 });
  const sent = books.orders.filter((order) => order.account === account.name && latest(order).block !== undefined);
  const arrived = books.deposits.filter(
    (deposit) => deposit.account === account.name && deposit.transaction.block !== undefined,
  );
  for (const { transaction } of arrived) {
    const said = transactions.find(({ out, txid }) => !out && txid === transaction.txid);
    transaction.fee ??= said && toUnits(said.fee, CURRENCIES[account.currency].decimals);
    transaction.from ??= said?.from_address;
  }
  same(`The number of records in the history of ${account.name}`, total_count, sent.length + arrived.length);
  const coin = CURRENCIES[payerOf(books, account).currency].decimals;
  sameLines(
    `The history of ${account.name}`,
    transactions.map((one) => {
      const amount = toUnits(one.amount, account.decimals);
      const where = `block ${String(one.block_height)} of ${one.block_time}`;
      const ways = `${one.out ? 'out' : 'in'} from ${one.from_address} to ${one.to_address} memo "${one.memo}"`;
      return `${String(amount)} ${ways} in ${where}, fee ${String(toUnits(one.fee, coin))}, source "${one.source}", state ${String(one.state)}, ${one.txid}`;
    }),
    [
      ...sent.map((order) =>
        lineOf(
          'out',
          order.amount,
          order.to,
          order.memo,
          latest(order),
          order.web ? '' : 'withdraw-api',
          stateOf(order, latest(order)),
        ),
      ),
      ...arrived.map(({ amount, address, memo, transaction }) =>
        lineOf('in', amount, address, memo, transaction, '', 1),
      ),
    ],
  );
}

function lineOf(
  way: 'in' | 'out',
  amount: bigint,
  to: string,
  memo: string,
  { block, from, fee, txid }: Transaction,
  source: string,
  state: number,
): string {
  const where = `block ${String(block?.height)} of ${isoOf(block?.at ?? 0)}`;
  return `${String(amount)} ${way} from ${String(from)} to ${to} memo "${memo}" in ${where}, fee ${String(fee)}, source "${source}", state ${String(state)}, ${txid}`;
}

/** Reads the hashes of what came into a block by the web UI: other wallets are told of them. @throws Difference */
export async function readWebHashes({ books, walletOf }: World): Promise<void> {
  const unread = books.orders.filter((order) => order.web && latest(order).block && latest(order).txid === '');
  for (const name of new Set(unread.map(({ account }) => account))) {
    const { transactions } = await walletOf(name).listWithdrawalHistory({ from_time: 0, request_number: 500 });
    for (const order of unread.filter(({ account }) => account === name))
      readWebHash(books, accountOf(books, name), order, transactions);
  }
}

/** Only the history tells of a withdrawal from the web UI: of several that are alike any may be this one. */
function readWebHash(
  books: Books,
  account: Account,
  order: Order,
  said: readonly {
    txid: string;
    out: boolean;
    source: string;
    amount: string;
    to_address: string;
    block_height: bigint;
  }[],
): void {
  const transaction = latest(order);
  if (transaction.txid !== '') return;
  const known = new Set(books.orders.flatMap(({ transactions }) => transactions.map(({ txid }) => txid)));
  const record = said.find(
    (one) =>
      one.out &&
      one.source === '' &&
      !known.has(one.txid) &&
      one.to_address === order.to &&
      Number(one.block_height) === transaction.block?.height &&
      toUnits(one.amount, account.decimals) === order.amount,
  );
  if (record) readHash(books, `A web withdrawal of ${account.name}`, transaction, record.txid);
}
