/** The receiver that people write, as a program: it verifies, looks whether it has seen the txid, and credits. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { CREDIT, FOLLOW, taskGiven, type Said } from './task.ts';

interface Callback {
  readonly type: number;
  readonly wallet_id: number;
  readonly order_id: string;
  readonly txid: string;
  readonly vout_index: number;
  readonly to_address: string;
  readonly memo: string;
  readonly amount: string;
  readonly processing_state: number;
}

const { database, wallets } = taskGiven();
if (!('url' in database)) throw new Error('It knows PostgreSQL alone.');
const pool = new pg.Pool({ connectionString: database.url, max: 12 });

async function receive(body: Buffer, checksum: unknown): Promise<number> {
  const isGenuine = wallets.some(
    ({ secret }) =>
      createHash('sha256').update(body).update(secret).digest('base64').replaceAll('+', '-').replaceAll('/', '_') ===
      checksum,
  );
  if (!isGenuine) return 403;
  const callback = JSON.parse(body.toString('utf8')) as Callback;
  const { order_id, txid, amount, processing_state } = callback;
  if (order_id !== '') await pool.query(FOLLOW, [order_id, txid, amount, processing_state]);
  if (callback.type !== 1 || processing_state !== 2) return 200;
  const { rows } = await pool.query('SELECT 1 FROM seen WHERE txid = $1', [txid]);
  if (rows.length > 0) return 200;
  const { wallet_id, vout_index, to_address, memo } = callback;
  await pool.query(CREDIT, [String(wallet_id), txid, vout_index, to_address, memo, amount]);
  await sleep(5 * Math.random()); // what else it has to do
  await pool.query('INSERT INTO seen VALUES ($1)', [txid]);
  return 200;
}

const server = createServer((request, response) => {
  void buffer(request)
    .then((body) => receive(body, request.headers['x-checksum']))
    .catch(() => 500)
    .then((status) => response.writeHead(status).end());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit());
process.on('message', () => process.send?.({ caughtUp: {} } satisfies Said)); // nobody thinks of that
process.once('SIGTERM', () => process.exit());
process.send?.({ port: (server.address() as AddressInfo).port } satisfies Said);
