/** The seam to a database: statements, and transactions of them. PostgreSQL and PGlite fill it, and whatever else speaks PostgreSQL's SQL may. */
import type { Db } from 'pg-boss';

/** What runs statements, with `$1` for the first value: a client of `pg`, a transaction of PGlite. */
export interface Queries {
  readonly query: (text: string, values?: unknown[]) => Promise<{ readonly rows: readonly object[] }>;
}

/** An open transaction: everything that is written through it is committed or rolled back as one. */
export type Transaction = Queries;

/** The transaction of a caller: a client of `pg`, a transaction of PGlite, or what pg-boss's adapters make of one of Drizzle, Knex, Kysely or Prisma. */
export type CallersTransaction = Transaction | Pick<Db, 'executeSql'>;

/** A database. */
export interface Database extends Queries {
  /** What pg-boss calls the engine. */
  readonly backend: 'postgres' | 'pglite';
  /**
   * Runs work in a transaction of READ COMMITTED, and commits it: on disk once this resolves, whatever the server's default for
   * `synchronous_commit`. Rolls back if the work rejects, and rejects with the same. If the commit itself fails, it may have been
   * committed.
   */
  readonly transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** How pg-boss runs its statements. Several of them may come in one text without values, also with BEGIN and COMMIT: it gives the rows of all. */
  readonly queue: Db;
  /** Gives up what it holds, if it was made here, once what is under way has ended. A second time does nothing. */
  readonly close: () => Promise<void>;
}

/**
 * A row to join where a statement of its own changes what may be forgotten if the server breaks: its commit does not wait for the disk,
 * whatever the server's `synchronous_commit`.
 */
export const UNFLUSHED = `(SELECT set_config('synchronous_commit', 'off', true)) AS unflushed`;

/** Why a transaction is rolled back although nobody threw: PostgreSQL answers a COMMIT then as if all were well. */
export const SWALLOWED =
  'a statement of this transaction failed, and its error was swallowed: nothing of it was committed';

/**
 * A caller's transaction, as statements are run here, and as pg-boss runs them.
 *
 * @throws TypeError for what has no statements to run, and for a whole PGlite, of which this would wait for ever within a transaction of it
 */
export function joined(transaction: CallersTransaction): Transaction & Db {
  const given = Object(transaction) as Readonly<Record<string, unknown>>;
  if (typeof given['executeSql'] !== 'function' && typeof given['query'] !== 'function')
    throw new TypeError(
      '"transaction" has no query. Give a client of pg or a transaction of PGlite, or make one by fromKnex, fromKysely, fromDrizzle or fromPrisma.',
    );
  if ('waitReady' in given)
    throw new TypeError('"transaction" is a whole PGlite. Give what its transaction() hands to your function.');
  const ask =
    'executeSql' in transaction
      ? (text: string, values?: unknown[]) => transaction.executeSql(text, values)
      : (text: string, values?: unknown[]) => transaction.query(text, values);
  const run = async (text: string, values?: unknown[]): Promise<{ rows: object[] }> => {
    const answer: unknown = await ask(text, values);
    const { rows } = Object(answer) as { rows?: unknown };
    if (!Array.isArray(rows)) throw new TypeError('the query of "transaction" does not answer with { rows }.');
    return { rows: [...(rows as object[])] };
  };
  return { query: run, executeSql: run };
}
