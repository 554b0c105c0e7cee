/** Makes notes due at once that wait for no reason any more: pg-boss lets each wait longer after every try. */
import type { Database, Transaction } from '../database/database.ts';
import { UNSETTLED } from '../orders/order.ts';
import type { Names } from '../schema/names.ts';

/** What pg-boss writes on a job of which the worker has died. */
const DIED = 'job heartbeat timeout';

/** Those of orders that could be submitted again: an outage is over. */
export const wakeAll = async ({ query }: Database, names: Names): Promise<void> => {
  await query(
    `UPDATE ${names.jobs} AS j SET start_after = now() FROM ${names.orders} AS o
     WHERE j.name LIKE 'submit-%' AND j.state = 'retry' AND j.start_after > now() AND o.id::text = j.singleton_key
       AND o.state = ANY ($1::text[]) AND NOT o.refused_in_doubt`,
    [UNSETTLED],
  );
};

/** That of one order: something was heard of it. */
export const wakeOne = async ({ query }: Transaction, names: Names, queue: string, id: string): Promise<void> => {
  await query(
    `UPDATE ${names.jobs} SET start_after = now()
     WHERE name = $1 AND coalesce(singleton_key, '') = $2 AND state <= 'retry' AND policy = 'exclusive' AND start_after > now()`,
    [queue, id],
  );
};

/** Those that a worker had when it died, or was held up: another one can go on with them. */
export const wakeOrphans = async ({ query }: Database, names: Names): Promise<void> => {
  await query(
    `UPDATE ${names.jobs} SET start_after = now()
     WHERE name LIKE 'submit-%' AND state = 'retry' AND start_after > now() AND output #>> '{value,message}' = $1`,
    [DIED],
  );
};
