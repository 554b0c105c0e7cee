/** What it costs that an order survives the process: orders a second, from handing them over until the service has them, beside less. */
import { join } from 'node:path';
import type { Database, Withdrawals, WithdrawalsOptions } from '@wallet-operations/durable';
import { createWalletClient, type Wallet, type WithdrawalRequest } from '@wallet-operations/client';
import { PgBoss, type Job } from 'pg-boss';
import { startPostgres } from '../../durable/postgres.ts';
import { compare, inTurn, own } from '../compare.ts';
import { newPayer } from '../server/control.ts';
import { ANYBODY, balance } from '../server/requests.ts';
import { sandbox, start } from '../server/servers.ts';
import type { Bench, Comparison } from '../suite.ts';
import { fresh } from './made.ts';
import { putOff, tidy } from './rest.ts';

const ROUNDS = 9;
const ORDERS = 2000;
/** Orders of one call, and of one hand-over. */
const BATCH = 100;
const NOTE =
  'From handing them over, 100 at a time, until the service has accepted them, 100 in a call: the sandbox in another process, which takes as long for all. To follow them until they are final is left out, and the database is tidied between two rounds.';

/** Somebody who withdraws orders, made ready. */
interface Candidate {
  /** Hands the orders over, and resolves once the service has them, with what brings it to rest. */
  readonly withdraw: (orders: readonly WithdrawalRequest[]) => Promise<() => Promise<unknown>>;
  readonly close: () => Promise<void>;
}

/** Whose orders they are, and where they go. */
interface Payer {
  readonly service: WithdrawalsOptions['service'];
  readonly walletId: number;
}

export default async function orders(bench: Bench): Promise<Comparison[]> {
  const { embedded, openWithdrawals, postgres } = (await import(
    join(bench.folder, 'durable', 'index.js')
  )) as typeof import('@wallet-operations/durable');
  bench.progress('starting the sandbox and PostgreSQL');
  const service = await start(sandbox(bench.folder), balance(ANYBODY));
  const server = await startPostgres({ flushes: true });
  const opened: Candidate[] = [];
  try {
    const baseUrl = `http://127.0.0.1:${String(service.port)}`;
    const { walletId, apiCode, secret } = await newPayer(service.port);
    const payer: Payer = { walletId: Number(walletId), service: { baseUrl, credentials: { apiCode, secret } } };
    const open = async (candidate: Candidate | Promise<Candidate>): Promise<() => Promise<number>> => {
      const ready = await candidate;
      opened.push(ready);
      return timed(ready.withdraw, bench.quick ? 2 * BATCH : ORDERS);
    };
    const measured = async (where: string, promised: number, database: () => Promise<Database>) => {
      const series = await inTurn(bench, where, ROUNDS, {
        'plain pg-boss': await open(plainQueue(await database(), payer)),
        'a loop that forgets': await open(loop(payer)),
        'our durable orders': await open(durable(openWithdrawals, await database(), payer)),
      });
      return compare({ title: `Orders ${where}`, unit: 'orders/s', better: 'more', note: NOTE }, series, {
        'our durable orders': own(promised),
      });
    };
    return [
      await measured('on PostgreSQL', 0.2, async () => postgres(await server.createDatabase())),
      await measured('on PGlite', 0.15, () => embedded()),
    ];
  } finally {
    for (const { close } of opened) await close();
    await Promise.all([service.stop(), server.stop()]);
  }
}

/** Withdraws new orders. @returns how many a second */
const timed = (withdraw: Candidate['withdraw'], count: number) => async (): Promise<number> => {
  const orders = fresh(count);
  const started = performance.now();
  const rest = await withdraw(orders);
  const seconds = (performance.now() - started) / 1000;
  await rest();
  return count / seconds;
};

function* parts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += BATCH) yield all.slice(i, i + BATCH);
}

const walletOf = ({ service, walletId }: Payer): Wallet => createWalletClient(service).wallet(walletId);

/** Nothing is kept: what a crash interrupts is lost, or paid twice. */
function loop(payer: Payer): Candidate {
  const wallet = walletOf(payer);
  return {
    async withdraw(orders) {
      for (const requests of parts(orders)) await wallet.withdrawAssets({ requests: [...requests] });
      return () => Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

/** The queue that ours stands on, with a handler as its users write it: what a crash interrupts is sent again. */
async function plainQueue(database: Database, payer: Payer): Promise<Candidate> {
  const wallet = walletOf(payer);
  const boss = new PgBoss({ db: database.queue, backend: database.backend, schedule: false });
  boss.on('error', (error) => {
    throw error;
  });
  await boss.start();
  await boss.createQueue('withdrawals');
  return {
    async withdraw(orders) {
      for (const part of parts(orders))
        await boss.insert(
          'withdrawals',
          part.map((data) => ({ data })),
        );
      let left = orders.length;
      await new Promise<void>((resolve) => {
        const work = async (jobs: Job<WithdrawalRequest>[]): Promise<void> => {
          await wallet.withdrawAssets({ requests: jobs.map(({ data }) => data) });
          if ((left -= jobs.length) === 0) resolve();
        };
        void boss.work('withdrawals', { batchSize: BATCH, burstWhenBatchFull: true } as never, work as never);
      });
      return async () => {
        await boss.offWork('withdrawals');
        await tidy(database);
      };
    },
    close: async () => {
      await boss.stop({ close: false, graceful: false });
      await database.close();
    },
  };
}

async function durable(
  openWithdrawals: (options: WithdrawalsOptions) => Promise<Withdrawals>,
  database: Database,
  { service, walletId }: Payer,
): Promise<Candidate> {
  let heard: () => void = () => undefined;
  const withdrawals = await openWithdrawals({
    database,
    service,
    wallets: [walletId],
    batch: BATCH,
    onOutcome: () => {
      heard();
    },
  });
  return {
    async withdraw(orders) {
      for (const part of parts(orders)) await withdrawals.enqueue(walletId, part);
      const stop = new AbortController();
      let left = orders.length;
      const all = new Promise<void>((resolve) => {
        heard = () => {
          if (--left === 0) resolve();
        };
      });
      const running = withdrawals.run({ signal: stop.signal });
      await all;
      return async () => {
        stop.abort();
        await running;
        await putOff(database);
        await tidy(database);
      };
    },
    close: () => withdrawals.close(),
  };
}
