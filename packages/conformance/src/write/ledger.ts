/** The ledger of a writing pack: a line is on the disk before what it says is sent, and one process has it at a time. */
import { appendFileSync, closeSync, fstatSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { lock, UsageError, type Lock } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import {
  FORM,
  isOpen,
  lineOf,
  withOutcome,
  type Entry,
  type Heading,
  type Intent,
  type Outcome,
} from './ledger-line.ts';

/** A ledger that is open. */
export interface Ledger {
  /** What it has, and what it was to have where the disk did not say that it does: whoever opens it next may find that there. */
  readonly entries: readonly Entry[];
  /** Writes down what is about to be sent. Once it returns, that is on the disk. @throws Error if it is not: then nothing may be sent */
  readonly begin: (intent: Intent) => number;
  /**
   * Looks, right before it is sent, whether this process alone still has the ledger, and it is as this process read and wrote it. Whoever
   * comes afterwards reads its line. @throws UsageError if not: then nothing may be sent
   */
  readonly leave: () => void;
  /** Writes down what became of it, and why: by which row of the document, or as a person says. */
  readonly note: (write: number, outcome: Outcome, why?: Why) => void;
  /** Writes down that its request never left, as long as this process has the ledger. Nothing hangs on it, so it does not fail. */
  readonly unsent: (write: number) => void;
  readonly close: () => void;
}

/** Why something became of a write. */
export interface Why {
  readonly row?: string;
  readonly reason?: string;
}

/** What is said of a file that is no ledger. Never to take another one: that would not count what this one has paid. */
const HOW =
  'Nothing was sent. Give the ledger that the pack wrote. If this is it, it has lost what it began with: put that back, for what was paid is counted by it alone.';

/** Of one beside which no lock can be made, as on a full disk. */
const UNLOCKABLE =
  'Nothing was sent. See to it that it can be, with room on the disk and leave to write there: what was paid is counted by this ledger alone.';

/** Of one that has nothing but a part of its first line. A process that ended there has sent nothing with it. */
const UNBEGUN =
  'Nothing was sent. It has its first line, or a part of that, and not the end of it. Look into the web control panel: only if no order there begins with order_id_prefix, nothing was ever paid with it, and you may empty it.';

/** Of one that ends within a line. What a kill cut off was not sent, and what something else cut off may have been: nobody can tell. */
const CUT =
  'Nothing was sent. What stands behind the last whole line may be a withdrawal that was paid. Look into the web control panel which orders begin with order_id_prefix. Then delete what stands there, and take one amount off at_most, so that it stays counted: an order may show later.';

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
    const stay = (): void => {
      if (!isStill(file, fd)) throw new UsageError(`${file} was moved or taken away: nothing more is sent.`);
    };
    const append = (line: object): void => {
      stay();
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      size += bytes.byteLength;
      appendFileSync(fd, bytes);
      fsyncSync(fd);
    };
    const look = (): void => {
      stay();
      if (!own.isHeld())
        throw new UsageError(
          `${file}.lock was taken away, so that another process may have the ledger: nothing more is sent.`,
        );
      if (fstatSync(fd).size !== size)
        throw new UsageError(`${file} was changed by another process: nothing more is sent.`);
    };
    if (size === 0) append({ form: FORM, ...heading });
    syncFolder(dirname(file));
    const at = (): string => new Date(now()).toISOString();
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
    return {
      entries: all,
      begin(intent) {
        look();
        const write = begun(intent);
        try {
          append({ write, at: at(), ...intent });
        } catch (error) {
          become(write, 'not sent'); // but its line, or a part of it, may be there, and counts for whoever opens it next
          throw error;
        }
        return write;
      },
      leave: look,
      note(write, outcome, why) {
        append(become(write, outcome, why));
      },
      unsent(write) {
        const line = become(write, 'not sent');
        try {
          look();
          append(line);
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
    return entry;
  } finally {
    ledger.close();
  }
}

/** What a ledger says that it is of. @throws UsageError for what is none */
function headingOf(file: string): Omit<Heading, 'form'> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
  const own = parsed(text.split('\n')[0] ?? '');
  if (own?.form !== FORM) throw new UsageError(`${file} is no ledger. ${HOW}`);
  const { service, product, wallet, currency, token } = own as unknown as Heading;
  return { service, product, wallet, currency, token };
}

/**
 * Reads a ledger.
 *
 * @returns its entries, and how many bytes it has
 * @throws UsageError for what is no ledger, one of something else, and one that does not end with a whole line
 */
export function readLedger(
  file: string,
  heading: Heading,
): { readonly size: number; readonly entries: readonly Entry[] } {
  const bytes = readFileSync(file);
  const text = bytes.toString('utf8');
  if (bytes.length === 0) return { size: 0, entries: [] };
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const own = parsed(first);
  if (JSON.stringify(heading).startsWith(text)) throw new UsageError(`${file} is no ledger. ${UNBEGUN}`);
  if (own?.form !== FORM) throw new UsageError(`${file} is no ledger. ${HOW}`);
  if (!text.endsWith('\n')) throw new UsageError(`${file} does not end with a whole line${orderIn(text)}. ${CUT}`);
  const other = Object.entries(heading).find(([name, value]) => !isDeepStrictEqual(own[name], value));
  if (other)
    throw new UsageError(
      `${file} is the ledger of another ${other[0]}. What it has open can be found out there alone. Nothing was sent: give the one of this ${other[0]}.`,
    );
  const entries: Entry[] = [];
  for (const [i, line] of lines.entries()) {
    const read = lineOf(parsed(line));
    const place = `${file}: line ${String(i + 2)}`;
    if (!read)
      throw new UsageError(
        `${place} is no line of a ledger. Nothing was sent. Put back what it said, for that may have been paid.`,
      );
    if ('write' in read) {
      if (read.write !== entries.length + 1)
        throw new UsageError(`${place} is not write ${String(entries.length + 1)}: a line is missing.`);
      entries.push({ ...read, outcomes: [] });
      continue;
    }
    const entry = entries[read.of - 1];
    if (!entry) throw new UsageError(`${place} is of a write that is not there: a line is missing.`);
    entries[read.of - 1] = withOutcome(entry, read.outcome, read.row);
  }
  return { size: bytes.length, entries };
}

/** The order of what stands behind the last whole line, as far as that names one. */
const orderIn = (text: string): string => {
  const id = /"order_id":"([\w-]+)"/.exec(text.slice(text.lastIndexOf('\n') + 1))?.[1];
  return id === undefined ? '' : `; what is behind the last one names the order ${id}`;
};

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const node: unknown = JSON.parse(line);
    return isNode(node) ? node : undefined;
  } catch {
    return undefined;
  }
}

function opened(file: string): number {
  try {
    const fd = openSync(file, 'a+', 0o600);
    const { nlink } = fstatSync(fd);
    if (fstatSync(fd).isFile() && nlink === 1) return fd;
    closeSync(fd);
  } catch (error) {
    throw cannot(file, error);
  }
  throw new UsageError(
    `${file} is no file with one name: a ledger has to be one, or two processes might have it. Nothing was sent.`,
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
    `${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}. Without a ledger nothing is sent.`,
  );
