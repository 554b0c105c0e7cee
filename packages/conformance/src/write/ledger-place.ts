/** The file of a ledger and its lock, which are looked for at one place, whichever way leads to it: two ways must not be two ledgers. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lock, UsageError, type Lock } from '@wallet-operations/reports';
import { reasonOf } from './ledger-error.ts';

/** A ledger's file, open. */
export interface Opened {
  readonly fd: number;
  /** Its own name, without links; that of its lock is the same with `.lock` behind it. */
  readonly place: string;
}

/** Of a name beside which a ledger was. Whoever begins one there, since the one before was taken away, would pay on its own. */
const GONE =
  'Nothing was sent. Put that back under this name: what was paid is counted by it alone. Only if nothing was ever paid with it, or you take off at_most what was, take the lock away, too.';

/** Of one beside which no lock can be made, as on a full disk. */
const UNLOCKABLE =
  'Nothing was sent. See to it that it can be, with room on the disk and leave to write there: what was paid is counted by this ledger alone.';

/**
 * Opens the file of a ledger, or makes one where no ledger was.
 *
 * @throws UsageError for what is no file with one name, for a link that leads nowhere, and where the lock of one is and the ledger is not
 */
export function opened(file: string): Opened {
  const place = placeOf(file);
  // in this order: whoever begins one makes the file first
  if (existsSync(`${place}.lock`) && !existsSync(place))
    throw new UsageError(`There is no ${place}, and there is the lock of one, ${place}.lock. ${GONE}`);
  try {
    const fd = openSync(place, 'a+', 0o600);
    const { nlink } = fstatSync(fd);
    if (fstatSync(fd).isFile() && nlink === 1) return { fd, place };
    closeSync(fd);
  } catch (error) {
    throw cannot(file, error);
  }
  throw new UsageError(
    `${file} is no file with one name: a ledger has to be one, or two processes might have it. Nothing was sent. If it is the ledger, take its further names away, and make no copy: what was paid is counted by it alone.`,
  );
}

/**
 * Takes a ledger for this process alone: two at once could spend twice.
 *
 * @throws UsageError where another has it, and where no lock can be made, or the lock cannot be written: SQLite would read it, and keep nobody out
 */
export function locked({ place }: Opened): Lock {
  const held = lock(place, 'Wait until that has ended.', UNLOCKABLE);
  try {
    accessSync(`${place}.lock`, constants.W_OK);
    return held;
  } catch (error) {
    held.release();
    throw new UsageError(
      `${place}.lock cannot be locked, for it cannot be written: ${reasonOf(error)}. Nothing was sent. See to it that whoever runs this may write it, as he may write the ledger, and leave it where it is.`,
    );
  }
}

/** Whether a name is still that of the file, at its own place: whoever finds it at another has another lock. */
export function isStill(file: string, { fd, place }: Opened): boolean {
  const [there, own] = [statSync(file, { throwIfNoEntry: false }), fstatSync(fd)];
  return there?.ino === own.ino && there.dev === own.dev && realpathSync.native(file) === place;
}

/** Or the file itself might be gone after a power cut. Windows has no such call. */
export function syncFolder({ place }: Opened): void {
  if (process.platform === 'win32') return;
  const fd = openSync(dirname(place), 'r');
  fsyncSync(fd);
  closeSync(fd);
}

/** Of one that cannot be opened, or not be begun. */
export const cannot = (file: string, error: unknown): UsageError =>
  new UsageError(
    `${file} cannot be written: ${reasonOf(error)}. Without a ledger nothing is sent. If there is one, see to it that it can be: what was paid is counted by it alone.`,
  );

/** Its own name. A link that leads nowhere had a ledger behind it, as far as anybody knows: through it a second one would be begun. */
function placeOf(file: string): string {
  let isLost: boolean;
  try {
    if (existsSync(file)) return realpathSync.native(file);
    isLost = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (!isLost) return join(realpathSync.native(dirname(file)), basename(file));
  } catch (error) {
    throw cannot(file, error);
  }
  throw new UsageError(
    `${file} is a link to a file that is not there. Without a ledger nothing is sent. If one was there, put it back: what was paid is counted by it alone. To begin one, give its own name.`,
  );
}
