/** Where a file is, whichever way leads to it, and whether two names are of one. */
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

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
