/** One soak: orders come, workers work, and everything that can happen to them does; then what became of it is read from the books. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Withdrawals } from '@wallet-operations/durable';
import pg from 'pg';
import { startPostgres } from '../postgres.ts';
import { createFleet } from './fleet.ts';
import { intentsOf, type Intent } from './intents.ts';
import { decide, letTimePass, openOffice, receiveCallbacks, SHOWN_AFTER } from './office.ts';
import { FROZEN, LEASE, randomOf, scheduleOf, type Event, type Plan } from './plan.ts';
import { startService, type Service } from './service.ts';
import type { Task } from './task.ts';
import { judgeNaive, judgeOurs, readPaid, type Verdict } from './truth.ts';

/** Who pays: durable withdrawals, or the loop that people write. */
export type Payer = 'ours' | 'naive';

/** What came of a soak. */
export interface Report extends Verdict {
  readonly seconds: number;
  /** What happened, and how often. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Seconds after the last misfortune within which everything has to be settled: much, for a busy machine. */
const settledWithin = ({ orders }: Plan): number => 300 + 0.15 * orders;

const TABLES = `
  CREATE TABLE intents (number integer PRIMARY KEY, kind text NOT NULL, wallet numeric NOT NULL, request text NOT NULL,
    priority integer NOT NULL, taken_in boolean NOT NULL DEFAULT false,
    order_id text NOT NULL, status text NOT NULL DEFAULT 'pending', tries integer NOT NULL DEFAULT 1, claimed_at timestamptz,
    due timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON intents (number) WHERE NOT taken_in;
  CREATE INDEX ON intents (number) WHERE status IN ('pending', 'sending');
  CREATE TABLE bookings (id bigint GENERATED ALWAYS AS IDENTITY, order_id text NOT NULL, state text NOT NULL, amount numeric NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE decisions (order_id text NOT NULL, decision text NOT NULL)`;

/** How the payouts stand, and how many are not settled yet. */
const STANDING: Readonly<Record<Payer, string>> = {
  ours: `SELECT coalesce(state, 'waiting') AS state, count(*)::integer AS count,
      coalesce(state, '') NOT IN ('confirmed', 'refused', 'failed', 'conflict') AS open
    FROM intents LEFT JOIN wallet_operations.orders USING (order_id) GROUP BY 1, 3 ORDER BY 1`,
  naive: `SELECT status AS state, count(*)::integer AS count, status NOT IN ('paid', 'failed') AS open FROM intents GROUP BY 1, 3 ORDER BY 1`,
};
interface Standing {
  readonly state: string;
  readonly count: number;
  readonly open: boolean;
}

/** Runs one. `tell` hears of its progress; its folder is left where `isKept` is set. */
export async function soak(
  plan: Plan,
  payer: Payer,
  tell: (line: string) => void = () => undefined,
  isKept = false,
): Promise<Report> {
  const start = performance.now();
  const elapsed = (): number => performance.now() - start;
  const folder = mkdtempSync(join(tmpdir(), 'wallet-soak-'));
  const server = await startPostgres();
  const url = await server.createDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 6 });
  pool.on('error', () => undefined);
  await pool.query(TABLES);
  const receiver = await receiveCallbacks();
  const file = join(folder, 'service.db');
  const service = await startService(plan, file, payer === 'ours' ? receiver.url : '');
  const task: Task = {
    postgres: url,
    baseUrl: service.url,
    wallets: service.accesses.map(({ walletId, apiCode, secret }) => ({ walletId: String(walletId), apiCode, secret })),
    lease: LEASE,
    shownAfter: plan.shownAfter === undefined ? undefined : SHOWN_AFTER,
    inFlight: plan.inFlight,
    batch: plan.batch,
  };
  let office: Withdrawals | undefined;
  if (payer === 'ours') receiver.give((office = await openOffice(task)), task);
  const fleet = createFleet(payer === 'ours' ? 'worker.ts' : 'naive.ts', plan.workers, task, folder);
  const intents = intentsOf(plan);
  const happened: Record<string, number> = {};
  const random = randomOf(plan.seed + 3);
  let isOver = false;
  /** How much of the schedule has happened. */
  let share = 0;

  const happen: Readonly<Record<Event, () => Promise<void>>> = {
    kill: () => fleet.kill(random()),
    deploy: () => fleet.deploy(random()),
    freeze: () => fleet.freeze(random(), FROZEN),
    restart: () => server.restart('immediate'),
    strict: () => setDefaults(pool, { default_transaction_isolation: 'serializable', synchronous_commit: 'off' }),
    lax: () => setDefaults(pool, { default_transaction_isolation: 'repeatable read', synchronous_commit: 'on' }),
  };

  /** Something is submitted between two misfortunes, however busy the machine is: to kill those that have only begun shows nothing. */
  async function someWork(): Promise<void> {
    const submitted = (): number => service.counts['withdrawAssets'] ?? 0;
    const before = submitted();
    for (let i = 0; i < 200 && submitted() < before + 2 && happened['kill'] !== undefined; i++) await sleep(50);
  }

  /** Everything that a schedule has for the processes and the database. */
  async function misfortunes(): Promise<void> {
    const schedule = scheduleOf(plan);
    for (const [i, { at, event }] of schedule.entries()) {
      share = i / schedule.length;
      await sleep(Math.max(0, at - elapsed()));
      await someWork();
      fleet.fill();
      await happen[event]();
      happened[event] = (happened[event] ?? 0) + 1;
    }
    share = 1;
  }

  /** Customers come, at one pace, and no faster than misfortunes: a busy machine takes longer for both. */
  async function customers(): Promise<void> {
    for (let next = 0; next < intents.length;) {
      const until = Math.ceil(intents.length * Math.min(elapsed() / (950 * plan.seconds), share + 0.05));
      const some = intents.slice(next, until);
      if (some.length > 0 && (await isDone(insert(pool, service, some)))) next = until;
      await sleep(200);
    }
  }

  const standing = async (): Promise<readonly Standing[]> => (await pool.query<Standing>(STANDING[payer])).rows;

  async function isSettled(): Promise<boolean> {
    const end = elapsed() + settledWithin(plan) * 1000;
    while (elapsed() < end) {
      fleet.fill();
      const isOpen = await standing().then(
        (rows) => rows.some(({ open }) => open),
        () => true,
      );
      if (!isOpen) return true;
      await sleep(500);
    }
    return false;
  }

  /** Does something again and again, whether the database is there or not. */
  async function again(milliseconds: number, what: () => Promise<unknown>): Promise<void> {
    while (!isOver) {
      await isDone(what());
      await sleep(milliseconds);
    }
  }

  const progress = async (): Promise<void> => {
    const states = (await standing()).map(({ state, count }) => `${String(count)} ${state}`).join(', ');
    const all = { ...happened, faults: service.counts['faults'] ?? 0 };
    const what = Object.entries(all).map(([each, count]) => `${String(count)} ${each}`);
    tell(`${payer}, ${String(Math.round(elapsed() / 1000))} s: ${states} | ${what.join(', ')}`);
  };
  const background = [
    again(5000, progress),
    ...(office
      ? [
          again(1000, () => letTimePass(pool, plan.shownAfter)),
          again(1000, () => decide(pool, office, plan.shownAfter !== undefined)),
        ]
      : []),
  ];

  try {
    fleet.fill();
    await Promise.all([customers(), misfortunes()]);
    await service.calm();
    const settled = await isSettled();
    isOver = true;
    await Promise.all(background);
    await fleet.end();
    await progress();
    const problems = [
      ...fleet.problems,
      ...(await service.audit()),
      ...(settled ? [] : [`not all was settled within ${String(settledWithin(plan))} s`]),
    ];
    await service.close();
    await office?.close();
    const verdict = await (payer === 'ours' ? judgeOurs : judgeNaive)(pool, intents, readPaid(file));
    return {
      ...verdict,
      books: verdict.books + problems.length,
      problems: [...problems, ...verdict.problems],
      seconds: elapsed() / 1000,
      counts: { ...happened, ...fleet.counts, ...service.counts },
    };
  } finally {
    isOver = true;
    await fleet.end();
    receiver.close();
    await pool.end();
    await server.stop();
    if (isKept) tell(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function insert(pool: pg.Pool, { accesses }: Service, intents: readonly Intent[]): Promise<void> {
  const rows = intents.map(({ number, kind, wallet, request, priority }) => ({
    number,
    kind,
    wallet: String(accesses[wallet]?.walletId),
    request: JSON.stringify(request),
    priority,
    order_id: request.order_id,
  }));
  await pool.query(
    `INSERT INTO intents (number, kind, wallet, request, priority, order_id)
     SELECT number, kind, wallet, request, priority, order_id
     FROM json_to_recordset($1) AS x (number integer, kind text, wallet numeric, request text, priority integer, order_id text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

/** For connections to come: what roles and databases may have for good reasons. */
async function setDefaults(pool: pg.Pool, settings: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  for (const [name, value] of Object.entries(settings))
    await pool.query(`ALTER DATABASE "${rows[0]?.name ?? ''}" SET ${name} = '${value}'`);
}

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
