/** A PostgreSQL server, 13 or newer, through `pg`. */
import pg from 'pg';
import { SWALLOWED, type Database } from './database.ts';

/**
 * Begins as it has to be, whatever the defaults of server, role or database are. A process that is stopped in the middle must not hold
 * what it has locked for ever.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED;
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off';
  SELECT set_config('idle_in_transaction_session_timeout', '60s', true)
    WHERE current_setting('idle_in_transaction_session_timeout')::interval NOT BETWEEN '1 millisecond' AND '60 seconds'`;

/**
 * PostgreSQL.
 *
 * @param connection - a connection string, options of a pool, or a pool of yours. Yours is left open when the withdrawals are closed;
 * it needs some three connections for each wallet that works at once.
 */
export function postgres(connection: string | pg.PoolConfig | pg.Pool): Database {
  const isOwn = !(connection instanceof pg.Pool) && !('connect' in Object(connection));
  const pool = isOwn
    ? new pg.Pool({
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      })
    : (connection as pg.Pool);
  // A connection that breaks while nobody uses it would end the process. Whoever uses the next one hears of what is wrong.
  pool.on('error', () => undefined);
  // So would one that breaks in the moment in which it is handed over: nobody listens to it yet.
  pool.on('connect', (client) => client.on('error', () => undefined));

  let closed: Promise<void> | undefined;
  return {
    backend: 'postgres',
    query: (text, values) => pool.query(text, values),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      const gone = Promise.withResolvers<never>();
      gone.promise.catch(() => undefined); // nobody may be waiting
      const breaks = (error: Error): void => {
        broken = error;
        gone.reject(error);
      };
      client.on('error', breaks);
      try {
        await client.query(BEGIN);
        // Work that waits for something else must not wait on with a connection that is gone.
        const result = await Promise.race([work({ query: client.query.bind(client) }), gone.promise]);
        const { command } = await client.query('COMMIT');
        if (command !== 'COMMIT') throw new Error(SWALLOWED);
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(breaks);
        throw error;
      } finally {
        client.off('error', breaks);
        client.release(broken);
      }
    },
    queue: {
      async executeSql(text, values) {
        const answer: pg.QueryResult<object> | pg.QueryResult<object>[] = await pool.query<object>(text, values);
        return { rows: [answer].flat().flatMap(({ rows }) => rows) }; // a script of several statements has an answer for each
      },
    },
    close: () => (closed ??= isOwn ? pool.end() : Promise.resolve()),
  };
}
