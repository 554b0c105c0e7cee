/** A worker as a program, that is killed at a boundary of its choice: before or after a statement, a commit, a request or an answer. */
import { readFileSync } from 'node:fs';
import { embedded, openWithdrawals, postgres, type Database, type Queries } from '@wallet-operations/durable';
import type { Left, Point } from './point.ts';

const point = JSON.parse(readFileSync(0, 'utf8')) as Point;
const { baseUrl, credentials, walletId, orders, killAt, shownAfter } = point;

let count = 0;
/** One boundary, which is the last if it is its turn. */
function boundary(): void {
  if (++count === killAt) process.kill(process.pid, 'SIGKILL');
}

async function between<T>(work: () => Promise<T>): Promise<T> {
  boundary();
  const result = await work();
  boundary();
  return result;
}

const counted = ({ query }: Queries): Queries => ({ query: (text, values) => between(() => query(text, values)) });

const real = point.postgres === undefined ? await embedded(point.folder) : postgres(point.postgres);
const database: Database = {
  ...real,
  ...counted(real),
  transaction: (work) => between(() => real.transaction((transaction) => work(counted(transaction)))),
  queue: {
    ...real.queue,
    executeSql: (text, values) => between(() => real.queue.executeSql(text, values)),
  },
};

await real.query('CREATE TABLE IF NOT EXISTS bookings (order_id text NOT NULL, state text NOT NULL)');
await real.query('CREATE TABLE IF NOT EXISTS ledger (order_id text PRIMARY KEY)');

const withdrawals = await openWithdrawals({
  database,
  wallets: [walletId],
  service: {
    baseUrl,
    credentials,
    fetch: async (url, init) => {
      boundary();
      const response = await fetch(url, init);
      boundary();
      const text = await response.text();
      boundary();
      return new Response(text, response);
    },
  },
  ...(shownAfter !== undefined && { shownAfter }),
  async onOutcome({ order_id, state }, { query }) {
    await query('INSERT INTO bookings VALUES ($1, $2)', [order_id, state]);
  },
});

// As an order is taken in: with a row of one's own, in one transaction. Who starts again does it again.
await database.transaction(async (transaction) => {
  for (const { order_id } of orders)
    await transaction.query('INSERT INTO ledger VALUES ($1) ON CONFLICT DO NOTHING', [order_id]);
  await withdrawals.enqueue(walletId, orders, { transaction });
});

// Time has passed since the one before was killed: what it held is free.
await real.query(`UPDATE wallet_operations.wallets SET held_until = '-infinity'`);
await real.query(
  `UPDATE wallet_operations.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active'`,
);

const stop = new AbortController();
const running = withdrawals.run({ signal: stop.signal, grace: 1 });
await new Promise<void>((resolve, reject) => {
  /** Time passes: what waits is due, and blocks come. */
  const pass = async (): Promise<void> => {
    await real.query(`UPDATE wallet_operations.job SET start_after = now() WHERE state IN ('created', 'retry')`);
    await real.query(
      `UPDATE wallet_operations.orders SET sent_at = sent_at - interval '1 hour' WHERE state = 'unknown' AND refused_in_doubt`,
    );
    await fetch(`${baseUrl}/_sandbox/mine`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }).catch(() => undefined); // the connection was kept for too long: the next time
    const { rows } = await real.query(
      'SELECT state, count(*)::integer AS count FROM wallet_operations.orders GROUP BY state',
    );
    const states = Object.fromEntries(
      (rows as { state: string; count: number }[]).map((row) => [row.state, row.count]),
    );
    const open = [
      'queued',
      'sending',
      'accepted',
      'in_pool',
      'in_chain',
      ...(shownAfter === undefined ? [] : ['unknown']),
    ];
    if (open.every((state) => states[state] === undefined)) resolve();
    else setTimeout(() => void pass().catch(reject), 500);
  };
  pass().catch(reject);
});
stop.abort();
await running;
const kept = async (text: string): Promise<readonly object[]> => (await real.query(text)).rows;
const left: Left = {
  count,
  orders: (await kept('SELECT order_id, state FROM wallet_operations.orders ORDER BY id')) as Left['orders'],
  bookings: (await kept('SELECT order_id, state FROM bookings')) as Left['bookings'],
  ledger: (await kept('SELECT order_id FROM ledger')) as Left['ledger'],
};
await withdrawals.close();
process.stdout.write(JSON.stringify(left));
