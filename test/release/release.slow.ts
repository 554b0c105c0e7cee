// A release from the first changeset to what users install, in a copy of the repository and with a registry of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Repository } from '../repository.ts';
import { startRegistry, type Registry } from './registry.ts';
import { tellRelease, type Story } from './story.ts';

const project = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
let repository: Repository;
let registry: Registry;
let story: Story;

beforeAll(async () => {
  repository = new Repository();
  registry = await startRegistry();
  story = await tellRelease(repository, registry, project);
});
afterAll(async () => {
  repository[Symbol.dispose]();
  rmSync(project, { recursive: true, force: true });
  await registry.close();
});

describe('npm run diff', () => {
  test('is content while nothing changed for callers since the last tag', () => {
    const stdout = '## What changed for callers since v0.1.0\n\nNothing.\n';
    expect(story.unchanged).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  test('fails when no changeset declares a change, and says which bump it needs', () => {
    const { exitCode, stdout, stderr } = story.undeclared;
    expect(exitCode).toBe(1);
    expect(stdout).toContain('- error `not_found`: text was `"Wallet ID invalid"`, is `"Wallet unknown"`');
    expect(stderr).toContain('need a minor bump, and the changesets declare none');
  });

  test('fails when the changesets declare less than the change needs, and passes when they declare as much', () => {
    expect([story.underdeclared.exitCode, story.declared.exitCode]).toEqual([1, 0]);
    expect(story.declared.stderr).toBe('');
  });

  test('compares with a commit or with a file, as it is told', () => {
    expect(story.against.commit.stdout).toContain('## What changed for callers since HEAD\n');
    expect(story.against.file.stdout).toContain('is `"Wallet unknown"`');
  });

  test('says what is wrong with a base that is neither, or no document', () => {
    expect(story.against.nothing.stderr).toBe('--base v9.9.9 is neither a file nor a commit that git knows here.\n');
    expect(story.against.other.stderr).toMatch(/^package\.json is no bundled OpenAPI document/);
    expect([story.against.nothing.exitCode, story.against.other.exitCode]).toEqual([1, 1]);
  });
});

describe('npm run release:version', () => {
  test('raises the version of the document, of every package and of the lock file', () => {
    expect(story.versioned).toMatchObject({ exitCode: 0, stderr: '' });
    expect(story.versions).toEqual({ generated: '0.2.0', 'packages/client': '0.2.0', 'packages/mock': '0.2.0' });
    expect(repository.read('openapi/openapi.yaml')).toContain('\n  version: 0.2.0\n');
    const lock = JSON.parse(repository.read('package-lock.json')) as { packages: Record<string, { version: string }> };
    expect(lock.packages['packages/client']?.version).toBe('0.2.0');
  });

  test('moves the changesets into the changelog', () => {
    const section =
      /^# Changelog\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n### Minor\n\n- The error `not_found` has other words\.\n/;
    expect(repository.read('CHANGELOG.md')).toMatch(section);
    expect(() => repository.read('.changeset/words.md')).toThrow('ENOENT');
  });

  test('leaves nothing that the build or Prettier would write otherwise', async () => {
    expect(story.build.exitCode).toBe(0);
    expect(repository.git('status', '--short')).toBe('');
    const written = [
      'CHANGELOG.md',
      'openapi/openapi.yaml',
      'packages/client/package.json',
      'packages/mock/package.json',
    ];
    expect(await repository.command('prettier', '--check', ...written)).toMatchObject({ exitCode: 0 });
  });

  test('makes no second version without another changeset', () => {
    expect(story.versionedAgain).toMatchObject({ exitCode: 1, stdout: '' });
    expect(story.versionedAgain.stderr).toContain('There is no changeset');
  });
});

test('npm run release:check lets its own tag pass and no other', () => {
  expect(story.checked).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(story.checkedOther.exitCode).toBe(1);
  expect(story.checkedOther.stderr).toContain('the tag has to be v0.2.0');
});

describe('npm run release:publish', () => {
  test('publishes every package, and none twice', () => {
    expect(registry.names()).toEqual(
      expect.arrayContaining(['@wallet-operations/client', '@wallet-operations/openapi']),
    );
    const lines = (text: string) => text.trim().split('\n').sort();
    expect(lines(story.published)).toEqual(registry.names().map((name) => `${name}@0.2.0 published as latest`));
    expect(lines(story.publishedAgain)).toEqual(registry.names().map((name) => `${name}@0.2.0 is there already`));
  });

  test('publishes manifests that say where they come from, and are no longer private', () => {
    for (const name of registry.names()) {
      const manifest = registry.manifest(name, '0.2.0');
      const repository = { url: 'git+https://github.com/owner/name.git' };
      expect(manifest).toMatchObject({ license: 'Apache-2.0', repository });
      expect(manifest).not.toHaveProperty('private');
    }
  });

  test('publishes what works where it is installed by name', () => {
    expect(story.used).toBe('Wallet unknown get 0.2.0\ntrue function\n');
  });
});
