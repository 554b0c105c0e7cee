/** What was judged before, as it still is: a digest of all that the judgement of a folder hangs on, kept beside in judged.json. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { FOLDERS, JSON_SOURCES, SOURCES } from './folders.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = join(import.meta.dirname, 'judged.json');

/** The code, what is generated for it, what tests have in common, and how it is judged; every folder hangs on all of it. */
const COMMON = [
  ...[`${SOURCES}/**/*.ts`, `${JSON_SOURCES}/**/*.ts`, 'generated/*.js', 'test/client/**/*.ts'],
  ...['test/code-mutation/*.ts', 'test/code-mutation/package-lock.json'],
];

const isTest = (file: string): boolean => file.endsWith('.test.ts');

/** The digest of a folder as it is now. */
export function digestOf(folder: string): string {
  const tests = (FOLDERS[folder] ?? []).map((name) => `test/client/${name}.test.ts`);
  const files = globSync(COMMON, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  const hash = createHash('sha256').update(`${folder} ${manifest.devDependencies.vitest}\n`);
  for (const file of files.toSorted())
    if (!isTest(file) || tests.includes(file) || file.startsWith('test/code-mutation/'))
      hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** The digests of the folders that have passed, by name. */
const known = (): Record<string, string> =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>) : {};

/** Whether a folder has passed, and nothing of it has changed since. */
export const isJudged = (folder: string): boolean => known()[folder] === digestOf(folder);

/** Remembers that folders have passed. */
export function remember(folders: readonly string[]): void {
  const all = { ...known(), ...Object.fromEntries(folders.map((folder) => [folder, digestOf(folder)])) };
  const kept = Object.entries(all).filter(([folder]) => Object.hasOwn(FOLDERS, folder));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept.toSorted()), null, 2)}\n`);
}
