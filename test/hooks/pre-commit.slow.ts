// The hook looks at what is staged and at nothing else, says what is wrong with it, and is there after an installation.
import { renameSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Repository } from '../repository.ts';

const PRICES = 'openapi/paths/currency/prices.yaml';
const GOOD = 'export const one = 1;\n';
const BAD = 'export const one =  1;\n';

let repository: Repository;
beforeAll(async () => {
  repository = new Repository();
  repository.git('tag', 'start');
  await prepare();
});
beforeEach(() => {
  repository.git('reset', '--quiet', '--hard', 'start');
  repository.git('clean', '--quiet', '--force', '-d');
});
afterAll(() => {
  repository[Symbol.dispose]();
});

const prepare = (CI?: string) => repository.runWith({ CI }, 'scripts/hooks.ts');
const hooksPath = () => repository.git('config', '--default', '', 'core.hooksPath').trim();

/** Commits what is staged; gives what the hook says when it refuses. */
function commit(): string | undefined {
  try {
    repository.git('commit', '--quiet', '--message', 'A change');
    return undefined;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

describe('what is staged', () => {
  test('is committed when it is in order', () => {
    repository.write('scripts/one.ts', GOOD);
    repository.write('a picture.bin', '\0');
    repository.edit(PRICES, 'summary: Query currency prices', 'summary: Query the prices');
    repository.git('add', '--all');
    expect(commit()).toBeUndefined();
    expect(repository.git('status', '--short')).toBe('');
  });

  test('is refused when Prettier would write it otherwise', () => {
    repository.write('scripts/one.ts', BAD);
    repository.git('add', '--all');
    expect(commit()).toContain('scripts/one.ts:1:1\n    format: Not as Prettier writes it.');
  });

  test('is refused when ESLint finds something', () => {
    repository.write('scripts/one.ts', 'let one = 1;\nexport { one };\n');
    repository.git('add', '--all');
    expect(commit()).toContain('scripts/one.ts:1:5\n    prefer-const: ');
  });

  test('is refused when it breaks the document, with the place in openapi/', () => {
    repository.edit(PRICES, '  summary: Query currency prices\n', '');
    repository.git('add', '--all');
    expect(commit()).toMatch(/^openapi\/paths\/currency\/prices\.yaml:1:1\n {4}operation-summary: /m);
  });

  test('counts, and not what the file is by now', () => {
    repository.write('scripts/one.ts', BAD);
    repository.git('add', '--all');
    repository.write('scripts/one.ts', GOOD);
    expect(commit()).toContain('scripts/one.ts');

    repository.git('add', '--all');
    repository.write('scripts/one.ts', BAD);
    repository.edit(PRICES, '  summary: Query currency prices\n', '');
    expect(commit()).toBeUndefined();
    expect(repository.read('scripts/one.ts')).toBe(BAD);
  });

  test('may be a file that goes', () => {
    repository.git('rm', '--quiet', 'test/chromium.ts');
    expect(commit()).toBeUndefined();
  });
});

test('the hook leaves nothing behind', () => {
  repository.edit(PRICES, '  summary: Query currency prices\n', '');
  repository.git('add', '--all');
  expect(commit()).toBeDefined();
  expect(repository.git('status', '--short', '--ignored').match(/\.staging.*/g)).toBeNull();
});

test('the hook says what to do when nothing is installed yet', () => {
  repository.write('scripts/one.ts', GOOD);
  repository.git('add', '--all');
  renameSync(repository.path('node_modules'), repository.path('modules'));
  const said = commit();
  renameSync(repository.path('modules'), repository.path('node_modules'));
  expect(said).toContain('needs the packages of this repository: npm ci');
});

describe('an installation', () => {
  test('sets the hooks up', () => {
    expect(hooksPath()).toBe('.githooks');
  });

  test('leaves hooks alone that are there', async () => {
    repository.git('config', 'core.hooksPath', 'mine');
    await prepare();
    expect(hooksPath()).toBe('mine');
    repository.git('config', 'core.hooksPath', '.githooks');
  });

  test('sets up nothing in CI', async () => {
    repository.git('config', '--unset', 'core.hooksPath');
    await prepare('true');
    expect(hooksPath()).toBe('');
    await prepare();
  });

  test('works outside a checkout without a word', async () => {
    renameSync(repository.path('.git'), repository.path('.not-git'));
    expect(await prepare()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    renameSync(repository.path('.not-git'), repository.path('.git'));
  });
});
