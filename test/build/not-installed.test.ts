// What a stranger meets who runs a script before `npm ci`, on whatever Node the machine has: what to do, and no stack trace.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const ADVICE = 'Nothing is installed here yet. Run this first: npm ci\n';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** What npm runs by itself, after an installation, is nobody's first. */
const names = Object.keys(scripts).filter((name) => name !== 'prepare');

/** The machine's own Node, whatever this test runs in; that has only what npm put on the path. */
const foreign = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));

const folder = mkdtempSync(join(tmpdir(), 'wallet-not-installed-'));
const modules = join(folder, 'node_modules');
beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const needed = files
    .split('\n')
    .filter((file) => /^(package\.json|(scripts|test|packages)\/.*\.(js|ts|json))$/.test(file));
  for (const file of needed) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
});
beforeEach(() => {
  rmSync(modules, { recursive: true, force: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command as npm does, which takes many times as long to start. */
function run(command: string, path: readonly string[] = foreign) {
  const env = { ...process.env, PATH: path.join(delimiter), NODE_OPTIONS: '', npm_config_loglevel: 'silent' };
  const { status, stdout, stderr } = spawnSync(command, { cwd: folder, env, encoding: 'utf8', shell: true });
  return { status, stdout, stderr };
}

test.each(names)('npm run %s says what to do, on the Node of the machine', (name) => {
  expect(run(scripts[name] ?? '')).toEqual({ status: 1, stdout: '', stderr: ADVICE });
});

test('an installation that broke off does not count', () => {
  mkdirSync(join(modules, 'yaml'), { recursive: true });
  expect(run(scripts['build'] ?? '')).toEqual({ status: 1, stdout: '', stderr: ADVICE });
});

test('so it is on the Node that the scripts want', () => {
  expect(run('npm start', [dirname(process.execPath), ...foreign])).toEqual({
    status: 1,
    stdout: '',
    stderr: ADVICE,
  });
});

test('where all is installed but the Node for it, that is said', () => {
  mkdirSync(modules);
  writeFileSync(join(modules, '.package-lock.json'), '{}');
  const without = '--no-experimental-strip-types'; // as an older Node
  const guard = join(folder, 'scripts', 'installed.js');
  const { status, stderr } = spawnSync(process.execPath, [without, guard], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `Node ${process.versions.node} cannot run these scripts. Their own Node is installed by: npm ci (without --ignore-scripts)\n`,
  });
});

test('where all is installed nothing is said, and the script runs', () => {
  symlinkSync(join(ROOT, 'node_modules'), modules, 'junction');
  const { status, stdout, stderr } = run('npm run help', [dirname(process.execPath), ...foreign]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('npm start');
});
