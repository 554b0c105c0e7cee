/** Doubts what is known of orders that something else may have sent: nothing but a lookup is believed then, and what the service has. */
import type { Queries } from '../database/database.ts';
import type { Names } from '../schema/names.ts';
import { checkedBy, type DecisionOptions } from './decide.ts';
import type { Evidence } from './evidence.ts';
import type { OrderState } from './order.ts';

/**
 * Doubts them, from now on. What is refused stays so, and is one that may have been sent if it is retried. Columns have names of one word:
 * libraries are told to rewrite others.
 *
 * @param ids - undefined for all
 * @returns the states that they are in now
 */
export async function doubt(
  { query }: Queries,
  names: Names,
  ids: readonly string[] | undefined,
  evidence: Evidence,
): Promise<ReadonlyMap<string, OrderState>> {
  const { rows } = await query(
    `WITH doubted AS (
       UPDATE ${names.orders}
       SET exposed = true, shown = false, refused_in_doubt = false, sent_at = clock_timestamp(), attempt = attempt + 1,
         finding = CASE WHEN finding::json ->> 'to' IN ('accepted', 'conflict') THEN finding END,
         state = CASE WHEN state IN ('queued', 'sending') THEN 'unknown' ELSE state END
       WHERE state IN ('queued', 'sending', 'unknown', 'refused', 'conflict')
         ${ids ? 'AND id IN (SELECT x::bigint FROM json_array_elements_text($2::text::json) AS x)' : ''}
       RETURNING id, attempt, state
     ), noted AS (
       INSERT INTO ${names.history} (order_key, attempt, state, evidence) SELECT id, attempt, state, $1::text FROM doubted
     )
     SELECT id::text, state FROM doubted`,
    [JSON.stringify(evidence), ...(ids ? [JSON.stringify(ids)] : [])],
  );
  return new Map((rows as { id: string; state: OrderState }[]).map(({ id, state }) => [id, state]));
}

/** After a database was set back. @returns how many orders that is about */
export async function afterRestore(queries: Queries, names: Names, { by, note }: DecisionOptions): Promise<number> {
  const message = `${checkedBy(by)} says that the database was set back`;
  return (
    await doubt(queries, names, undefined, { reason: 'restored', message, by, ...(note !== undefined && { note }) })
  ).size;
}
