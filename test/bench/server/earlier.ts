/** The packages as they were before the change that is measured, packed of the sources that git has. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../package/build.ts';

const OWN = '@wallet-operations';

/** The commit before the change: where it left main, or else the one before. Undefined where git has none, as in a copy of one commit alone. */
export function earlierCommit(): string | undefined {
  const head = git('rev-parse', 'HEAD');
  const before = ['origin/main', 'main'].map((name) => git('merge-base', 'HEAD', name));
  return [...before, git('rev-parse', 'HEAD^')].find((commit) => commit !== undefined && commit !== head);
}

/** Whether what is installed now is what a commit asks for. */
export const areToolsOf = (commit: string): boolean =>
  git('diff', '--name-only', commit, '--', 'package-lock.json') === '';

/** Packs some packages of a commit below a folder, where they find what is installed here. */
export function packEarlier(commit: string, names: readonly string[], folder: string): void {
  const sources = join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  const inOwnIndex = { cwd: ROOT, env: { ...process.env, GIT_INDEX_FILE: join(folder, 'index') } };
  execFileSync('git', ['read-tree', commit], inOwnIndex);
  execFileSync('git', ['checkout-index', '--all', `--prefix=${sources}/`], inOwnIndex);
  linkInstalled(sources);
  for (const name of names)
    linkAll(join(ROOT, 'packages', name, 'node_modules'), join(sources, 'packages', name, 'node_modules'));
  const builds = names.map((name) => `await buildPackage('${name}', ${JSON.stringify(join(folder, name))});`);
  const program = `import { buildPackage } from './test/package/build.ts';\n${builds.join('\n')}`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: sources, stdio: 'pipe' });
  symlinkSync(join(sources, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** What is installed, but for the packages of the repository itself, whose sources are those of the commit. */
function linkInstalled(sources: string): void {
  const [installed, modules] = [join(ROOT, 'node_modules'), join(sources, 'node_modules')];
  mkdirSync(join(modules, OWN), { recursive: true });
  linkAll(installed, modules, (name) => name !== OWN);
  for (const name of readdirSync(join(installed, OWN)))
    symlinkSync(readlinkSync(join(installed, OWN, name)), join(modules, OWN, name), 'junction');
}

function linkAll(from: string, to: string, isMeant: (name: string) => boolean = () => true): void {
  let names: string[] = [];
  try {
    names = readdirSync(from);
  } catch {
    return; // it has none of its own
  }
  mkdirSync(to, { recursive: true });
  for (const name of names.filter(isMeant)) symlinkSync(join(from, name), join(to, name), 'junction');
}

/** What git prints; undefined when it fails. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
