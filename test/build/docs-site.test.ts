// The website of all releases: the latest version has an address that stays, the others one each.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'docs-site.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-site-'));
  mkdirSync(join(folder, 'releases'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function release(...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, 'releases', name));
    writeFileSync(join(folder, 'releases', name, 'index.html'), `docs of ${name}`);
  }
}

function run(out = 'site'): { error: string } {
  try {
    const args = [SCRIPT, '--releases', join(folder, 'releases'), '--out', join(folder, out)];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    return { error: '' };
  } catch (error) {
    return { error: String((error as { stderr: Buffer }).stderr) };
  }
}

const read = (path: string): string => readFileSync(join(folder, 'site', path), 'utf8');

test('each version has a folder, and the latest a second one', () => {
  release('v0.9.0', 'v0.10.0', 'v0.11.0-rc.1');
  expect(run()).toEqual({ error: '' });
  expect(readdirSync(join(folder, 'site')).toSorted()).toEqual([
    '0.10.0',
    '0.11.0-rc.1',
    '0.9.0',
    'index.html',
    'latest',
  ]);
  expect(read('latest/index.html')).toBe('docs of v0.10.0');
  expect(read('0.9.0/index.html')).toBe('docs of v0.9.0');
});

test('the front page links to all of them, the newest first', () => {
  release('v0.9.0', 'v0.10.0');
  run();
  expect([...read('index.html').matchAll(/href="([^"]*\/)"/g)].map(([, href]) => href)).toEqual([
    'latest/',
    '0.10.0/',
    '0.9.0/',
  ]);
});

test('a first trial is the latest as long as there is nothing else', () => {
  release('v0.1.0-rc.1');
  expect(run()).toEqual({ error: '' });
  expect(read('latest/index.html')).toBe('docs of v0.1.0-rc.1');
});

test.each([
  ['nothing to publish', () => undefined, /There is no release in/],
  [
    'a folder that is no version',
    () => {
      release('main');
    },
    /main is not named after a version/,
  ],
  [
    'a release without docs',
    () => {
      mkdirSync(join(folder, 'releases', 'v1.0.0'));
    },
    /v1\.0\.0 holds no index\.html/,
  ],
  [
    'a site that is there already',
    () => {
      release('v1.0.0');
      mkdirSync(join(folder, 'site'));
    },
    /exists already/,
  ],
])('%s is an error that says so', (_, prepare, message) => {
  prepare();
  expect(run().error).toMatch(message);
});
