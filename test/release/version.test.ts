// One version for the document and all packages: it is the same everywhere now, and every way in which it may not be is noticed.
import { expect, test } from 'vitest';
import { parseChangeset } from '../../scripts/lib/changesets.ts';
import { hasSection, withSection } from '../../scripts/release/changelog.ts';
import { releaseProblems, versionProblems, type ReleaseState } from '../../scripts/release/rules.ts';
import { documentVersion, packageFolders, readManifest } from '../../scripts/release/workspaces.ts';

test('the document and all packages have one version', () => {
  const manifests = packageFolders().map(readManifest);
  expect(manifests.map(({ name }) => name)).toContain('@wallet-operations/openapi');
  expect(versionProblems({ version: documentVersion(), manifests })).toEqual([]);
});

const ready: ReleaseState = {
  version: '1.2.0',
  manifests: [{ name: 'a', version: '1.2.0' }],
  changelog: '# Changelog\n\n## 1.2.0 (2026-11-21)\n',
  pending: 0,
};

test('a tag may be released when everything fits it', () => {
  expect(releaseProblems('v1.2.0', ready)).toEqual([]);
});

test.each<[what: string, tag: string, state: Partial<ReleaseState>, problem: string]>([
  ['another tag', 'v1.2.1', {}, 'The tag is v1.2.1, info.version is 1.2.0'],
  ['a tag without its v', '1.2.0', {}, 'The tag is 1.2.0'],
  ['a package that stayed behind', 'v1.2.0', { manifests: [{ name: 'a', version: '1.1.0' }] }, 'a has version 1.1.0'],
  [
    'no section in the changelog',
    'v1.2.0',
    { changelog: '# Changelog\n\n## 1.2.0-rc.1 (2026-11-21)\n' },
    'no section 1.2.0',
  ],
  ['changesets that are left', 'v1.2.0', { pending: 2 }, 'left in .changeset/: 2'],
])('%s is not released', (_what, tag, state, problem) => {
  expect(releaseProblems(tag, { ...ready, ...state })).toEqual([expect.stringContaining(problem)]);
});

test('the changelog has the newest version first, and what weighs most first in it', () => {
  const first = withSection('', '0.1.0', '2026-01-01', [{ bump: 'minor', text: 'It is there.' }]);
  const second = withSection(first, '0.2.0', '2026-02-02', [
    { bump: 'patch', text: 'A word is right.' },
    { bump: 'major', text: 'A field is gone.\n\nUse the other.' },
  ]);
  expect(second).toBe(`# Changelog

## 0.2.0 (2026-02-02)

### Major

- A field is gone.

  Use the other.

### Patch

- A word is right.

## 0.1.0 (2026-01-01)

### Minor

- It is there.
`);
  expect([hasSection(second, '0.1.0'), hasSection(second, '0.2'), hasSection(second, '0.3.0')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a changeset has a bump and a text; with several packages the biggest bump counts', () => {
  expect(parseChangeset('a.md', "---\n'a': patch\n'b': minor\n---\n\nText.\n")).toEqual({
    bump: 'minor',
    text: 'Text.',
  });
  expect(parseChangeset('a.md', '---\n---\n')).toEqual({ bump: 'none', text: '' });
});

test.each(['Text.', "---\n'a': huge\n---\nText.", "---\n'a': patch\n"])('%j is no changeset', (content) => {
  expect(() => parseChangeset('.changeset/a.md', content)).toThrow('.changeset/a.md is no changeset');
});
