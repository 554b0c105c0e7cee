/** After a database was set back: nothing is believed of what was sent, but what a lookup shows. */
import type { Transaction } from '../database/database.ts';
import type { Names } from '../schema/names.ts';
import { checkedBy, type DecisionOptions } from './decide.ts';

/** Takes back what the time since the backup may have made untrue. @returns how many orders */
export async function afterRestore(
  { query }: Transaction,
  names: Names,
  { by, note }: DecisionOptions,
): Promise<number> {
  const evidence = { reason: 'restored', message: `${checkedBy(by)} says that the database was set back`, by, note };
  const { rows } = await query(
    `WITH back AS (
       UPDATE ${names.orders}
       SET exposed = true, shown = false, refused_in_doubt = false, sent_at = clock_timestamp(), attempt = attempt + 1,
         -- What the service has stays true; that it refuses something does not.
         finding = CASE WHEN finding::json ->> 'to' IN ('accepted', 'conflict') THEN finding END,
         state = CASE WHEN state IN ('queued', 'sending') THEN 'unknown' ELSE state END
       WHERE state IN ('queued', 'sending', 'unknown', 'refused', 'conflict')
       RETURNING id, attempt, state
     ), noted AS (
       INSERT INTO ${names.history} (order_key, attempt, state, evidence) SELECT id, attempt, state, $1::text FROM back
     )
     SELECT count(*)::integer AS count FROM back`,
    [JSON.stringify(evidence)],
  );
  return (rows[0] as { count: number }).count;
}
