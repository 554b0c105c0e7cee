/** What a database is brought to between two rounds. */
import type { Database } from '@wallet-operations/durable';

/** As a server does by itself within a minute: a planner that takes the queue for empty goes through all of it for each batch. */
export const tidy = ({ query }: Pick<Database, 'query'>): Promise<unknown> => query('VACUUM ANALYZE');

/** To follow what was sent is not what is measured. */
export const putOff = ({ query }: Pick<Database, 'query'>): Promise<unknown> =>
  query(`UPDATE wallet_operations.job SET start_after = now() + interval '1 day' WHERE state = 'created'`);
