/** A data file before it is used: whether it is a state at all, and whole. To look must not change a byte of what may be another program's. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { versionOf } from './schema.ts';

/**
 * Looks at a file that is to be opened.
 *
 * @throws Error for one of another program, of a newer sandbox, that is damaged, or without the log that has its newest changes
 */
export function checkFile(file: string): void {
  const log = `${file}-wal`;
  const hasLog = existsSync(log);
  if (sizeOf(file) === 0) {
    // SQLite would take the file for a new one, and remove the log.
    if (sizeOf(log) > 0)
      throw new Error(
        `The data file is ${existsSync(file) ? 'empty' : 'not there'}, and ${log} has changes to it. Put the file back beside its log; to begin a new one, move the log away.`,
      );
    return;
  }
  try {
    const use = looked(immutable(file), useOf);
    if (use === 'closed') {
      if (hasLog) removeNeedless(file, log);
      return;
    }
    if (hasLog) lookWithLog(file, versionOf); // all that there is may be in there yet, or it is another program's
    if (use !== undefined && !hasLog)
      throw new Error(
        `The data file may lack its newest changes: the sandbox that had it was killed, and ${log}, which had them, is not there. Put it beside the file. Where it is lost, or another program has taken it into the file, make an empty file of that name to go on.`,
      );
  } catch (error) {
    if (!isDamaged(error)) throw error;
    // A kill may have come while the log was folded in: only both together are whole then.
    if (hasLog) lookWithLog(file, versionOf);
    else
      throw new Error(
        `The data file cannot be used: ${error.message}. If its sandbox was killed, put ${log} back beside it; otherwise put back a copy.`,
        { cause: error },
      );
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Whether SQLite says of a file that its pages do not fit together, or that it is no database. */
const isDamaged = (error: unknown): error is Error => [11, 26].includes((error as { errcode?: number }).errcode ?? 0);

/**
 * A file that was closed is whole. A log beside it is what a kill left of its closing or of its opening, and has nothing that is not in the
 * file; or it is of another file, one that was there before a copy was put back, say, and SQLite would mix both.
 *
 * @throws Error for such a one
 */
function removeNeedless(file: string, log: string): void {
  if (sizeOf(log) > 0 && !isOfOpening(file))
    throw new Error(
      `${log} is not of this data file, which was closed and is whole without it. Move it away, or put back the file that it is of.`,
    );
  rmSync(log);
}

function isOfOpening(file: string): boolean {
  try {
    return lookWithLog(file, useOf) !== 'open';
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

/** Whatever opens a file with a log for writing folds the log in when it closes. The index that SQLite makes to read one goes again. */
function lookWithLog<T>(file: string, look: (db: DatabaseSync) => T): T {
  const index = `${file}-shm`;
  const hadIndex = existsSync(index);
  try {
    return looked(file, look);
  } finally {
    if (!hadIndex) rmSync(index, { force: true });
  }
}

/** The file as it is without its log; nothing is made beside it. */
function immutable(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

function looked<T>(file: string | URL, look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** What a file says of itself. One that is being opened has all in it still. */
type Use = 'closed' | 'opening' | 'open';

/** Undefined for one that does not say. */
function useOf(db: DatabaseSync): Use | undefined {
  if (versionOf(db) === 0) return undefined;
  const value = db.prepare("SELECT value FROM meta WHERE key = 'open'").get()?.value;
  return OF_BEFORE[value as string] ?? (value as Use | undefined);
}

/** As sandboxes of before wrote it. */
const OF_BEFORE: Readonly<Record<string, Use>> = { false: 'closed', true: 'open' };

/** Notes in the file itself that it is in use, not whole without its log from now on; and at the log's begin that it is one of a file in use. */
export function noteOpen(db: DatabaseSync): void {
  note(db, 'opening');
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  note(db, 'open');
}

/** Notes that it is not any more. The log is folded in when the file is closed. */
export function noteClosed(db: DatabaseSync): void {
  note(db, 'closed');
}

const note = (db: DatabaseSync, use: Use): void => {
  db.prepare("INSERT OR REPLACE INTO meta VALUES ('open', ?)").run(use);
};
