/** A data file before it is used: whether it is a state at all, and whole. To look must not change a byte of what may be another program's. */
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { versionOf } from './schema.ts';
import { isLogOf, useOf, type Use } from './use.ts';

/**
 * Looks at a file that is to be opened.
 *
 * @returns where it is, whatever links lead there: its log is beside it, and not beside the link
 * @throws Error for one of another program, of a newer sandbox, that is damaged, without the log that has its newest changes, or with another one
 */
export function checkedFile(path: string): string {
  const file = targetOf(path);
  const log = `${file}-wal`;
  const [size, logSize] = [sizeOf(file), sizeOf(log)];
  if (!size) {
    // SQLite would take the file for a new one, and remove the log.
    if (logSize)
      throw new Error(
        `The data file is ${size === 0 ? 'empty' : 'not there'}, and ${log} has changes to it. Put the file back beside its log; to begin a new one, move the log away.`,
      );
    return file;
  }
  if (size < 512)
    throw new Error('The data file is of another program: it is shorter than any database. Give another file.');
  if (logSize) checkLog(file, log);
  else checkAlone(file, log, logSize === 0);
  return file;
}

/** Where a path leads, be it that nothing is there yet. */
function targetOf(path: string): string {
  if (!existsSync(dirname(path))) return path; // SQLite says so
  const folder = realpathSync.native(dirname(path));
  const file = join(folder, basename(path));
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file;
  const target = readlinkSync(file);
  return targetOf(isAbsolute(target) ? target : `${folder}/${target}`); // and not joined: `..` after a link is not where it seems
}

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/** Whoever puts an empty log beside a file goes on without what was in the log. */
function checkAlone(file: string, log: string, hasEmptyLog: boolean): void {
  const use = undamaged(() => looked(immutable(file), noted));
  if (use instanceof Error)
    throw new Error(
      `The data file cannot be used: ${use.message}. If its sandbox was killed, put ${log} back beside it; otherwise put back a copy.`,
      { cause: use },
    );
  if (use !== undefined && use.is !== 'closed' && !hasEmptyLog)
    throw new Error(
      `The data file may lack its newest changes: the sandbox that had it was killed, and ${log}, which had them, is not there. Put it beside the file. Where it is lost, or another program has taken it into the file, make an empty file of that name to go on.`,
    );
}

function checkLog(file: string, log: string): void {
  if (!isLog(log))
    throw new Error(
      `${log} is no log of a data file. Put its log back beside ${file}, or make an empty file of that name to go on without.`,
    );
  const alone = undamaged(() => looked(immutable(file), noted));
  const both = undamaged(() => lookedWithLog(file));
  // A kill may have come while the log was folded in: then the file alone may be damaged, and both together are whole.
  const isWhole = !(both instanceof Error) && (alone instanceof Error ? mayBeFolding(both) : isLogOf(both, alone));
  if (!isWhole)
    throw new Error(
      `${log} is not of this data file as it is: they are of different times, or one of them is damaged. Put both back as they were together${!(alone instanceof Error) && alone?.is === 'closed' ? ', or move the log away: the file was closed, and is whole without it' : ''}. Nothing of them was changed.`,
    );
}

/** Sandboxes of before folded in at any moment, and noted nothing. */
const mayBeFolding = (both: Use | undefined): boolean => both?.is !== 'open' || both.log === '';

/** Whether a file begins as a log does; SQLite would overwrite any other. */
function isLog(path: string): boolean {
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return [0x37_7f_06_82, 0x37_7f_06_83].includes(start.readUInt32BE());
}

/** What a look gives, or the error that says that pages do not fit together, or that it is no database. */
function undamaged<T>(look: () => T): T | Error {
  try {
    return look();
  } catch (error) {
    if (![11, 26].includes((error as { errcode?: number }).errcode ?? 0)) throw error;
    return error as Error;
  }
}

/** @throws Error for a file of another program, or of a newer sandbox */
const noted = (db: DatabaseSync): Use | undefined => (versionOf(db) > 0 ? useOf(db) : undefined);

/** Whatever opens a file with a log for writing folds the log in when it closes. The index that SQLite makes to read one goes again. */
function lookedWithLog(file: string): Use | undefined {
  const index = `${file}-shm`;
  const hadIndex = existsSync(index);
  try {
    return looked(file, noted);
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
