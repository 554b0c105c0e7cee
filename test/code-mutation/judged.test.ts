// What the judgement of a folder hangs on: every folder's tests are there, and what its modules import is counted.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FOLDERS } from './folders.ts';
import { digestOf, modulesOf, withoutWords } from './judged.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test.each(Object.keys(FOLDERS))('%s has sources, and tests that there are', (folder) => {
  const { sources = '', tests = [] } = FOLDERS[folder] ?? {};
  expect(
    [`${sources}/${folder}`, `${sources}/${folder}.ts`, sources].some((path) => existsSync(join(ROOT, path))),
  ).toBe(true);
  expect(tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(new Set(tests).size).toBe(tests.length);
});

test('a folder stands on what its modules import, of other packages as well, and not on what imports them', () => {
  const rules = modulesOf('rules');
  const sandbox = (module: string): string => `packages/sandbox/src/${module}`;
  for (const module of ['rules/fees.ts', 'state/tip.ts', 'state/meta.ts', 'callbacks/post.ts'])
    expect(rules).toContain(sandbox(module));
  expect(rules).toContain('packages/json/src/index.ts');
  expect(rules).not.toContain(sandbox('operations/withdrawAssets.ts'));
  expect(modulesOf('operations')).toContain(sandbox('rules/fees.ts'));
});

test('no two folders have the same digest, and one has the same again', () => {
  const digests = Object.keys(FOLDERS).map(digestOf);
  expect(new Set(digests).size).toBe(digests.length);
  expect(Object.keys(FOLDERS).map(digestOf)).toEqual(digests);
});

test('what is said of open points is no part of a digest, and all that code acts on is', () => {
  const points = readFileSync(join(ROOT, 'generated', 'points.js'), 'utf8');
  const without = withoutWords(points);
  expect(without).not.toContain('"assumed"');
  const constants = (code: string): string[] => code.match(/^export const \w+/gm) ?? [];
  expect(constants(points).filter((name) => !constants(without).includes(name))).toEqual(['export const openPoints']);
});
