// The website of all releases: the latest version has an address that stays, the others one each.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

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

function run(out = 'site', ...more: string[]): { error: string } {
  try {
    const args = [SCRIPT, '--releases', join(folder, 'releases'), '--out', join(folder, out), ...more];
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
    'changelog.html',
    'index.html',
    'latest',
    'versions.js',
  ]);
  expect(read('latest/index.html')).toContain('docs of v0.10.0');
  expect(read('0.9.0/index.html')).toContain('docs of v0.9.0');
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

test('a version comes before its trials', () => {
  release('v1.0.0-rc.2', 'v1.0.0', 'v1.0.0-rc.10');
  run();
  expect([...read('index.html').matchAll(/<a href="(\d[^"]*)\/"/g)].map(([, version]) => version)).toEqual([
    '1.0.0',
    '1.0.0-rc.10',
    '1.0.0-rc.2',
  ]);
});

test('what changed is told of each version, as its own changelog told it', () => {
  release('v0.9.0', 'v0.10.0', 'v0.11.0');
  const older = '# Changelog\n\n## 0.9.0 (2026-01-02)\n\n### Minor\n\n- First `thing`.\n';
  const newer = older.replace('## 0.9.0', '## 0.10.0 (2026-03-04)\n\n### Patch\n\n- Second.\n\n## 0.9.0');
  writeFileSync(join(folder, 'releases', 'v0.9.0', 'CHANGELOG.md'), older);
  writeFileSync(join(folder, 'releases', 'v0.10.0', 'CHANGELOG.md'), newer);
  run();
  const [, ...sections] = read('changelog.html').split('<h2 ');
  expect(
    sections.map((section) =>
      section
        .replace(/<[^>]*>|id="[^"]*">/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  ).toEqual([
    '0.11.0 Nothing was written down of what changed in this version.',
    '0.10.0 (2026-03-04) Patch Second.',
    '0.9.0 (2026-01-02) Minor First thing.',
  ]);
});

test('that no release has a changelog is said', () => {
  release('v0.9.0');
  run();
  expect(read('changelog.html')).toContain('None of these versions came with a changelog.');
});

test('a first trial is the latest as long as there is nothing else', () => {
  release('v0.1.0-rc.1');
  expect(run()).toEqual({ error: '' });
  expect(read('latest/index.html')).toContain('docs of v0.1.0-rc.1');
});

describe('a page of several versions', () => {
  const html = (name: string): string => `<html><head><title>${name}</title></head></html>`;
  beforeEach(() => {
    for (const [name, pages] of [
      ['v1.0.0', ['index.html', 'guides/old.html', 'errors/index.html']],
      ['v1.1.0', ['index.html', 'errors/index.html', 'errors/not_found.html']],
    ] as const)
      for (const page of pages) {
        const file = join(folder, 'releases', name, page);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, html(page));
      }
    writeFileSync(join(folder, 'releases', 'v1.1.0', 'llms.txt'), '[a](errors/a.md) [b](https://b.example/) [c](#c)');
  });

  test('is to be found under the latest that has it', () => {
    expect(run('site', '--url', 'https://docs.example/wallet')).toEqual({ error: '' });
    const canonical = (path: string): string[] =>
      Array.from(read(path).matchAll(/<link rel="canonical" href="([^"]*)">/g), ([, href = '']) => href);
    expect(canonical('1.0.0/index.html')).toEqual(['https://docs.example/wallet/latest/']);
    expect(canonical('latest/index.html')).toEqual(['https://docs.example/wallet/latest/']);
    expect(canonical('1.0.0/errors/index.html')).toEqual(['https://docs.example/wallet/latest/errors/']);
    expect(canonical('1.1.0/errors/not_found.html')).toEqual([
      'https://docs.example/wallet/latest/errors/not_found.html',
    ]);
    expect(canonical('1.0.0/guides/old.html')).toEqual(['https://docs.example/wallet/1.0.0/guides/old.html']);
    expect(canonical('index.html')).toEqual(['https://docs.example/wallet/']);
  });

  test('is listed once for search engines', () => {
    run('site', '--url', 'https://docs.example/wallet/');
    const places = Array.from(read('sitemap.xml').matchAll(/<loc>(.*)<\/loc>/g), ([, place]) => place);
    expect(places).toEqual([
      'https://docs.example/wallet/latest/errors/',
      'https://docs.example/wallet/latest/errors/not_found.html',
      'https://docs.example/wallet/latest/',
    ]);
  });

  test('names no address where none is known', () => {
    run();
    expect(read('latest/index.html')).toContain('<link rel="canonical" href="../latest/">');
    expect(read('index.html')).not.toContain('canonical');
    expect(existsSync(join(folder, 'site', 'sitemap.xml'))).toBe(false);
  });

  test('llms.txt is at the top, and leads to the latest version', () => {
    run();
    expect(read('llms.txt')).toBe('[a](latest/errors/a.md) [b](https://b.example/) [c](#c)');
  });

  test('an address that is none is refused', () => {
    expect(run('site', '--url', 'docs.example').error).toMatch('--url docs.example is no web address');
  });
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
