/** One soak of callbacks: deposits come, callbacks get lost, receivers are killed; one catch-up; then the books are compared. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { startPostgres } from '../postgres.ts';
import { compare, type Read, type Verdict } from './books.ts';
import { chanceOf, type Plan } from './plan.ts';
import { startReceivers, type Receivers } from './receivers.ts';
import { TABLES, type Task } from './task.ts';
import { startWorld } from './world.ts';

/** Who receives: ours on either database, or what people write. */
export type Receiver = 'postgres' | 'pglite' | 'naive';

/** What came of a soak. */
export interface Report extends Verdict {
  readonly seconds: number;
  /** What happened, and how often. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A database of the shop: empty but for its tables. */
interface Shop {
  readonly database: Task['database'];
  /** Runs with the tables, when no receiver runs. */
  readonly reading: <T>(work: (read: Read) => Promise<T>) => Promise<T>;
  readonly end: () => Promise<void>;
}

/** So many callbacks are under way before the world waits: more would be late by the machine, and not by the plan. */
const MOST_PENDING = 150;

/** Runs one. `tell` hears of its progress; its folder is left where `isKept` is set. */
export async function soak(
  given: Plan,
  receiver: Receiver,
  tell: (line: string) => void = () => undefined,
  isKept = false,
): Promise<Report> {
  const plan = receiver === 'pglite' ? { ...given, receivers: 1 } : given; // PGlite is for one process
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'wallet-callbacks-'));
  const file = join(folder, 'service.db');
  const shop = await (receiver === 'pglite' ? onPglite(join(folder, 'shop')) : onPostgres());
  const world = await startWorld(plan, file);
  const { front, accesses } = world;
  let receivers: Receivers | undefined;
  try {
    const task: Task = {
      database: shop.database,
      baseUrl: front.url,
      wallets: accesses.map(({ walletId, apiCode, secret }) => ({ walletId: String(walletId), apiCode, secret })),
      since: Math.floor(Date.now() / 1000) - 1,
      seed: plan.seed,
    };
    receivers = startReceivers(receiver === 'naive' ? 'naive.ts' : 'ours.ts', plan.receivers, task, folder);
    const { urls, ready, kill, interrupt, killed } = receivers;
    front.deliverTo(urls, (walletId) => task.wallets.find((each) => each.walletId === walletId)?.secret ?? '');
    await ready();

    let last = '';
    for (let step = 1; step <= plan.steps; step++) {
      await world.step();
      while (front.pending() > MOST_PENDING) await sleep(20);
      while (killed() < Math.floor((plan.kills * step) / plan.steps)) {
        await someWork(front.counts, front.pending);
        await kill(chanceOf(plan, 'kill', killed()));
        if (plan.receivers === 1) await ready(); // or hardly anything would be delivered
      }
      const line = `${receiver}: step ${String(step)} of ${String(plan.steps)}, ${String(killed())} killed`;
      if (step % 10 === 0 && line !== last) tell((last = line));
    }
    await world.finish();
    await front.quiet();
    await ready();
    tell(`${receiver}: all is told, or lost; ${words(front.counts)}`);
    for (let i = 0; i < plan.interrupted; i++)
      await interrupt(Math.ceil((chanceOf(plan, 'interrupt', i) * plan.deposits) / 20));
    const caughtUp = await receivers.catchUp();
    await receivers.end();
    const counts = { ...world.counts, ...front.counts, killed: killed(), ...prefixed('caught up: ', caughtUp) };
    await world.close();
    const verdict = await shop.reading((read) => compare(file, front.failed, read));
    return { ...verdict, seconds: (performance.now() - start) / 1000, counts };
  } finally {
    await receivers?.end();
    await world.close().catch(() => undefined); // it was closed before
    await shop.end();
    if (isKept) tell(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/** Something is handled between two kills: to kill those that have only begun shows nothing. */
async function someWork(counts: Readonly<Record<string, number>>, pending: () => number): Promise<void> {
  const done = (): number => counts['acknowledged'] ?? 0;
  const before = done();
  while (done() < before + 20 && pending() > 0) await sleep(5);
}

async function onPostgres(): Promise<Shop> {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const asking = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  await asking((client) => client.query(TABLES));
  return {
    database: { url },
    reading: (work) => asking((client) => work(async (sql) => (await client.query<object>(sql)).rows)),
    end: server.stop,
  };
}

async function onPglite(folder: string): Promise<Shop> {
  const asking = async <T>(work: (lite: PGlite) => Promise<T>): Promise<T> => {
    const lite = await PGlite.create(folder);
    return work(lite).finally(() => lite.close());
  };
  mkdirSync(folder);
  await asking((lite) => lite.exec(TABLES));
  return {
    database: { folder },
    reading: (work) => asking((lite) => work(async (sql) => (await lite.query<object>(sql)).rows)),
    end: () => Promise.resolve(),
  };
}

const prefixed = (prefix: string, counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}${name}`, count]));

/** Figures as a line. */
export const words = (figures: Readonly<Record<string, number | bigint>>): string =>
  Object.entries(figures)
    .map(([name, figure]) => `${name} ${String(figure)}`)
    .join(', ');
