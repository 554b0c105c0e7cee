/** A file that one process writes at a time. */
import { DatabaseSync } from 'node:sqlite';
import { inodeOf, placeOf } from './places.ts';
import { LOCK } from './refusals.ts';
import { UsageError } from './usage.ts';

/** Those that are held: one that nobody refers to would be let go of. */
const all = new Set<DatabaseSync>();

/** A file that this process has. */
export interface Lock {
  /** Whether it still has it: whoever takes the lock file away, or puts another in its place, lets a second process in. */
  readonly isHeld: () => boolean;
  /** Lets go of it. */
  readonly release: () => void;
}

/** What SQLite says where another has the lock. */
const BUSY = 5;

/** The file that holds the lock of another. */
const lockOf = (file: string): string => `${placeOf(file)}${LOCK}`;

/** That file, and those beside it that SQLite takes for its own, and takes away. */
export function lockFilesOf(file: string): string[] {
  const name = lockOf(file);
  return ['', '-journal', '-wal', '-shm'].map((end) => `${name}${end}`);
}

/**
 * Takes a file for this process alone, until it ends, however it ends. What holds the lock is SQLite, in an empty file of the same name with
 * `.lock` behind it, which stays; so it has to be on a disk of this machine.
 *
 * @param file - the file, which need not be there
 * @param remedy - what somebody does who finds it in use
 * @param unlockable - what somebody does where no lock can be made, as on a full disk
 * @returns the lock
 * @throws UsageError where another process has it, or this one already, and where no lock can be made
 */
export function lock(
  file: string,
  remedy = 'End that, or give another file.',
  unlockable = 'Give another place.',
): Lock {
  let database: DatabaseSync | undefined;
  try {
    const name = lockOf(file);
    const held = (database = new DatabaseSync(name));
    const own = inodeOf(name); // by its name: to open it once more, and close that, would let go of the lock
    held.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    all.add(held);
    return {
      isHeld: () => own !== undefined && inodeOf(name) === own,
      release() {
        all.delete(held);
        held.close();
      },
    };
  } catch (error) {
    database?.close();
    if ((error as { readonly errcode?: number }).errcode === BUSY)
      throw new UsageError(`${file} is in use by another process, and is written by one at a time. ${remedy}`);
    throw new UsageError(`${file}.lock cannot be locked: ${(error as Error).message}. ${unlockable}`);
  }
}
