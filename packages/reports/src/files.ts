/** The files that reports go to: looked at before the run, written after it. */
import { appendFileSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './usage.ts';

/** Which file a name is of: as long as somebody has that file, no other has its number. */
export function inodeOf(name: string): string | undefined {
  const found = statSync(name, { bigint: true, throwIfNoEntry: false });
  return found && `${String(found.dev)} ${String(found.ino)}`;
}

/** What tells a file from all others, whatever it is called: two names may be links of one. */
export const identityOf = (file: string): string =>
  statSync(file, { throwIfNoEntry: false })?.isFile() === true ? (inodeOf(file) ?? resolve(file)) : resolve(file);

/**
 * Makes the folders that lead to a file. Node's own way to do so does not end below /proc.
 *
 * @throws what the system says of it
 */
export function makeFolders(file: string): void {
  const folder = dirname(resolve(file));
  if (statSync(folder, { throwIfNoEntry: false })) return;
  makeFolders(folder);
  mkdirSync(folder);
}

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

/** Whether it is a pipe with a place of its own; that of a shell, as /dev/stdout, has none, and is read to its end. */
function isNamedPipe(file: string): boolean {
  try {
    return lstatSync(realpathSync(file)).isFIFO();
  } catch {
    return false; // it is not there yet
  }
}

/** A file that is asked for. */
export interface Wanted {
  /** The option that asks for it. */
  readonly option: string;
  readonly file: string;
}

/**
 * Makes files empty, with the directories to them: what an earlier run left must not pass for the result of one that broke off. Where one
 * cannot be written, before the run rather than after it, all are left as they are.
 *
 * @throws UsageError for a place where nothing can be written, and for two names of one file
 */
export function prepare(files: readonly Wanted[]): void {
  const missing = files.filter(({ file }) => statSync(file, { throwIfNoEntry: false }) === undefined);
  try {
    for (const each of files) open(each);
    refuseSame(files); // now that each is there, links show where they lead to
  } catch (error) {
    for (const { file } of missing)
      if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
    throw error;
  }
  for (const { file } of files) writeFileSync(file, '');
}

/** Sees that a file can be written, and leaves what it has. @throws UsageError for one that cannot */
function open({ option, file }: Wanted): void {
  if (isNamedPipe(file))
    throw new UsageError(`--${option} is a named pipe, whose reader leaves before the report comes. Give a file.`);
  try {
    makeFolders(file);
    appendFileSync(file, '');
  } catch (error) {
    throw new UsageError(`--${option} cannot write its file: ${(error as Error).message}. Give another place.`);
  }
}

/** Writes a report; what goes wrong is said, and ends nothing. */
export function write(file: string, text: string): boolean {
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    process.stderr.write(`A report could not be written: ${(error as Error).message}\n`);
    return false;
  }
}
