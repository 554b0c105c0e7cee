/** The ledger of a writing pack: a line is on the disk before what it says is sent, and one process has it at a time. */
import { appendFileSync, closeSync, fstatSync, fsyncSync, ftruncateSync, readFileSync, readSync } from 'node:fs';
import { UsageError, type Lock } from '@wallet-operations/reports';
import { changed, grown, LedgerError, moved, unlocked, unwritable } from './ledger-error.ts';
import { headingOf, readLedger } from './ledger-file.ts';
import { compared } from './ledger-known.ts';
import {
  FORM,
  isOpen,
  spentIn,
  withOutcome,
  type Why,
  type Entry,
  type Heading,
  type Intent,
  type Outcome,
} from './ledger-line.ts';
import { cannot, isStill, locked, opened, syncFolder } from './ledger-place.ts';

/** A ledger that is open. */
export interface Ledger {
  /** Its own name, without links. */
  readonly place: string;
  /** What it has, and what it was to have where the disk did not say that it does: whoever opens it next may find that there. */
  readonly entries: readonly Entry[];
  /** What its withdrawals come to, with those that another process has added since it was opened. */
  readonly counted: () => bigint;
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

/**
 * Opens a ledger for this process alone, or begins one.
 *
 * @param file - where it is
 * @param heading - what it has to be of
 * @param now - gives Unix milliseconds, for people who read it
 * @throws UsageError for what is no ledger, one of something else, one that another process has, and one that cannot be written
 */
export function openLedger(file: string, heading: Omit<Heading, 'form'>, now: () => number): Ledger {
  const open = opened(file);
  const { fd, place } = open;
  let held: Lock | undefined;
  try {
    const own = (held = locked(open));
    const read = readLedger(file, { form: FORM, ...heading });
    /** What the file has by this process. */
    let known = read.bytes;
    /** What withdrawals that others have added come to. */
    let added = 0n;
    const at = (): string => new Date(now()).toISOString();
    const append = (line: object): void => {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      known = Buffer.concat([known, bytes]);
      appendWhole(fd, bytes);
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
        if (!isStill(file, open)) throw moved(file);
        if (!own.isHeld()) throw unlocked(place);
        const there = readFileSync(place);
        if (there.length === 0) append({ emptied: at() }); // or it would pass for one that is yet to begin
        const now = compared(known, there);
        if (now.is === 'as it was left') return;
        added = now.is === 'grown' ? now.spent : 0n;
        throw now.is === 'grown' ? grown(file) : changed(file);
      });
    };
    if (known.length === 0) append({ form: FORM, ...heading });
    syncFolder(open);
    const all: Entry[] = [...read.entries];
    /** Both know of it before the disk does: what the disk does not say that it has may be there all the same. */
    const become = (write: number, outcome: Outcome, why: Why = {}): object => {
      const entry = all[write - 1];
      if (entry) all[write - 1] = withOutcome(entry, outcome, why);
      return { of: write, at: at(), outcome, ...why };
    };
    const begun = (intent: Intent): number => all.push({ write: all.length + 1, intent, outcomes: [] });
    const note: Ledger['note'] = (write, outcome, why) => {
      const line = become(write, outcome, why);
      onDisk(() => {
        if (own.isHeld()) append(line);
      });
    };
    return {
      place,
      entries: all,
      counted: () => spentIn(all) + added,
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

/** Appends all of it, or else nothing: of a part, as on a full disk, nobody could tell later what it was. */
function appendWhole(fd: number, bytes: Buffer): void {
  const { size } = fstatSync(fd);
  try {
    appendFileSync(fd, bytes);
  } catch (error) {
    try {
      // what others have added since is not cut off
      const added = Buffer.alloc(fstatSync(fd).size - size);
      readSync(fd, added, 0, added.length, size);
      if (bytes.subarray(0, added.length).equals(added)) ftruncateSync(fd, size);
    } catch {
      // the next run refuses it, and says what to do
    }
    throw error;
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
