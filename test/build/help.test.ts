// `npm run help` explains each script there is, and none that is not.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  'scripts' | 'scripts-info',
  Record<string, string>
>;

test('every script is explained, in the order in which they are listed', () => {
  expect(Object.keys(manifest['scripts-info'])).toEqual(Object.keys(manifest.scripts));
});

test('each has its line', () => {
  const lines = execFileSync(process.execPath, ['scripts/help.ts'], { cwd: ROOT, encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(Object.keys(manifest.scripts).length);
  expect(lines).toContainEqual(expect.stringMatching(/^npm test {2,}everything that is checked/));
  expect(lines).toContainEqual(expect.stringMatching(/^npm run diff {2,}what changed for callers/));
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});
