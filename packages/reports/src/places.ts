/** Where a file is, whichever way leads to it, and whether two names are of one. */
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
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
 * Where a file is, or is to be, whichever way leads to it, with the folders that lead there. As the system reads it: `..` behind a folder that is a
 * link is not the folder before.
 */
export function placeOf(file: string): string {
  makeFolders(file);
  let place = file;
  // a link may lead to a file that is not there
  for (let links = 0; links < MOST_LINKS; links++) {
    try {
      return realpathSync.native(place);
    } catch {
      const folder = existsSync(dirname(place)) ? realpathSync.native(dirname(place)) : resolve(dirname(place));
      place = join(folder, basename(place));
    }
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break;
    place = resolve(dirname(place), readlinkSync(place));
  }
  return place;
}

/** So many links the system follows. */
const MOST_LINKS = 40;

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
