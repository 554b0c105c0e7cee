/** The ledger of a writing pack: a line is on the disk before what it says is sent, and one process has it at a time. */
import { appendFileSync, closeSync, existsSync, fstatSync, fsyncSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { lock, UsageError, type Lock } from '@wallet-operations/reports';
import { changed, LedgerError, moved, reasonOf, unlocked, unwritable } from './ledger-error.ts';
import { headingOf, readLedger } from './ledger-file.ts';
import { FORM, isOpen, withOutcome, type Entry, type Heading, type Intent, type Outcome } from './ledger-line.ts';

/** A ledger that is open. */
export interface Ledger {
  /** What it has, and what it was to have where the disk did not say that it does: whoever opens it next may find that there. */
  readonly entries: readonly Entry[];
  /** Writes down what is about to be sent. Once it returns, that is on the disk. @throws LedgerError if it is not: then nothing may be sent */
  readonly begin: (intent: Intent) => number;
  /**
   * Looks whether this process alone still has the ledger, and it is as this process read and wrote it. If not, nothing may be sent: whoever
   * comes after a look that is right before the request reads its line. And whoever reads a report has to know.
   *
   * @throws LedgerError
   */
  readonly look: () => void;
  /**
   * Writes down what became of it, and why: by which row of the document, or as a person says. It does so wherever the ledger is by now, so
   * that whoever puts it back has it, unless another process may have it.
   *
   * @throws LedgerError if the disk does not take it
   */
  readonly note: (write: number, outcome: Outcome, why?: Why) => void;
  /** The same, of a request that never left. Nothing hangs on it, so it does not fail. */
  readonly unsent: (write: number) => void;
  readonly close: () => void;
}

/** Why something became of a write. */
export interface Why {
  readonly row?: string;
  readonly reason?: string;
}

/** Of one beside which no lock can be made, as on a full disk. */
const UNLOCKABLE =
  'Nothing was sent. See to it that it can be, with room on the disk and leave to write there: what was paid is counted by this ledger alone.';

/**
 * Opens a ledger for this process alone, or begins one.
 *
 * @param file - where it is
 * @param heading - what it has to be of
 * @param now - gives Unix milliseconds, for people who read it
 * @throws UsageError for what is no ledger, one of something else, one that another process has, and one that cannot be written
 */
export function openLedger(file: string, heading: Omit<Heading, 'form'>, now: () => number): Ledger {
  const fd = opened(file);
  let held: Lock | undefined;
  try {
    const own = (held = lock(file, 'Wait until that has ended.', UNLOCKABLE)); // two at once could spend twice
    const read = readLedger(file, { form: FORM, ...heading });
    /** What the file has by this process, in bytes. */
    let { size } = read;
    const at = (): string => new Date(now()).toISOString();
    const append = (line: object): void => {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      size += bytes.byteLength;
      appendFileSync(fd, bytes);
      fsyncSync(fd);
    };
    /** What the disk failed with first: from then on nobody knows what is on it. */
    let broken: LedgerError | undefined;
    const onDisk = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        if (error instanceof LedgerError) throw error;
        throw (broken ??= unwritable(file, error));
      }
    };
    const look = (): void => {
      onDisk(() => {
        if (broken) throw broken;
        if (!isStill(file, fd)) throw moved(file);
        if (!own.isHeld()) throw unlocked(file);
        const there = fstatSync(fd).size;
        if (there === 0) append({ emptied: at() }); // or it would pass for one that is yet to begin
        if (there !== size) throw changed(file);
      });
    };
    if (size === 0) append({ form: FORM, ...heading });
    syncFolder(dirname(file));
    const all: Entry[] = [...read.entries];
    /** Both know of it before the disk does: what the disk does not say that it has may be there all the same. */
    const become = (write: number, outcome: Outcome, { row, reason }: Why = {}): object => {
      const entry = all[write - 1];
      if (entry) all[write - 1] = withOutcome(entry, outcome, row);
      return {
        of: write,
        at: at(),
        outcome,
        ...(row !== undefined && { row }),
        ...(reason !== undefined && { reason }),
      };
    };
    const begun = (intent: Intent): number => all.push({ write: all.length + 1, intent, outcomes: [] });
    const note: Ledger['note'] = (write, outcome, why) => {
      const line = become(write, outcome, why);
      onDisk(() => {
        if (own.isHeld()) append(line);
      });
    };
    return {
      entries: all,
      begin(intent) {
        look();
        const write = begun(intent);
        try {
          onDisk(() => {
            append({ write, at: at(), ...intent });
          });
        } catch (error) {
          become(write, 'not sent'); // but its line, or a part of it, may be there, and counts for whoever opens it next
          throw error;
        }
        return write;
      },
      look,
      note,
      unsent(write) {
        try {
          note(write, 'not sent');
        } catch {
          // it stays open there, and the next run is more careful than it need be
        }
      },
      close() {
        closeSync(fd);
        own.release();
      },
    };
  } catch (error) {
    closeSync(fd);
    held?.release();
    if (error instanceof UsageError) throw error;
    throw cannot(file, error);
  }
}

/**
 * Closes a write of which nothing tells what became of it: a line more, and none less. It stays counted, since nothing proves that it was
 * not carried out.
 *
 * @returns the write
 * @throws UsageError for what is no ledger, and for a write that is not there or not open
 */
export function closeByHand(
  file: string,
  { write, reason }: { readonly write: number; readonly reason: string },
  now: () => number,
): Entry {
  const ledger = openLedger(file, headingOf(file), now);
  try {
    const entry = ledger.entries[write - 1];
    const open = ledger.entries.filter(isOpen).map((one) => String(one.write));
    const which = open.length === 0 ? 'No write of it is open.' : `Open: ${open.join(', ')}.`;
    if (!entry) throw new UsageError(`${file} has no write ${String(write)}. ${which}`);
    if (!isOpen(entry))
      throw new UsageError(
        `Write ${String(write)} of ${file} is not open: ${entry.outcomes.at(-1) ?? 'nothing'}. ${which}`,
      );
    ledger.note(write, 'closed by hand', { reason });
    ledger.look(); // or it may be closed nowhere that the next run reads
    return entry;
  } finally {
    ledger.close();
  }
}

/** Of a name beside which a ledger was. Whoever begins one there, since the one before was taken away, would pay on its own. */
const GONE =
  'Nothing was sent. Put that back under this name: what was paid is counted by it alone. Only if nothing was ever paid with it, or you take off at_most what was, take the lock away, too.';

function opened(file: string): number {
  // in this order: whoever begins one makes the file first
  if (existsSync(`${file}.lock`) && !existsSync(file))
    throw new UsageError(`There is no ${file}, and there is the lock of one, ${file}.lock. ${GONE}`);
  try {
    const fd = openSync(file, 'a+', 0o600);
    const { nlink } = fstatSync(fd);
    if (fstatSync(fd).isFile() && nlink === 1) return fd;
    closeSync(fd);
  } catch (error) {
    throw cannot(file, error);
  }
  throw new UsageError(
    `${file} is no file with one name: a ledger has to be one, or two processes might have it. Nothing was sent. If it is the ledger, take its further names away, and make no copy: what was paid is counted by it alone.`,
  );
}

/** Whether a name is still that of the file: whoever finds it under another might open it, too. */
function isStill(file: string, fd: number): boolean {
  const [there, own] = [statSync(file, { throwIfNoEntry: false }), fstatSync(fd)];
  return there?.ino === own.ino && there.dev === own.dev;
}

/** Or the file itself might be gone after a power cut. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

const cannot = (file: string, error: unknown): UsageError =>
  new UsageError(
    `${file} cannot be written: ${reasonOf(error)}. Without a ledger nothing is sent. If there is one, see to it that it can be: what was paid is counted by it alone.`,
  );
