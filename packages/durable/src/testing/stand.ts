/** What checks stand on: a database under test, opened as often as they need it, and transactions that they hold open. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { wrong } from './expect.ts';

/** A database that is to be proved. */
export interface DatabaseUnderTest {
  /**
   * Opens it once more, as another process would: each time the same one. Give it one of its own that may be thrown away. The checks close
   * what they have opened; they leave their tables behind, end connections of others, and change defaults while they run.
   */
  readonly connect: () => Database | Promise<Database>;
  /**
   * `many`: transactions run beside each other, on connections of their own. `one`: there is one connection, on which they run one after
   * the other, whoever begins them.
   */
  readonly connections: 'many' | 'one';
  /** Milliseconds after which what does not end counts as hanging. Default: 10 000. */
  readonly patience?: number | undefined;
}

/** What a check is about. */
export type CheckGroup =
  'statements' | 'transactions' | 'queue' | 'locks' | 'lost connections' | 'closing' | 'withdrawals';

/** One thing that withdrawals rely on. */
export interface DatabaseCheck {
  readonly group: CheckGroup;
  /** A sentence, of which the database is the subject. */
  readonly name: string;
  /** Milliseconds that it may take, at most: for runners that end a test earlier. */
  readonly timeout: number;
  /** @throws DatabaseCheckError that says what is wrong */
  readonly run: () => Promise<void>;
}

/** What a check gets. */
export interface Stand {
  readonly connections: 'many' | 'one';
  /** Opens it once more; it is closed after the check. */
  readonly connect: () => Promise<Database>;
}

/** A check as it is written down. */
export interface Check {
  readonly name: string;
  /** Only for databases of so many connections. */
  readonly of?: 'many' | undefined;
  /** How many times the patience it may take. Default: 1. */
  readonly takes?: number | undefined;
  readonly run: (stand: Stand) => Promise<void>;
}

/** A name that nothing has yet. */
export const freshName = (): string => `suite_${randomBytes(6).toString('hex')}`;

/** Makes a table, and tells its name. */
export async function tableOf({ query }: Pick<Database, 'query'>, columns: string): Promise<string> {
  const name = freshName();
  await query(`CREATE TABLE ${name} (${columns})`);
  return name;
}

/** Ids in a table of which that is the first column, in their order. */
export async function idsIn({ query }: Pick<Database, 'query'>, table: string): Promise<unknown[]> {
  const { rows } = await query(`SELECT id FROM ${table} ORDER BY id`);
  return (rows as { id: unknown }[]).map(({ id }) => id);
}

/** Ends all connections but one, as a server does that is restarted. */
export const breakOthers = ({ query }: Pick<Database, 'query'>): Promise<unknown> =>
  query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
  );

/**
 * Waits for something, not for ever.
 *
 * @throws DatabaseCheckError once the time is up
 */
export async function inTime<T>(milliseconds: number, what: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late');
  });
  try {
    const first = await Promise.race([work().then((result) => ({ result })), late]);
    return first === 'late' ? wrong(`${what}: nothing had come of it after ${String(milliseconds)} ms`) : first.result;
  } finally {
    clearTimeout(timer);
  }
}
