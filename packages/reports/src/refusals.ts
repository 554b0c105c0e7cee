/** Files that no report may go to: whatever has them has them for itself. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { identityOf, placeOf } from './places.ts';
import { UsageError } from './usage.ts';

/** A file that is asked for. */
export interface Wanted {
  /** The option that asks for it. */
  readonly option: string;
  readonly file: string;
  /** Whether it is written by `replace`, so that it has what it had until then. */
  readonly isReplaced?: boolean;
}

/** What the file that holds a lock has behind the name of the other. */
export const LOCK = '.lock';

/** How files begin that are kept, with what they are, and the options that write such ones anew. */
const KEPT: readonly (readonly [beginning: string, what: string, by: readonly string[]])[] = [
  ['{"form":"wallet-conform ledger', 'a ledger', []],
  ['{"form":"wallet-conform transcript', 'a transcript', ['transcript', 'record']],
];

/**
 * Refuses a file for two reports: the later would take the place of the other.
 *
 * @throws UsageError
 */
export function refuseSame(files: readonly Wanted[]): void {
  const [same] = [...Map.groupBy(files, ({ file }) => identityOf(file)).values()].filter((group) => group.length > 1);
  if (same)
    throw new UsageError(`${same.map(({ option }) => `--${option}`).join(' and ')} name the same file: give two.`);
}

/**
 * Refuses a file that is read.
 *
 * @throws UsageError
 */
export function refuseRead(files: readonly Wanted[], inputs: readonly string[]): void {
  const read = new Set(inputs.map(identityOf));
  for (const each of files) if (read.has(identityOf(each.file))) throw over(each, 'read');
}

/**
 * Refuses a file that is read, and one that is kept: a ledger, a recording, or what may be the lock of one. To be asked again before a report
 * is written, for a name may lead elsewhere by then.
 *
 * @throws UsageError
 */
export function refuseOver(files: readonly Wanted[], inputs: readonly string[]): void {
  refuseRead(files, inputs);
  for (const each of files) {
    const what = keptAt(each);
    if (what !== undefined) throw over(each, what);
  }
}

/** What is kept where a file is to go; undefined for nothing of the kind. By what it has, too: who keeps it may have lost its lock. */
export function keptAt({ option, file, isReplaced }: Wanted): string | undefined {
  const place = placeOf(file);
  if (place.endsWith(LOCK)) return `the lock of ${place.slice(0, -LOCK.length)}, by its name`;
  const begins = beginningOf(place);
  const kept = KEPT.find(([beginning, , by]) => begins.startsWith(beginning) && !by.includes(option));
  if (kept) return kept[1];
  const lock = `${place}${LOCK}`;
  return isReplaced !== true && existsSync(lock) ? `a ledger or a recording, for its lock ${lock} is there` : undefined;
}

/** The first characters of a file; none of what is no file, or cannot be read. */
function beginningOf(place: string): string {
  try {
    if (!statSync(place).isFile()) return '';
    const fd = openSync(place, 'r');
    try {
      const bytes = Buffer.alloc(64);
      return bytes.toString('latin1', 0, readSync(fd, bytes));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

/**
 * Refuses a file that has something in it: once reports are emptied, another has written that.
 *
 * @throws UsageError
 */
export function refuseFilled(wanted: Wanted): void {
  const found = statSync(wanted.file, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.size > 0) throw over(wanted, 'written by another meanwhile');
}

const over = ({ option, file }: Wanted, what: string): UsageError =>
  new UsageError(`--${option} would write over ${file}, which is ${what}: give another file.`);
