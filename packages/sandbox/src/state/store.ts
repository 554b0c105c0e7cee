/** SQLite: statements prepared once, and writes of many requests committed together before any of them is answered. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrate } from './schema.ts';

/** A row as SQLite gives it; integers are bigints. */
export type Row = Record<string, SQLInputValue>;

/** The state of the sandbox. */
export interface Store {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the columns that it asks for
  readonly get: <T = Row>(sql: string, ...values: SQLInputValue[]) => T | undefined;
  readonly all: <T = Row>(sql: string, ...values: SQLInputValue[]) => T[];
  /** Gives how many rows it changed. */
  readonly run: (sql: string, ...values: SQLInputValue[]) => number;
  /** Runs `change` whole or not at all. What it threw comes out again. */
  readonly write: <T>(change: () => T) => T;
  /**
   * Runs a change that has been checked before, so that it does not fail; that is cheaper. If it does fail (a full disk, say),
   * nothing of this turn of the loop is kept, and `committed` rejects for all who wrote or read in it.
   */
  readonly writeChecked: <T>(change: () => T) => T;
  /**
   * Resolves at the end of this turn of the loop, once everything written in it is committed. Answers that only read wait for it,
   * too: answers that leave together wake their receivers once.
   */
  readonly committed: () => Promise<void>;
  /** Names of the tables. */
  readonly tables: () => string[];
  readonly close: () => void;
}

/**
 * Opens the state and brings its tables up to date.
 *
 * @param file - a path, or undefined for memory.
 * @throws Error for a file that is no database, or one of a newer sandbox.
 */
export function openStore(file: string | undefined): Store {
  const db = new DatabaseSync(file ?? ':memory:');
  // Survives the end of the process at any moment; a power cut may take the last moments with it, and leaves the file whole.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
  // Otherwise each savepoint writes the pages that it may undo into a file, and the log is folded in every few hundred requests.
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 10000;');
  if (file !== undefined) db.exec('PRAGMA locking_mode = EXCLUSIVE;'); // two processes on one file would pay twice
  migrate(db);

  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      statement.setReadBigInts(true);
      statements.set(sql, statement);
    }
    return statement;
  };
  const run = (sql: string, ...values: SQLInputValue[]): number => Number(prepared(sql).run(...values).changes);

  let turn: Promise<void> | undefined;
  let isWriting = false;
  let depth = 0;
  let failure: Error | undefined;
  const commit = (): void => {
    turn = undefined;
    if (!isWriting) return;
    isWriting = false;
    try {
      if (failure) throw failure;
      run('COMMIT');
    } catch (error) {
      failure = undefined;
      run('ROLLBACK'); // a full disk, say: nobody is answered, and the next may try
      throw error;
    }
  };
  /** One commit, and one wait for the disk, for all requests that came in with this turn of the loop. */
  const endOfTurn = (): Promise<void> => {
    if (turn) return turn;
    turn = new Promise<void>((resolve) => setImmediate(resolve)).then(commit);
    turn.catch(() => undefined); // whoever asks for committed() gets it
    return turn;
  };
  const begin = (): void => {
    if (isWriting) return;
    run('BEGIN IMMEDIATE');
    isWriting = true;
    void endOfTurn();
  };

  return {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the columns that it asks for
    get: <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as T | undefined,
    all: <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as T[],
    run,
    write(change) {
      begin();
      const name = `s${String(depth++)}`;
      run(`SAVEPOINT ${name}`);
      try {
        const result = change();
        run(`RELEASE ${name}`);
        return result;
      } catch (error) {
        run(`ROLLBACK TO ${name}`);
        run(`RELEASE ${name}`);
        throw error;
      } finally {
        depth--;
      }
    },
    writeChecked(change) {
      begin();
      try {
        return change();
      } catch (error) {
        failure = error as Error;
        throw error;
      }
    },
    committed: endOfTurn,
    tables: () =>
      prepared("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all()
        .map(({ name }) => name as string),
    close() {
      commit();
      db.close();
    },
  };
}
