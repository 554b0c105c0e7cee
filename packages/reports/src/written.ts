/** Writes what reports have, over nothing of others, and takes away what would pass for one. */
import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { placeOf } from './places.ts';
import { keptAt, refuseOver, refuseTaken, type Wanted } from './refusals.ts';
import { UsageError } from './usage.ts';

/** Permissions of a file that is new. */
const NEW = 0o666;

/** Bytes of a name behind which there is room for more. */
const ROOM = 240;

/** A name beside another that nobody has. */
export function besideOf(place: string): string {
  const name = basename(place);
  const kept = Buffer.byteLength(name) > ROOM ? name.slice(0, ROOM / 4) : name;
  return join(dirname(place), `${kept}.${randomBytes(4).toString('hex')}`);
}

/**
 * Puts a text in the place of what a file has, which is whole at any time. The file where a link leads to is the one, and who may read it stays
 * so.
 *
 * @throws what the system says of it
 */
export function replace(file: string, text: string): void {
  const place = placeOf(file);
  const mode = statSync(place, { throwIfNoEntry: false })?.mode ?? NEW;
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
 * Writes a report into its file, which `empty` left empty, or which is not there; beside it where that is no longer so, for whatever is there is
 * of others.
 *
 * @param inputs - files that it must not be, whatever its name leads to by now
 * @param mode - its permissions, where the file is new
 * @returns why it is not there, and where it is instead, if anywhere; undefined if it is there
 * @throws what the system says of it; then no part of it is left
 */
export function write(wanted: Wanted, text: string, inputs: readonly string[], mode = NEW): string | undefined {
  const { option, file } = wanted;
  try {
    refuseOver([wanted], inputs);
    refuseTaken(wanted);
    writeWhole(file, text, { mode: leaveOtherNames(file) ?? mode });
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const why = error instanceof UsageError ? message : `--${option} could not be written: ${message}.`;
    try {
      return `${why} What it has is in ${writtenBeside(file, text, mode)}.`;
    } catch (second) {
      if (!(error instanceof UsageError)) throw error;
      return `${why} Nor could it be written beside that: ${(second as Error).message}.`;
    }
  }
}

/** Writes a file, or no part of it. @throws what the system says of it */
function writeWhole(file: string, text: string, options: { readonly mode: number; readonly flag?: string }): void {
  try {
    writeFileSync(file, text, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') takeAway(file);
    throw error;
  }
}

/** Folders of what is no file. */
const DEVICES = /^\/(dev$|proc\/)/;

/** Writes it beside its file. @returns where. @throws what the system says of it, and for what is a device */
function writtenBeside(file: string, text: string, mode: number): string {
  const folder = realpathSync.native(dirname(file));
  if (DEVICES.test(folder)) throw new Error(`${folder} is a folder of devices`);
  const beside = besideOf(join(folder, basename(file)));
  writeWhole(beside, text, { flag: 'wx', mode });
  return beside;
}

/**
 * Makes room for a file of its own where a file has several names: what it has stays under the others, for one of them may be that of a ledger.
 *
 * @returns its permissions, if so
 */
export function leaveOtherNames(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.nlink === 1) return undefined;
  rmSync(realpathSync.native(file)); // a link to it stays
  return found.mode & 0o777;
}

/**
 * Takes away a file that has nothing yet: it would pass for a report. What has something, or is kept by others, is not ours.
 *
 * @returns its permissions, if there was one
 */
export function dropEmpty(wanted: Wanted): number | undefined {
  try {
    const found = statSync(wanted.file);
    return found.size === 0 && keptAt(wanted) === undefined ? takeAway(wanted.file) : undefined;
  } catch {
    return undefined; // nothing is there, or nobody can tell what
  }
}

/** Takes a file away. One that has to stay where it is stays empty. @returns its permissions */
function takeAway(file: string): number | undefined {
  let mode: number | undefined;
  try {
    const place = realpathSync.native(file); // a link to it stays
    const found = statSync(place);
    if (!found.isFile()) return undefined;
    mode = found.mode & 0o777;
    truncateSync(place);
    rmSync(place);
  } catch {
    // it is not there, it is mounted, or its folder is not ours
  }
  return mode;
}
