/** What was judged before, as it still is: a digest of all that the judgement of a folder hangs on, kept beside in judged.json. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { FOLDERS } from './folders.ts';
import { survivors } from './survivors.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = join(import.meta.dirname, 'judged.json');

/** What is generated for the code, and how it is judged; every folder hangs on all of it. */
const COMMON = ['generated/*.js', 'test/code-mutation/*.ts', 'test/code-mutation/package-lock.json'];

/** Of these a folder hangs on its own part alone. */
const BY_FOLDER = ['folders.ts', 'survivors.ts'].map((name) => `test/code-mutation/${name}`);

const isTest = (file: string): boolean => file.endsWith('.test.ts');

/** The digest of a folder as it is now. */
export function digestOf(folder: string): string {
  const { sources = '', tests = [], hangsOn = [] } = FOLDERS[folder] ?? {};
  const shared = found([...COMMON, ...hangsOn]).filter((file) => !isTest(file) && !BY_FOLDER.includes(file));
  const reasons = survivors.filter(({ file }) => [folder, `${folder}.ts`, sources].some((of) => isIn(of, file)));
  const hash = createHash('sha256')
    .update(`${folder} ${manifest.devDependencies.vitest}\n`)
    .update(JSON.stringify([FOLDERS[folder], reasons]));
  for (const file of new Set([...shared, ...modulesOf(folder), ...tests].toSorted()))
    hash.update(`${file}\n`).update(withoutWords(readFileSync(join(ROOT, file), 'utf8')));
  return hash.digest('hex');
}

/** Code without what it says of open points: words for readers, on which no code acts and no test hangs that judges it. */
export const withoutWords = (code: string): string => code.replace(/^export const openPoints = \{$.*?^\};$/ms, '');

const found = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));

const isIn = (folder: string, file: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** A module that is imported: of the same package, or of another one here. */
const IMPORT = /(?:\bfrom |\bimport\(|^import )'(?:(\.[^']+\.ts)|@wallet-operations\/([\w-]+))/gm;

/** The modules of a folder, and all that they stand on, from the top folder. */
export function modulesOf(folder: string): Set<string> {
  const { sources = '' } = FOLDERS[folder] ?? {};
  const all = new Set(found([`${sources}/${folder}.ts`, `${sources}/${folder}/**/*.ts`]));
  for (const module of all)
    // those that are added meanwhile as well
    for (const [, path, name = ''] of readFileSync(join(ROOT, module), 'utf8').matchAll(IMPORT)) {
      const imported = path === undefined ? `packages/${name}/src/index.ts` : posix.join(posix.dirname(module), path);
      if (existsSync(join(ROOT, imported))) all.add(imported);
    }
  return all;
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
