/** A file that one process writes at a time. */
import { mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from './usage.ts';

/** Those that are held: one that nobody refers to would be let go of. */
const all = new Set<DatabaseSync>();

/** What SQLite says where another has the lock. */
const BUSY = 5;

/**
 * Takes a file for this process alone, until it ends, however it ends. What holds the lock is SQLite, in an empty file of the same name with
 * `.lock` behind it, which stays; so it has to be on a disk of this machine.
 *
 * @param file - the file, which need not be there
 * @returns what lets go of it
 * @throws UsageError where another process has it, or this one already, and where no lock can be made
 */
export function lock(file: string): () => void {
  let database: DatabaseSync | undefined;
  try {
    const held = (database = new DatabaseSync(`${placeOf(file)}.lock`));
    held.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    all.add(held);
    return () => {
      all.delete(held);
      held.close();
    };
  } catch (error) {
    database?.close();
    if ((error as { readonly errcode?: number }).errcode === BUSY)
      throw new UsageError(
        `${file} is in use by another process, and is written by one at a time. End that, or give another file.`,
      );
    throw new UsageError(`${file}.lock cannot be locked: ${(error as Error).message}. Give another place.`);
  }
}

/** Where a file is, whichever way leads to it: two ways must not be two locks. */
function placeOf(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  try {
    return realpathSync(file);
  } catch {
    return join(realpathSync(dirname(file)), basename(file));
  }
}
