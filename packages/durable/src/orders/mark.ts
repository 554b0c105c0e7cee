/** Marks orders as being sent, on disk, before their first byte leaves: what a killed process leaves behind is known by it. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import type { Database } from '../database/database.ts';
import { LeaseLostError } from '../errors/lease-lost.ts';
import type { Names } from '../schema/names.ts';
import type { Finding } from './evidence.ts';
import { requestOf, type OrderState } from './order.ts';

/** How an attempt goes about an order. `fresh`: nothing of it was ever sent. `shown`: a lookup shows whatever was. `look_up`: nothing is sent. */
export type Approach = 'fresh' | 'possible' | 'shown' | 'look_up';

/** What there is to do about orders. */
export interface Due {
  /** Those to be brought to the service, the most urgent first. */
  readonly orders: readonly { readonly id: string; readonly approach: Approach }[];
  /** What was found out of others, and could not be booked. */
  readonly kept: ReadonlyMap<string, Finding>;
}

/** An order that is marked. */
export interface Marked {
  readonly id: string;
  readonly request: WithdrawalRequest;
  readonly attempt: number;
}

interface DueRow {
  readonly id: string;
  readonly exposed: boolean;
  readonly shown: boolean;
  readonly refused_in_doubt: boolean;
  readonly since: number | null;
  readonly finding: string | null;
}

/**
 * How to go about those of the orders that are not settled, or not booked.
 *
 * @param shownAfter - seconds after an attempt, from which on a lookup shows what it left; undefined if nobody can tell
 */
export async function dueOf(
  { query }: Database,
  names: Names,
  ids: readonly string[],
  shownAfter: number | undefined,
): Promise<Due> {
  const { rows } = await query(
    `SELECT id::text, exposed, shown, refused_in_doubt, finding,
       extract(epoch FROM clock_timestamp() - sent_at)::float8 AS since
     FROM ${names.orders}
     WHERE id = ANY ($1::bigint[]) AND (state IN ('queued', 'sending', 'unknown') OR finding IS NOT NULL)
     ORDER BY priority DESC, orders.id`,
    [ids],
  );
  const kept = new Map<string, Finding>();
  const orders = [];
  for (const row of rows as DueRow[])
    if (row.finding !== null) kept.set(row.id, JSON.parse(row.finding) as Finding);
    else orders.push({ id: row.id, approach: approachTo(row, shownAfter) });
  return { orders, kept };
}

function approachTo({ exposed, shown, refused_in_doubt, since }: DueRow, shownAfter: number | undefined): Approach {
  if (!exposed) return 'fresh';
  if (shown) return 'shown';
  if (!refused_in_doubt || shownAfter === undefined) return 'possible';
  // To send it again would only be refused again, and the wait would begin anew.
  return (since ?? 0) >= shownAfter ? 'shown' : 'look_up';
}

/**
 * Marks them. Those that are settled by now, or were not as they are thought to be, are left out.
 *
 * @param holder - the worker, which must hold the wallet
 * @throws LeaseLostError if another worker does
 */
export async function mark(
  database: Database,
  names: Names,
  wallet: bigint,
  holder: string,
  ids: readonly string[],
  approach: Approach,
): Promise<Marked[]> {
  const sends = approach !== 'look_up';
  return database.transaction(async ({ query }) => {
    const { rows: held } = await query(
      `SELECT FROM ${names.wallets} WHERE wallet_id = $1::text::numeric AND holder = $2::uuid AND held_until > clock_timestamp()
       FOR SHARE`,
      [String(wallet), holder],
    );
    if (held.length === 0) throw new LeaseLostError(wallet);
    const { rows } = await query(
      `WITH old AS (
         SELECT id FROM ${names.orders}
         WHERE id = ANY ($1::bigint[]) AND state IN ('queued', 'sending', 'unknown') AND finding IS NULL AND exposed = $2
         ORDER BY id FOR UPDATE
       ), marked AS (
         UPDATE ${names.orders} AS o
         SET state = CASE WHEN $3 THEN 'sending' ELSE state END, exposed = true, attempt = o.attempt + 1, shown = false,
           sent_at = CASE WHEN $3 THEN clock_timestamp() ELSE sent_at END,
           refused_in_doubt = refused_in_doubt AND NOT $3,
           changed_at = CASE WHEN $3 AND state = 'queued' THEN clock_timestamp() ELSE changed_at END
         FROM old WHERE o.id = old.id
         RETURNING o.id, o.request, o.attempt, o.state
       ), noted AS (
         INSERT INTO ${names.history} (order_key, attempt, state) SELECT id, attempt, state FROM marked WHERE $3
       )
       SELECT id::text, request, attempt FROM marked ORDER BY array_position($1::bigint[], id)`,
      [ids, approach !== 'fresh', sends],
    );
    return (rows as { id: string; request: string; attempt: number }[]).map((row) => ({
      id: row.id,
      request: requestOf(row),
      attempt: row.attempt,
    }));
  });
}

/** How many orders of a wallet the service has, or may have, that are not in the chain yet. */
export async function inFlightOf({ query }: Database, names: Names, wallet: bigint): Promise<number> {
  const states: readonly OrderState[] = ['sending', 'unknown', 'accepted', 'in_pool'];
  const { rows } = await query(
    `SELECT count(*)::integer AS count FROM ${names.orders} WHERE wallet_id = $1::text::numeric AND state = ANY ($2::text[])`,
    [String(wallet), states],
  );
  return (rows[0] as { count: number }).count;
}
