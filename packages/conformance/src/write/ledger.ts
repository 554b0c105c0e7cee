/** The ledger of a writing pack: a line is on the disk before what it says is sent, and one process has it at a time. */
import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { lock, UsageError, type Lock } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import { FORM, isOpen, lineOf, type Entry, type Heading, type Intent, type Outcome } from './ledger-line.ts';

/** A ledger that is open. */
export interface Ledger {
  readonly entries: readonly Entry[];
  /** Writes down what is about to be sent. Once it returns, that is on the disk. @throws Error if it is not: then nothing may be sent */
  readonly begin: (intent: Intent) => number;
  /**
   * Looks, right before it is sent, whether this process alone still has the ledger, and it is as this process read and wrote it. Whoever
   * comes afterwards reads its line. @throws UsageError if not: then nothing may be sent
   */
  readonly leave: (write: number) => void;
  /** Writes down what became of it, and why where a person says so. */
  readonly note: (write: number, outcome: Outcome, reason?: string) => void;
  readonly close: () => void;
}

/** What is said of a file that is no ledger. */
const HOW = 'Give the ledger that the pack wrote, or the path of a new one.';

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
    const own = (held = lock(file, 'Wait until that has ended.')); // two at once could spend twice
    const { text, entries } = readLedger(file, { form: FORM, ...heading });
    /** What the file has by this process, in bytes. */
    let size = Buffer.byteLength(text);
    const append = (line: object): void => {
      if (!isStill(file, fd)) throw new UsageError(`${file} was moved or taken away: nothing more is sent.`);
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      size += bytes.byteLength;
      appendFileSync(fd, bytes);
      fsyncSync(fd);
    };
    const look = (): void => {
      if (!isStill(file, fd)) throw new UsageError(`${file} was moved or taken away: nothing more is sent.`);
      if (!own.isHeld())
        throw new UsageError(
          `${file}.lock was taken away, so that another process may have the ledger: nothing more is sent.`,
        );
      if (fstatSync(fd).size !== size)
        throw new UsageError(`${file} was changed by another process: nothing more is sent.`);
    };
    ftruncateSync(fd, Buffer.byteLength(text)); // half a line, of a process that was killed before it was on the disk: nothing was sent for it
    if (text === '') append({ form: FORM, ...heading });
    else if (!text.endsWith('\n')) {
      appendFileSync(fd, '\n');
      size += 1;
    }
    syncFolder(dirname(file));
    const at = (): string => new Date(now()).toISOString();
    const all: Entry[] = [...entries];
    return {
      entries: all,
      begin(intent) {
        look();
        const write = all.length + 1;
        append({ write, at: at(), ...intent });
        all.push({ write, intent, outcomes: [] });
        return write;
      },
      leave: look,
      note(write, outcome, reason) {
        append({ of: write, at: at(), outcome, ...(reason !== undefined && { reason }) });
        const entry = all[write - 1];
        if (entry) all[write - 1] = { ...entry, outcomes: [...entry.outcomes, outcome] };
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
    ledger.note(write, 'closed by hand', reason);
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
  if (own?.form !== FORM) throw new UsageError(`${file} is no ledger. Give the ledger that the pack wrote.`);
  const { service, product, wallet, currency, token } = own as unknown as Heading;
  return { service, product, wallet, currency, token };
}

/**
 * Reads a ledger.
 *
 * @returns its entries, and its text as far as it has whole lines
 * @throws UsageError for what is no ledger, or one of something else
 */
export function readLedger(
  file: string,
  heading: Heading,
): { readonly text: string; readonly entries: readonly Entry[] } {
  const whole = readFileSync(file, 'utf8');
  const end = whole.lastIndexOf('\n') + 1;
  const rest = whole.slice(end);
  const text = parsed(rest) === undefined ? whole.slice(0, end) : whole;
  if (text !== whole && mayBeWrite(rest, text))
    throw new UsageError(
      `${file}: its last line is cut off, and it is of a write${orderIn(rest)}. If a kill cut it, nothing was sent for it: delete that line. If the file was cut later, it may have been paid: look for it in the web control panel first.`,
    );
  const [first, ...lines] = text.split('\n').filter((line) => line !== '');
  if (first === undefined) {
    if (whole !== '' && !JSON.stringify(heading).startsWith(whole))
      throw new UsageError(`${file} is no ledger. ${HOW}`);
    return { text: '', entries: [] };
  }
  const own = parsed(first);
  if (own?.form !== FORM) throw new UsageError(`${file} is no ledger. ${HOW}`);
  const other = Object.entries(heading).find(([name, value]) => !isDeepStrictEqual(own[name], value));
  if (other)
    throw new UsageError(
      `${file} is the ledger of another ${other[0]}. What it has open can be found out there alone: give another.`,
    );
  const entries: Entry[] = [];
  for (const [i, line] of lines.entries()) {
    const read = lineOf(parsed(line));
    const place = `${file}: line ${String(i + 2)}`;
    if (!read) throw new UsageError(`${place} is no line of a ledger. Mend it: what it said may have been paid.`);
    if ('write' in read) {
      if (read.write !== entries.length + 1)
        throw new UsageError(`${place} is not write ${String(entries.length + 1)}: a line is missing.`);
      entries.push({ ...read, outcomes: [] });
      continue;
    }
    const entry = entries[read.of - 1];
    if (!entry) throw new UsageError(`${place} is of a write that is not there: a line is missing.`);
    entries[read.of - 1] = { ...entry, outcomes: [...entry.outcomes, read.outcome] };
  }
  return { text, entries };
}

/** Whether half a line can be of a write. Behind a whole line of one comes what became of it. */
function mayBeWrite(rest: string, before: string): boolean {
  const last = before.trimEnd().split('\n').at(-1) ?? '';
  return rest.startsWith(WRITE) || (WRITE.startsWith(rest) && last !== '' && !last.startsWith(WRITE));
}

const WRITE = '{"write"';

/** The order of half a line, as far as it names one. */
const orderIn = (rest: string): string => {
  const id = /"order_id":"([\w-]+)"/.exec(rest)?.[1];
  return id === undefined ? '' : `, order ${id}`;
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
    `${file} is no file with one name: a ledger has to be one, or two processes might have it. ${HOW}`,
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
