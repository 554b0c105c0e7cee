/** The files that reports go to: looked at before the run, written after it. */
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './usage.ts';

/** Which file a name is of: as long as somebody has that file, no other has its number. */
export function inodeOf(name: string): string | undefined {
  const found = statSync(name, { bigint: true, throwIfNoEntry: false });
  return found && `${String(found.dev)} ${String(found.ino)}`;
}

/** What tells a file from all others, whatever it is called: two names may be links of one. */
export function identityOf(file: string): string {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return inodeOf(file) ?? resolve(file);
  } catch {
    // no file can be there, as is said of it once it is to be read or written
  }
  return resolve(file);
}

/**
 * Where a file is, whichever way leads to it, with the folders that lead there. As the system reads it: `..` behind a folder that is a link is not
 * the folder before.
 */
export function placeOf(file: string): string {
  makeFolders(file);
  try {
    return realpathSync.native(file);
  } catch {
    return join(realpathSync.native(dirname(file)), basename(file));
  }
}

/**
 * Makes the folders that lead to a file. Node's own way to do so does not end below /proc.
 *
 * @throws what the system says of it
 */
export function makeFolders(file: string): void {
  const folder = dirname(file);
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

/**
 * Refuses a file that is read.
 *
 * @throws UsageError
 */
export function refuseRead(files: readonly Wanted[], inputs: readonly string[]): void {
  const read = new Set(inputs.map(identityOf));
  for (const { option, file } of files)
    if (read.has(identityOf(file)))
      throw new UsageError(`--${option} would write over ${file}, which is read: give another file.`);
}

/** What the file that holds a lock has behind the name of the other. */
export const LOCK = '.lock';

/**
 * Refuses a file that is read, and one that a process keeps for itself, or kept: a ledger, a recording, or the lock of one. To be asked again
 * before a report is written, for a name may lead elsewhere by then.
 *
 * @throws UsageError
 */
export function refuseOver(files: readonly Wanted[], inputs: readonly string[]): void {
  refuseRead(files, inputs);
  for (const { option, file, isReplaced } of files) {
    const place = placeOf(file);
    const other = place.endsWith(LOCK) ? place.slice(0, -LOCK.length) : `${place}${LOCK}`;
    if (isReplaced !== true && existsSync(other))
      throw new UsageError(
        place.endsWith(LOCK)
          ? `--${option} would write over ${file}, which is the lock of ${other}: give another file.`
          : `--${option} would write over ${file}, which is a ledger or a recording, for its lock ${other} is there: give another file.`,
      );
  }
}

/** Whether it is a pipe with a place of its own; that of a shell, as /dev/stdout, has none, and is read to its end. */
function isNamedPipe(file: string): boolean {
  try {
    return lstatSync(realpathSync.native(file)).isFIFO();
  } catch {
    return false; // it is not there yet
  }
}

/** A file that is asked for. */
export interface Wanted {
  /** The option that asks for it. */
  readonly option: string;
  readonly file: string;
  /** Whether it is written by `replace`, so that it has what it had until then. */
  readonly isReplaced?: boolean;
}

/** Files that can be written, and have what they had. */
export interface Ready {
  /** Empties them: what an earlier run left must not pass for the result of one that broke off. */
  readonly empty: () => void;
  /** Takes those away that were not there. */
  readonly leave: () => void;
}

/**
 * Sees before a run, rather than after it, that files can be written, and makes the directories to them. Where one cannot, all are left as
 * they are.
 *
 * @param inputs - files that are read, which none of them may be
 * @throws UsageError for a place where nothing can be written, for two names of one file, and for one that is read
 */
export function ready(files: readonly Wanted[], inputs: readonly string[]): Ready {
  refuseSame(files);
  refuseRead(files, inputs);
  const made: string[] = [];
  const leave = (): void => {
    for (const file of made) if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
  };
  try {
    for (const each of files) if (open(each)) made.push(realpathSync.native(each.file));
    refuseSame(files); // now that each is there, links show where they lead to
    refuseOver(files, inputs);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    leave,
    empty() {
      for (const { file, isReplaced } of files) if (isReplaced !== true) writeFileSync(file, '');
    },
  };
}

/** Sees that a file can be written, and leaves what it has. @returns whether it was not there. @throws UsageError for one that cannot */
function open({ option, file, isReplaced }: Wanted): boolean {
  if (isNamedPipe(file))
    throw new UsageError(`--${option} is a named pipe, whose reader leaves before the report comes. Give a file.`);
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (isReplaced === true && found?.isFile() === false)
      throw new UsageError(`--${option} takes a file, which ${file} is not: what is written takes its place.`);
    makeFolders(file);
    appendFileSync(file, '');
    return found === undefined;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--${option} cannot write its file: ${(error as Error).message}. Give another place.`);
  }
}

/**
 * Puts a text in the place of what a file has, which is whole at any time. The file where a link leads to is the one, and who may read it stays
 * so.
 *
 * @throws what the system says of it
 */
export function replace(file: string, text: string): void {
  const place = placeOf(file);
  const mode = statSync(place, { throwIfNoEntry: false })?.mode ?? 0o666;
  // under a name that can be guessed there may be a file of others, and a longer one than that of the file may be too long
  const part = join(dirname(place), `.${randomBytes(6).toString('hex')}.part`);
  try {
    writeFileSync(part, text, { flag: 'wx', mode: mode & 0o777 });
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Writes a report; what goes wrong is said, and ends nothing.
 *
 * @param inputs - files that it must not be, whatever its name leads to by now
 */
export function write(wanted: Wanted, text: string, inputs: readonly string[]): boolean {
  const { file } = wanted;
  try {
    refuseOver([wanted], inputs);
    writeFileSync(file, text);
    return true;
  } catch (error) {
    process.stderr.write(`A report could not be written to ${file}: ${(error as Error).message}\n`);
    return false;
  }
}
