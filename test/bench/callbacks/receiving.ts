/** What a receiver of callbacks costs beside one written by hand: in memory, and with each deposit booked in PostgreSQL. */
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../durable/postgres.ts';
import { compare, inTurn, own } from '../compare.ts';
import type { Bench, Comparison } from '../suite.ts';
import { deliveries, received, SECRET, verifiedByHand, type Receive } from './deliveries.ts';

const ROUNDS = 9;
const IN_MEMORY = 2000;
const BOOKED = 1000;
const AT_ONCE = 16;
const NOTE =
  'Each is verified, read with exact integers, told from those that came before, and acknowledged. 16 at a time, in one process.';

export default async function receiving(bench: Bench): Promise<Comparison[]> {
  const server = await startPostgres({ flushes: true });
  const ends: (() => Promise<unknown>)[] = [() => server.stop()];
  try {
    const heading = { unit: 'callbacks/s', better: 'more' } as const;
    return [
      compare(
        { title: 'Callbacks received', ...heading, note: NOTE },
        await inTurn(bench, 'in memory', ROUNDS, {
          'by hand': timed(byHand(), bench.quick ? 200 : IN_MEMORY),
          'our handler': timed(await ours(bench), bench.quick ? 200 : IN_MEMORY),
        }),
        { 'our handler': own(0.4) },
      ),
      compare(
        { title: 'Deposits booked on PostgreSQL', ...heading },
        await inTurn(bench, 'booked', ROUNDS, {
          'by hand': timed(await bookedByHand(await server.createDatabase(), ends), bench.quick ? 100 : BOOKED),
          'our durable callbacks': timed(
            await booked(bench, await server.createDatabase(), ends),
            bench.quick ? 100 : BOOKED,
          ),
        }),
        { 'our durable callbacks': own(0.2) },
      ),
    ];
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** Callbacks a second; to make and to sign them is not measured. */
const timed = (receive: Receive, count: number) => async (): Promise<number> =>
  received(receive, await deliveries(count), AT_ONCE);

function byHand(): Receive {
  const seen = new Set<string>();
  return async (request) => {
    const { txid, vout_index, state } = await verifiedByHand(request);
    seen.add(`${txid} ${String(vout_index)} ${String(state)}`);
    return new Response(null);
  };
}

async function ours(bench: Bench): Promise<Receive> {
  const { createCallbackHandler, memoryCallbackStore, sha256Verifier } = (await import(
    join(bench.folder, 'client', 'callbacks.js')
  )) as typeof import('@wallet-operations/client/callbacks');
  const nothing = (): void => undefined;
  return createCallbackHandler({
    verify: sha256Verifier(SECRET),
    store: memoryCallbackStore(),
    ...{ onCredited: nothing, onReversed: nothing, onWithdrawal: nothing, onError: failed },
  });
}

const CREDITS = 'CREATE TABLE credits (deposit text, amount numeric)';
const CREDIT = 'INSERT INTO credits VALUES ($1, $2)';

/** As one does who knows that it comes again: the key and the credit in one transaction. */
async function bookedByHand(url: string, ends: (() => Promise<unknown>)[]): Promise<Receive> {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE });
  ends.push(() => pool.end());
  await pool.query(CREDITS);
  await pool.query('CREATE TABLE seen (deposit text PRIMARY KEY)');
  return async (request) => {
    const { txid, vout_index, amount } = await verifiedByHand(request);
    const key = `${txid} ${String(vout_index)}`;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rowCount } = await client.query('INSERT INTO seen VALUES ($1) ON CONFLICT DO NOTHING', [key]);
      if (rowCount === 1) await client.query(CREDIT, [key, amount]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    return new Response(null);
  };
}

async function booked(bench: Bench, url: string, ends: (() => Promise<unknown>)[]): Promise<Receive> {
  const { openCallbacks, postgres } = (await import(
    join(bench.folder, 'durable', 'index.js')
  )) as typeof import('@wallet-operations/durable');
  const database = postgres({ connectionString: url, max: AT_ONCE });
  await database.query(CREDITS);
  const callbacks = await openCallbacks({
    database,
    service: { baseUrl: 'http://127.0.0.1:9', credentials: { apiCode: 'code', secret: SECRET } }, // which is not asked
    wallets: [635743],
    secrets: SECRET,
    async onCredited({ amount }, transaction, { key }) {
      await transaction.query(CREDIT, [key, amount]);
    },
    ...{ onReversed: () => undefined, onError: failed },
  });
  ends.push(() => callbacks.close());
  return callbacks.handler;
}

function failed(error: unknown): never {
  throw new Error('A callback was not handled.', { cause: error });
}
