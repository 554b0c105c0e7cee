/** SQLite: statements prepared once, and writes of many requests committed together before any of them is answered. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { createKept } from './kept.ts';
import { checkedFile } from './file.ts';
import { remedyOf } from './remedies.ts';
import { migrate } from './schema.ts';
import { createUseNotes } from './use.ts';

/** A row as SQLite gives it; integers are bigints. */
export type Row = Record<string, SQLInputValue>;

/** The state of the sandbox. */
export interface Store {
  /** Whether it outlives the process. */
  readonly isFile: boolean;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the columns that it asks for
  readonly get: <T = Row>(sql: string, ...values: SQLInputValue[]) => T | undefined;
  /** As `get`, of one table alone: what was found is kept in memory until a row of the table changes, and is not to be written to. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the columns that it asks for
  readonly getKept: <T = Row>(table: string, sql: string, ...values: (string | bigint)[]) => T | undefined;
  /** What `getKept` finds from now on: for whoever has just changed the table, and need not ask what it has become. */
  readonly keep: (row: object, table: string, sql: string, ...values: (string | bigint)[]) => void;
  readonly all: <T = Row>(sql: string, ...values: SQLInputValue[]) => T[];
  /** Gives how many rows it changed. */
  readonly run: (sql: string, ...values: SQLInputValue[]) => number;
  /** Adds a row, its values under the names of their columns. */
  readonly insert: (table: string, row: Readonly<Row>) => void;
  /** Runs `change` whole or not at all. What it threw comes out again. */
  readonly write: <T>(change: () => T) => T;
  /**
   * Runs a change that has been checked before, so that it hardly ever fails: that is cheaper, until it does. What others changed in
   * this turn of the loop is then undone with it, and `committed` tells them.
   */
  readonly writeChecked: <T>(change: () => T) => T;
  /**
   * Resolves at the end of this turn of the loop, once everything written in it is committed; rejects if it cannot be. Answers that only read wait for it,
   * too: answers that leave together wake their receivers once.
   */
  readonly committed: () => Promise<void>;
  /** Names of the tables that are the state; which requests were seen hangs on the time, and is none of it. */
  readonly tables: () => string[];
  readonly close: () => void;
}

/**
 * Opens the state and brings its tables up to date.
 *
 * @param path - of the file, or undefined for memory.
 * @throws Error for a file that is no database, one of another program or of a newer sandbox, or one whose newest changes are missing.
 */
export function openStore(path: string | undefined): Store {
  const file = path === undefined ? undefined : checkedFile(path);
  const db = new DatabaseSync(file ?? ':memory:');
  // Survives the end of the process at any moment; a power cut may take the last moments with it, and leaves the file whole.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
  // Otherwise each savepoint writes the pages that it may undo into a file, and SQLite folds the log in whenever it likes.
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0;');
  db.exec('PRAGMA recursive_triggers = ON;'); // or a row that is replaced would go unnoticed by the journal
  if (file !== undefined) db.exec('PRAGMA locking_mode = EXCLUSIVE;'); // two processes on one file would pay twice
  migrate(db);
  const log = `${file ?? ''}-wal`;
  const notes = file === undefined ? undefined : createUseNotes(db);
  notes?.renew();

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
  const kept = createKept<Row>();
  const run = (sql: string, ...values: SQLInputValue[]): number => {
    kept.forget(sql);
    return Number(prepared(sql).run(...values).changes);
  };

  let turn: Promise<void> | undefined;
  let isWriting = false;
  let depth = 0;
  /** Why nothing of this turn is kept. */
  let failure: Error | undefined;
  const commit = (): void => {
    turn = undefined;
    if (!isWriting) return;
    isWriting = false;
    const failed = failure;
    failure = undefined;
    try {
      if (failed) throw failed;
      run('COMMIT');
      foldIfLong();
    } catch (error) {
      undo();
      throw unwritten(error);
    }
  };
  /** SQLite would begin a new log by itself, but one that belongs to no file. */
  const foldIfLong = (): void => {
    if (!notes || statSync(log).size < LONGEST_LOG) return;
    try {
      notes.renew();
    } catch {
      // the log has everything, and the next commit tries again
    }
  };
  /** SQLite has done it already where a disk is full, and then would complain of being asked. */
  const undo = (): void => {
    if (db.isTransaction) run('ROLLBACK');
    kept.clear();
  };
  /** One commit, and one wait for the disk, for all requests that came in with this turn of the loop. */
  const endOfTurn = (): Promise<void> => {
    if (turn) return turn;
    turn = new Promise<void>((resolve) => setImmediate(resolve)).then(commit);
    turn.catch(() => undefined); // whoever asks for committed() gets it
    return turn;
  };
  const begin = (): void => {
    if (failure) throw unwritten(failure);
    if (isWriting) return;
    run('BEGIN IMMEDIATE');
    isWriting = true;
    void endOfTurn();
  };
  /** Ends the turn for all that changed something in it: to do that once more would do it twice to whatever is no part of the file. */
  const failTurn = (error: unknown): void => {
    undo();
    failure = error as Error;
  };
  const write = <T>(change: () => T): T => {
    begin();
    const name = `s${String(depth++)}`;
    let result: T;
    try {
      run(`SAVEPOINT ${name}`);
      result = change();
      run(`RELEASE ${name}`);
    } catch (error) {
      depth--;
      if (db.isTransaction) {
        run(`ROLLBACK TO ${name}`);
        run(`RELEASE ${name}`);
        kept.clear();
      } else failTurn(error);
      throw unwritten(error);
    }
    depth--;
    return result;
  };

  return {
    isFile: file !== undefined,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the columns that it asks for
    get: <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as T | undefined,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the columns that it asks for
    getKept: <T>(table: string, sql: string, ...values: (string | bigint)[]) =>
      kept.get(table, sql, values.join(' '), () => prepared(sql).get(...values)) as T | undefined,
    keep(row, table, sql, ...values) {
      kept.set(table, sql, values.join(' '), row as Row);
    },
    all: <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as T[],
    run,
    insert(table, row) {
      const names = Object.keys(row);
      run(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values<SQLInputValue>(row),
      );
    },
    write,
    writeChecked(change) {
      if (depth > 0) return change();
      begin();
      try {
        return change();
      } catch (error) {
        failTurn(error);
        throw unwritten(error);
      }
    },
    committed: endOfTurn,
    tables: () =>
      prepared(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'seen_requests'",
      )
        .all()
        .map(({ name }) => name as string),
    close() {
      let isNoted = false;
      try {
        commit();
        notes?.close();
        isNoted = true;
      } finally {
        db.close();
        if (notes && !isNoted && !existsSync(log)) writeFileSync(log, ''); // it is folded in all the same, and nothing is missing
      }
    },
  };
}

/** Bytes of a log: with less, the same pages would be written into the file again and again. */
const LONGEST_LOG = 40 * 1024 * 1024;

/** Says of a failure of the disk what it is, and what to do; anything else stays as it is. */
function unwritten(error: unknown): unknown {
  const remedy = remedyOf(error);
  if (remedy === undefined) return error;
  return new Error(
    `The state cannot be written: ${(error as Error).message}. ${remedy}, then send it again: nothing of it was carried out.`,
    { cause: error },
  );
}
