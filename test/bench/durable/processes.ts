/** How many orders of four wallets go through a second, where one process works, where two do, and four. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../../durable/postgres.ts';
import { compare, inTurn, own } from '../compare.ts';
import { newPayer } from '../server/control.ts';
import { ANYBODY, balance, type Access } from '../server/requests.ts';
import { sandbox, start } from '../server/servers.ts';
import type { Bench, Comparison } from '../suite.ts';
import { fresh } from './made.ts';
import { putOff, tidy } from './rest.ts';
import { openAll, type Work } from './worker.ts';

const ROUNDS = 7;
const WALLETS = 4;
/** Of each wallet. */
const ORDERS = 500;
const BATCH = 100;
/** Milliseconds between two looks at what is left. */
const LOOK = 10;
const ANY_LEFT = `SELECT 1 FROM wallet_operations.orders WHERE state IN ('queued', 'sending', 'unknown') LIMIT 1`;
const NOTE =
  'On PostgreSQL, from handing them over until the service has accepted all. A wallet is worked by one process at a time; all of them, the server and the sandbox share the cores.';

export default async function processes(bench: Bench): Promise<Comparison[]> {
  const service = await start(sandbox(bench.folder), balance(ANYBODY));
  const server = await startPostgres({ flushes: true });
  const ends: (() => unknown)[] = [() => server.stop(), () => service.stop()];
  try {
    const payers: Access[] = [];
    for (let i = 0; i < WALLETS; i++) payers.push(await newPayer(service.port));
    const baseUrl = `http://127.0.0.1:${String(service.port)}`;
    const open = async (count: number): Promise<() => Promise<number>> => {
      const work: Work = { folder: bench.folder, url: await server.createDatabase(), baseUrl, payers, batch: BATCH };
      const { database, withdrawals } = await openAll(work);
      ends.push(() => withdrawals.close());
      for (let i = 0; i < count; i++) {
        const child = await startWorker(work);
        ends.push(() => ended(child));
      }
      return async () => {
        const orders = bench.quick ? BATCH : ORDERS;
        const parts = payers.map(({ walletId }) => [walletId, fresh(orders)] as const);
        const started = performance.now();
        for (const [walletId, part] of parts)
          for (let i = 0; i < part.length; i += BATCH) await withdrawals.enqueue(walletId, part.slice(i, i + BATCH));
        while ((await database.query(ANY_LEFT)).rows.length > 0) await setTimeout(LOOK);
        const seconds = (performance.now() - started) / 1000;
        await putOff(database);
        await tidy(database);
        return (orders * payers.length) / seconds;
      };
    };
    const series = await inTurn(bench, 'processes', ROUNDS, {
      'one process': await open(1),
      'two processes': await open(2),
      'four processes': await open(4),
    });
    return [
      compare({ title: 'Orders of four wallets', unit: 'orders/s', better: 'more', note: NOTE }, series, {
        'one process': own(),
        'two processes': own(),
        'four processes': own(),
      }),
    ];
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function startWorker(work: Work): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit').then(() => {
    throw new Error('A process that was to work has ended.');
  });
  child.send(work);
  await Promise.race([once(child, 'message'), exited]);
  exited.catch(() => undefined);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
