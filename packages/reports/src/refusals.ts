/** Files that no report may go to: whatever has them has them for itself. */
import { closeSync, existsSync, lstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
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

/** The forms of files that are kept, as their first line says, and the options that write such ones anew. */
const KEPT: Readonly<Record<string, readonly string[]>> = { ledger: [], transcript: ['transcript', 'record'] };

/** Where a first line says its form that is no JSON, or not whole. */
const SAYS_FORM = /"form"\s*:\s*"(wallet-conform \w+)/;

/** Bytes of a file in which its first line is looked for. */
const BEGINNING = 1024 * 1024;

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
  const [, form = ''] = /^wallet-conform (\w+)/.exec(formOf(beginningOf(place))) ?? [];
  if (KEPT[form]?.includes(option) === false) return `a ${form}`;
  const lock = `${place}${LOCK}`;
  return isReplaced !== true && existsSync(lock) ? `a ledger or a recording, for its lock ${lock} is there` : undefined;
}

/** The form that a first line says, however it is spelled: what reads such a file reads any JSON. */
function formOf(text: string): string {
  const [line = ''] = text.split('\n').filter((one) => one.trim() !== '');
  try {
    const { form } = JSON.parse(line.slice(line.indexOf('{'))) as { readonly form?: unknown }; // behind a byte order mark
    return String(form);
  } catch {
    return SAYS_FORM.exec(line)?.[1] ?? '';
  }
}

/** The first characters of a file, in whatever encoding, as far as they are ASCII; none of what is no file, or cannot be read. */
function beginningOf(place: string): string {
  try {
    if (!statSync(place).isFile()) return '';
    const fd = openSync(place, 'r');
    try {
      const bytes = Buffer.alloc(BEGINNING);
      return bytes.toString('latin1', 0, readSync(fd, bytes)).replaceAll('\0', '');
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

/**
 * Refuses a file that has something in it: once reports are emptied, another has written that. And a pipe, whose reader may never come.
 *
 * @throws UsageError, and what the system says of a name that leads nowhere
 */
export function refuseTaken(wanted: Wanted): void {
  const found = statSync(wanted.file, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.size > 0) throw over(wanted, 'written by another meanwhile');
  if (isNamedPipe(wanted.file)) throw over(wanted, 'a named pipe by now');
}

/** Whether it is a pipe with a place of its own; that of a shell, as /dev/stdout, has none, and is read to its end. */
export function isNamedPipe(file: string): boolean {
  try {
    return lstatSync(realpathSync.native(file)).isFIFO();
  } catch {
    return false; // it is not there yet
  }
}

const over = ({ option, file }: Wanted, what: string): UsageError =>
  new UsageError(`--${option} would write over ${file}, which is ${what}: give another file.`);
