/** The shop's books against the service's: what is credited, and what the chain has. No word of a receiver counts. */
import { DatabaseSync } from 'node:sqlite';
import { nameOf } from './front.ts';

/** What a run comes to. */
export interface Verdict {
  readonly deposits: number;
  readonly withdrawals: number;
  /** Final deposits that nobody was credited. */
  readonly lost: number;
  /** Deposits that were credited more than once. */
  readonly creditedTwice: number;
  /** Deposits that failed, and are credited all the same. */
  readonly stillCredited: number;
  /** Credits of another amount, or of no deposit. */
  readonly wrong: number;
  /** Withdrawals of which the shop does not know how they ended, or knows it twice. */
  readonly notFollowed: number;
  /** Smallest units by which the books differ, over all wallets. */
  readonly difference: bigint;
  /** All of them in words. */
  readonly problems: readonly string[];
}

/** A table of the shop. */
export type Read = (sql: string) => Promise<readonly object[]>;

/** Stage of the sandbox's tables for what is final. */
const CONFIRMED = 4;
const DONE = 2;

interface Deposit {
  readonly wallet: string;
  readonly amount: bigint;
}

/** Compares, when both have come to rest. `file` has the sandbox's tables; `failed` are deposits that failed after all. */
export async function compare(file: string, failed: ReadonlySet<string>, read: Read): Promise<Verdict> {
  const problems: string[] = [];
  const found = { lost: 0, creditedTwice: 0, stillCredited: 0, wrong: 0, notFollowed: 0 };
  const add = (heading: keyof typeof found, problem: string): void => {
    found[heading]++;
    problems.push(`${heading}: ${problem}`);
  };
  const { deposits, orders } = readService(file);
  const credits = (await read(
    `SELECT wallet::text AS wallet_id, txid, vout AS vout_index, address AS to_address, memo, amount::text FROM credits ORDER BY id`,
  )) as (Record<string, unknown> & { readonly wallet_id: string; readonly amount: string })[];
  const creditsOf = Map.groupBy(credits, nameOf);
  const due = new Map<string, bigint>();

  for (const [name, { wallet, amount }] of deposits) {
    const entries = (creditsOf.get(name) ?? []).map((each) => BigInt(each.amount));
    creditsOf.delete(name);
    const given = entries.filter((each) => each > 0n);
    const sum = entries.reduce((all, each) => all + each, 0n);
    if (!failed.has(name)) due.set(wallet, (due.get(wallet) ?? 0n) + amount);
    if (given.length > 1) add('creditedTwice', `${name} was credited ${String(given.length)} times`);
    if (entries.some((each) => each !== amount && each !== -amount))
      add('wrong', `${name} is of ${String(amount)}, and was booked as ${entries.join(', ')}`);
    if (!failed.has(name) && given.length === 0) add('lost', `${name} is final, and nobody was credited`);
    else if (!failed.has(name) && sum < amount) add('lost', `${name} is final, and was taken back`);
    if (failed.has(name) && sum !== 0n) add('stillCredited', `${name} has failed, and ${String(sum)} is in the books`);
  }
  for (const name of creditsOf.keys()) add('wrong', `${name} was credited, and is not final at the service`);

  const followed = Map.groupBy(
    (await read('SELECT order_id, amount::text, processing FROM followed ORDER BY id')) as {
      readonly order_id: string;
      readonly amount: string;
      readonly processing: number;
    }[],
    ({ order_id }) => order_id,
  );
  for (const [order, amount] of orders) {
    const told = followed.get(order) ?? [];
    followed.delete(order);
    const isForward = told.every(({ processing }, i) => i === 0 || processing > (told[i - 1]?.processing ?? 0));
    if (told.at(-1)?.processing !== DONE || !isForward || told.some((each) => each.amount !== amount))
      add('notFollowed', `${order} of ${amount} is booked as ${JSON.stringify(told)}`);
  }
  for (const order of followed.keys()) add('notFollowed', `${order} is not final at the service`);

  let difference = 0n;
  const wallets = new Set([...due.keys(), ...credits.map(({ wallet_id }) => wallet_id)]);
  for (const wallet of wallets) {
    const booked = credits
      .filter((each) => each.wallet_id === wallet)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const off = booked - (due.get(wallet) ?? 0n);
    if (off !== 0n) problems.push(`sum: wallet ${wallet} is off by ${String(off)}`);
    difference += off < 0n ? -off : off;
  }
  return { deposits: deposits.size, withdrawals: orders.size, ...found, difference, problems };
}

/** The sandbox's own tables: what is final. */
function readService(file: string): { deposits: Map<string, Deposit>; orders: Map<string, string> } {
  const books = new DatabaseSync(file, { readOnly: true });
  const all = books.prepare(
    `SELECT CAST(wallet_id AS TEXT) AS wallet_id, txid, vout AS vout_index, address AS to_address, memo, amount, state FROM deposits WHERE is_own = 1`,
  );
  const deposits = new Map<string, Deposit>();
  for (const row of all.all()) {
    if (row['state'] !== CONFIRMED) throw new Error(`A deposit is not final yet: ${JSON.stringify(row)}`);
    deposits.set(nameOf(row), { wallet: String(row['wallet_id']), amount: BigInt(String(row['amount'])) });
  }
  const orders = new Map<string, string>();
  for (const row of books.prepare('SELECT order_id, amount, state FROM orders').all()) {
    if (row['state'] !== CONFIRMED) throw new Error(`A withdrawal is not final yet: ${JSON.stringify(row)}`);
    orders.set(String(row['order_id']), String(row['amount']));
  }
  books.close();
  return { deposits, orders };
}
