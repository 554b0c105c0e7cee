/** A receiver of callbacks, as a program: what it books is there exactly if the callback was handled, and it catches up when it is told to. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toNodeHandler, type DepositCallback } from '@wallet-operations/client/callbacks';
import { embedded, openCallbacks, postgres, type Transaction } from '@wallet-operations/durable';
import { CREDIT, FOLLOW, taskGiven, type Said, type Told } from './task.ts';

const { database: at, baseUrl, wallets, since } = taskGiven();
const database = 'url' in at ? postgres({ connectionString: at.url, max: 12 }) : await embedded(at.folder);
const say = (said: Said): unknown => process.send?.(said);

async function book(deposit: DepositCallback, amount: string, { query }: Transaction): Promise<void> {
  const { wallet_id, txid, vout_index, to_address, memo } = deposit;
  await query(CREDIT, [String(wallet_id), txid, vout_index, to_address, memo, amount]);
  count.handled++;
  await stumble();
}

/** Something else that a handler does, during which its process may be killed; now and then it fails by itself. */
async function stumble(): Promise<void> {
  await sleep(5 * Math.random());
  if (dieAt !== undefined && count.handled >= dieAt) process.kill(process.pid, 'SIGKILL');
  if (Math.random() < 0.01) throw new Error('the handler fails now and then');
}

const count = { handled: 0, stale: 0, failed: 0 };
let dieAt: number | undefined;
const callbacks = await openCallbacks({
  database,
  service: {
    baseUrl,
    credentials: (walletId) => {
      const access = wallets.find((each) => each.walletId === String(walletId));
      if (!access) throw new Error(`There is no wallet ${String(walletId)}.`);
      return access;
    },
    timeout: 60_000,
  },
  wallets: wallets.map(({ walletId }) => BigInt(walletId)),
  secrets: wallets.map(({ secret }) => secret),
  from: since,
  every: 1,
  overlap: 0, // by then the service's records have everything
  onCredited: (deposit, transaction) => book(deposit, deposit.amount, transaction),
  onReversed: (deposit, transaction) => book(deposit, `-${deposit.amount}`, transaction),
  async onWithdrawal({ order_id, txid, amount, processing_state }, { query }) {
    await query(FOLLOW, [order_id, txid, amount, processing_state]);
    count.handled++;
    await stumble();
  },
  onStale: () => {
    count.stale++;
  },
  onError: (error) => {
    count.failed++;
    console.error(error);
  },
});

const listen = toNodeHandler(callbacks.handler);
const server = createServer((request, response) => void listen(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit()); // nobody is left to end it
process.on('message', (told: Told) => {
  ({ dieAt } = told);
  void catchUpAll().then((caughtUp) => say({ caughtUp }));
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    void callbacks.close().then(() => {
      process.disconnect();
    });
  });
});
say({ port: (server.address() as AddressInfo).port });

/** Catches up once with all wallets; what fails is read again. @returns what came of it */
async function catchUpAll(): Promise<Record<string, number>> {
  const began = Math.floor(Date.now() / 1000);
  Object.assign(count, { handled: 0, stale: 0, failed: 0 });
  await database.query(`UPDATE wallet_operations.catch_ups SET held_until = '-infinity'`); // as if a dead one's time were over
  const stop = new AbortController();
  const running = callbacks.run({ signal: stop.signal });
  const isBehind = async (): Promise<boolean> => {
    const { rows } = await database.query('SELECT FROM wallet_operations.catch_ups WHERE next < $1', [began]);
    return rows.length > 0;
  };
  while (await isBehind()) await sleep(100);
  stop.abort();
  await running;
  return { ...count };
}
