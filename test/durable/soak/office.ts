/** What goes on beside the workers of a soak: callbacks are taken, a person decides what waits for one, and time passes faster. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createCallbackHandler,
  memoryCallbackStore,
  sha256Verifier,
  toNodeHandler,
} from '@wallet-operations/client/callbacks';
import { openWithdrawals, postgres, type Decision, type Withdrawals } from '@wallet-operations/durable';
import type pg from 'pg';
import { BOOK, credentialsOf, TIMEOUT, type Task } from './task.ts';

/** Where callbacks come to. */
export interface Receiver {
  readonly url: string;
  /** From now on they are taken; until then they have to come again. */
  readonly give: (withdrawals: Withdrawals, task: Task) => void;
  readonly close: () => void;
}

/** Starts it. */
export async function receiveCallbacks(): Promise<Receiver> {
  let handle: ((request: Request) => Promise<Response>) | undefined;
  const listen = toNodeHandler(async (request) => (await handle?.(request)) ?? new Response(null, { status: 503 }));
  const server = createServer((request, response) => void listen(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    give({ follow }, { wallets }) {
      handle = createCallbackHandler({
        store: memoryCallbackStore(),
        verify: sha256Verifier(wallets.map(({ secret }) => secret)),
        onCredited: () => undefined,
        onReversed: () => undefined,
        async onWithdrawal(callback) {
          await Promise.all([follow(callback), follow(callback)]); // as if it came twice at once
        },
        onError: () => undefined, // the database is away: it comes again
      });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Withdrawals of a process that works for none. */
export const openOffice = (task: Task): Promise<Withdrawals> =>
  openWithdrawals({
    database: postgres({ connectionString: task.postgres, max: 6 }),
    wallets: task.wallets.map(({ walletId }) => BigInt(walletId)),
    lease: task.lease,
    service: { baseUrl: task.baseUrl, credentials: credentialsOf(task), timeout: TIMEOUT },
    // It books as the workers do.
    async onOutcome({ order_id, state, request }, { query }) {
      await query(BOOK, [order_id, state, request.amount]);
    },
  });

/** Seconds after its attempt by which nothing that was sent is under way any more: a person knows, where nobody has said. */
const SURELY_SHOWN = 9;
/** Seconds for which an order rests before it is tried again: where only a person settles it, long enough for him to see it. */
const REST = { withPerson: 12, alone: 3 };
/** How many of each a person looks at in turn. */
const IN_TURN = 50;

/**
 * A person goes through what waits: half of the refused orders are tried once more, and what has long been unknown is called shown, where
 * the workers were not told when that is.
 */
export async function decide(pool: pg.Pool, { decide }: Withdrawals, isShownByItself: boolean): Promise<void> {
  const made = async (order_id: string, decision: Decision): Promise<void> => {
    await pool.query('INSERT INTO decisions VALUES ($1, $2)', [order_id, decision]); // before: whatever becomes of it, it may have been made
    await decide(order_id, decision, { by: 'office' }).catch(() => undefined); // somebody else was faster
  };
  const { rows: before } = await pool.query<{ order_id: string }>(
    `SELECT order_id FROM decisions WHERE decision = 'retry'`,
  );
  const retried = new Set(before.map(({ order_id }) => order_id));
  const { rows: refused } = await pool.query<{ order_id: string }>(
    `SELECT o.order_id FROM wallet_operations.orders AS o JOIN intents USING (order_id)
     WHERE state = 'refused' AND kind = 'listed' AND number % 2 = 0 LIMIT ${String(10 * IN_TURN)}`,
  );
  for (const { order_id } of refused.filter((each) => !retried.has(each.order_id)).slice(0, IN_TURN))
    await made(order_id, 'retry');
  if (isShownByItself) return;
  const { rows: unknown } = await pool.query<{ order_id: string }>(
    `SELECT order_id FROM wallet_operations.orders
     WHERE state = 'unknown' AND sent_at < now() - interval '${String(SURELY_SHOWN)} seconds' LIMIT ${String(IN_TURN)}`,
  );
  for (const { order_id } of unknown) await made(order_id, 'retry_as_shown');
}

/** Seconds that workers are told of, and by which more has passed once the plan's are over. */
export const SHOWN_AFTER = 3600;

/** What waits for its time is due sooner: all that is to be submitted, some of what is to be asked for, and what a lookup shows. */
export async function letTimePass(pool: pg.Pool, shownAfter: number | undefined): Promise<void> {
  if (shownAfter !== undefined)
    await pool.query(
      `UPDATE wallet_operations.orders SET sent_at = sent_at - interval '${String(SHOWN_AFTER)} seconds'
       WHERE state = 'unknown' AND refused_in_doubt AND sent_at < now() - interval '${String(shownAfter)} seconds'
         AND sent_at > now() - interval '${String(SHOWN_AFTER)} seconds'`,
    );
  await pool.query(
    `UPDATE wallet_operations.job SET start_after = now() WHERE id IN (
       (SELECT id FROM wallet_operations.job WHERE name LIKE 'submit-%' AND state IN ('created', 'retry') AND start_after > now()
          AND coalesce(started_on, created_on) < now() - interval '${String(shownAfter === undefined ? REST.withPerson : REST.alone)} seconds')
       UNION ALL
       (SELECT id FROM wallet_operations.job WHERE name LIKE 'follow-%' AND state IN ('created', 'retry') AND start_after > now()
          AND coalesce(started_on, created_on) < now() - interval '14 seconds' ORDER BY created_on LIMIT 200))`,
  );
}
