/** A receiver as a program: it takes again what others before it were given, then one deposit more, and is killed on the way where it is told to. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCallbackHandler, type Callback, type Deliver } from '@wallet-operations/client/callbacks';
import { embedded, openCallbacks, postgres, type Database, type Queries } from '@wallet-operations/durable';
import { sqliteCallbackStore } from '@wallet-operations/durable/sqlite';
import { stringifyJson } from '@wallet-operations/json';

/** What it is told. */
export interface Task {
  /** Whether callbacks are given to it, or it reads them from the service. */
  readonly by: 'delivery' | 'catch-up';
  /** Where its PostgreSQL is, the folder of its PGlite, or its file of SQLite. */
  readonly at: { readonly url: string } | { readonly folder: string } | { readonly file: string };
  /** Deposits that were given to others, and so to it again. */
  readonly before: number;
  /** The boundary of the next one to be killed at, counted from 1; undefined to live. */
  readonly killAt?: number | undefined;
}

/** What one that lives has left. */
export interface Left {
  /** Boundaries that it went over. */
  readonly count: number;
  /** What is booked, entry by entry. */
  readonly booked: readonly string[];
}

const { by, at, before, killAt } = JSON.parse(readFileSync(0, 'utf8')) as Task;

let isCounting = false;
let count = 0;
/** Between two statements, or within the handler. */
function boundary(): void {
  if (isCounting && ++count === killAt) process.kill(process.pid, 'SIGKILL');
}

/** Where it receives, and what is booked there. */
interface Receiver {
  readonly deliver: Deliver;
  /** Reads all that the service lists, once. */
  readonly catchUp: () => Promise<void>;
  readonly booked: () => Promise<readonly string[]>;
  readonly close: () => void | Promise<void>;
}

const TABLE = 'CREATE TABLE IF NOT EXISTS credits (amount text NOT NULL)';
const ALL = 'SELECT amount FROM credits';
const amounts = (rows: readonly object[]): string[] => rows.map((row) => (row as { amount: string }).amount);
const never = (): never => {
  throw new Error('There are deposits that are safe, and nothing else.');
};

async function onDatabase(real: Database): Promise<Receiver> {
  const between = async <T>(work: () => Promise<T>): Promise<T> => {
    boundary();
    const result = await work();
    boundary();
    return result;
  };
  const counted = ({ query }: Queries): Queries => ({ query: (text, values) => between(() => query(text, values)) });
  await real.query(TABLE);
  const service = by === 'catch-up' ? await startService() : undefined;
  const { deliver, run, close } = await openCallbacks({
    database: {
      ...real,
      ...counted(real),
      transaction: (work) => between(() => real.transaction((transaction) => work(counted(transaction)))),
    },
    service: { baseUrl: service?.url ?? 'http://127.0.0.1:9', credentials: { apiCode: 'code', secret: 'secret' } },
    wallets: [1],
    from: Math.floor(Date.now() / 1000) - 10,
    secrets: 'secret',
    async onCredited({ amount }, { query }) {
      await query('INSERT INTO credits VALUES ($1)', [amount]);
    },
    onReversed: never,
    onError: console.error,
  });
  return {
    deliver,
    async catchUp() {
      const places = 'wallet_operations.catch_ups';
      await real.query(`UPDATE ${places} SET held_until = '-infinity', due_at = '-infinity'`); // as if that time were over for which a dead one has it
      const stop = new AbortController();
      isCounting = true;
      const running = run({ signal: stop.signal });
      const left = `SELECT FROM ${places} WHERE held_until = '-infinity' AND due_at > clock_timestamp()`;
      while ((await real.query(left)).rows.length === 0) await sleep(10);
      isCounting = false;
      stop.abort();
      await running;
    },
    booked: async () => amounts((await real.query(ALL)).rows),
    async close() {
      await close();
      service?.close();
    },
  };
}

/** A service that lists all deposits, the new one first. */
async function startService(): Promise<{ readonly url: string; readonly close: () => void }> {
  const notifications = Array.from({ length: before + 1 }, (_, i) => deposit(before + 1 - i));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyJson({ notifications }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function onSqlite(file: string): Receiver {
  const real = new DatabaseSync(file);
  const between = <T>(work: () => T): T => {
    boundary();
    const result = work();
    boundary();
    return result;
  };
  /** Each call of a method of it is between two boundaries, and so of what `prepare` makes. */
  const counted = <T extends object>(made: T): T =>
    new Proxy(made, {
      get: (_, name) => {
        const method = Reflect.get(made, name) as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          const result = between(() => method.apply(made, args));
          return name === 'prepare' ? counted(result as StatementSync) : result;
        };
      },
    });
  real.exec(`PRAGMA busy_timeout = 5000; ${TABLE}`);
  const database = counted(real);
  const { deliver } = createCallbackHandler({
    store: sqliteCallbackStore(database, { holdFor: 0.5 }), // until then nobody can know that he is dead
    verify: () => false,
    onCredited({ amount }, { claim }) {
      boundary();
      claim.book(() => database.prepare('INSERT INTO credits VALUES (?)').run(amount));
      boundary();
    },
    onReversed: never,
    onWithdrawal: never,
    onError: console.error,
  });
  return {
    deliver,
    catchUp: never,
    close: () => {
      real.close();
    },
    booked: () => Promise.resolve(amounts(real.prepare(ALL).all())),
  };
}

/** A deposit that is safe, in an amount of its own. */
const deposit = (number: number): Callback => ({
  ...{ type: 1, serial: BigInt(number), order_id: '', currency: 'ETH', txid: `0x${String(number).padStart(64, '0')}` },
  ...{ block_height: 100n, tindex: 0, vout_index: 0, amount: String(number), fees: '0', memo: '', broadcast_at: 0 },
  ...{ chain_at: 1, from_address: '', to_address: '0x25d5ccebbe3312bfa782543e744f50b1db0bce62', wallet_id: 1n },
  ...{ state: 3, confirm_blocks: 12, processing_state: 2, addon: {} },
});

const { deliver, catchUp, booked, close } = await ('file' in at
  ? onSqlite(at.file)
  : onDatabase('url' in at ? postgres(at.url) : await embedded(at.folder)));
if (by === 'catch-up') await catchUp();
else {
  for (let number = 1; number <= before; number++) while ((await deliver(deposit(number))) === 'busy') await sleep(20); // what a dead one held runs out
  isCounting = true;
  await deliver(deposit(before + 1));
  isCounting = false;
}
const left: Left = { count, booked: await booked() };
await close();
process.stdout.write(JSON.stringify(left));
