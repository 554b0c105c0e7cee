/** Who works on what: pg-boss. Its jobs are notes that an order has something to be done about; what, the table of orders says. */
import { PgBoss, type ConstructorOptions, type JobInsert, type Job } from 'pg-boss';
import type { Database, Transaction } from '../database/database.ts';
import { joined } from '../database/database.ts';
import { FOLLOWED, UNSETTLED, type DurableOrder, type OrderState } from '../orders/order.ts';
import type { Names } from '../schema/names.ts';

/** What is done about an order: it is brought to the service, or asked for until it has come to its end. */
export type Task = 'submit' | 'follow';

/** The note on an order. */
export interface Note {
  /** The order's key. */
  readonly id: string;
}

/** A job as a worker gets it. */
export type OrderJob = Job<Note>;

/** Seconds between tries. */
const PACE: Readonly<Record<Task, { first: number; longest: number }>> = {
  submit: { first: 5, longest: 300 },
  follow: { first: 60, longest: 3600 },
};
const DAY = 86_400;
/**
 * Seconds after which a note of a worker that has died is given to another: the least that pg-boss takes. Who enqueues need not know the
 * leases of those who work, and who gets a note too early waits for the lease.
 */
const HEARTBEAT = 10;
/** Notes that are written again in one transaction, which locks what it writes. */
const REPAIRED_AT_ONCE = 1000;

/** The queue of a task, for one wallet: so that no wallet holds up another. */
export const queueOf = (task: Task, wallet: bigint): string => `${task}-${String(wallet)}`;

/** What is to be done about an order in this state. */
export const taskOf = (state: OrderState): Task | undefined =>
  UNSETTLED.includes(state) ? 'submit' : FOLLOWED.includes(state) ? 'follow' : undefined;

/** A queue that can be written into. */
export interface Queue {
  /** Notes that something is to be done about orders, in a transaction of somebody else. Those that are noted already stay as they are. */
  readonly add: (
    transaction: Transaction,
    orders: readonly { readonly id: string; readonly order: Noted }[],
  ) => Promise<void>;
  /**
   * The same for those of which the note got lost, however.
   *
   * @param followFor - seconds for which an order that is in the chain is asked for
   * @returns how many
   */
  readonly repair: (followFor: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** What a note is made of. */
export type Noted = Pick<DurableOrder, 'wallet' | 'state' | 'priority'>;

/** pg-boss on a database, in the schema of the orders. */
export function bossOf(
  database: Database,
  names: Names,
  options: ConstructorOptions,
  onError: (error: unknown) => void,
): PgBoss {
  const boss = new PgBoss({
    db: database.queue,
    schema: names.bare,
    backend: database.backend,
    schedule: false,
    createSchema: false,
    ...options,
  });
  boss.on('error', onError);
  return boss;
}

/** Opens the queues of some wallets. */
export async function openQueue(
  database: Database,
  names: Names,
  wallets: readonly bigint[],
  migrate: boolean,
  onError: (error: unknown) => void,
): Promise<Queue> {
  const boss = bossOf(database, names, { supervise: false, migrate }, onError);
  try {
    await boss.start();
    const queues = wallets.flatMap((wallet) => [queueOf('submit', wallet), queueOf('follow', wallet)]);
    const there = new Set((await boss.getQueues(queues)).map(({ name }) => name));
    for (const name of queues) {
      if (!there.has(name)) await boss.createQueue(name, { policy: 'exclusive' });
      // Read its settings now: within a transaction on an engine of one connection, both would wait for each other.
      await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
    }
  } catch (error) {
    await boss.stop({ close: false, graceful: false }); // or its timers would keep the process
    throw error;
  }

  const add: Queue['add'] = async (transaction, orders) => {
    const jobs = new Map<string, JobInsert<Note>[]>();
    for (const { id, order } of orders) {
      const task = taskOf(order.state);
      if (!task) continue;
      const { first, longest } = PACE[task];
      const queue = queueOf(task, order.wallet);
      const of = jobs.get(queue) ?? [];
      jobs.set(queue, of);
      of.push({
        data: { id },
        singletonKey: id, // one note for each order
        priority: order.priority,
        retryLimit: 2 ** 31 - 1,
        retryDelay: first,
        retryBackoff: true,
        retryDelayMax: longest,
        heartbeatSeconds: HEARTBEAT,
        expireInSeconds: DAY - 1, // the heartbeat tells before
        retentionSeconds: 365 * DAY,
        deleteAfterSeconds: 3600,
        ...(task === 'follow' && { startAfter: first }),
      });
    }
    for (const [queue, some] of jobs) await boss.insert(queue, some, { db: joined(transaction) });
  };

  return {
    add,
    async repair(followFor) {
      let count = 0;
      for (let after: string | undefined = '0'; after !== undefined;) after = await repairSome(after);
      return count;

      /** @returns the last of them, if there may be more behind it */
      function repairSome(after: string): Promise<string | undefined> {
        return database.transaction(async (transaction) => {
          const { rows } = await transaction.query(
            `SELECT id::text, wallet_id::text, CASE WHEN finding IS NULL THEN state ELSE 'unknown' END AS state, priority FROM ${names.orders} AS o
             WHERE wallet_id = ANY ($1::text[]::numeric[]) AND (state = ANY ($2::text[]) OR finding IS NOT NULL) AND o.id > $4::bigint
               AND NOT (state = 'in_chain' AND changed_at < now() - $5::float8 * interval '1 second')
               AND NOT EXISTS (SELECT FROM ${names.jobs} AS j WHERE coalesce(j.singleton_key, '') = o.id::text AND j.state <= 'active' AND j.policy = 'exclusive'
                 AND j.name = CASE WHEN o.state = ANY ($3::text[]) OR o.finding IS NOT NULL THEN 'submit-' ELSE 'follow-' END || o.wallet_id::text)
             ORDER BY o.id LIMIT ${String(REPAIRED_AT_ONCE)}`,
            [wallets.map(String), [...UNSETTLED, ...FOLLOWED], UNSETTLED, after, followFor],
          );
          const lost = (rows as { id: string; wallet_id: string; state: OrderState; priority: number }[]).map(
            ({ id, wallet_id, state, priority }) => ({ id, order: { wallet: BigInt(wallet_id), state, priority } }),
          );
          await add(transaction, lost);
          count += lost.length;
          return lost.length === REPAIRED_AT_ONCE ? lost.at(-1)?.id : undefined;
        });
      }
    },
    close: () => boss.stop({ close: false, graceful: false }),
  };
}
