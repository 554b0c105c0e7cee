// Tells whether a build would change anything, without building: by a hash over everything that goes in and comes out.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GENERATED, ROOT } from './paths.ts';
import { filesOf } from './publish.ts';

const STAMP = join(ROOT, 'node_modules', '.cache', 'wallet-operations', 'build');
const INPUT_FOLDERS = ['openapi', '.changeset', 'scripts', 'packages/answers/src', 'packages/validator/src']; // the scripts stand on these packages
const INPUT_FILES = ['redocly.yaml', '.spectral.yaml', 'package-lock.json', 'CHANGELOG.md'];

/** Hash over everything that a build reads. Take it before the build, so that a change made meanwhile is noticed. */
export function inputHash(): string {
  const files = INPUT_FOLDERS.flatMap((folder) => filesOf(join(ROOT, folder)).map((file) => `${folder}/${file}`));
  return hash(ROOT, [...files, ...INPUT_FILES.filter((file) => existsSync(join(ROOT, file)))]); // no changelog before a release
}

/** Remembers that generated/, as it is now, was made of those inputs. */
export function writeStamp(inputs: string): void {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, inputs + hash(GENERATED, filesOf(GENERATED)));
}

/** True if neither the inputs nor generated/ changed since the last build. */
export function isUpToDate(inputs: string): boolean {
  try {
    return readFileSync(STAMP, 'utf8') === inputs + hash(GENERATED, filesOf(GENERATED));
  } catch {
    return false; // never built, or a file is gone: the build finds out and says so
  }
}

function hash(folder: string, files: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of files.toSorted()) {
    const content = readFileSync(join(folder, file));
    sum.update(`${file}\0${String(content.length)}\0`).update(content);
  }
  return sum.digest('hex');
}
