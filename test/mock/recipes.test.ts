/** The README's recipes for test runners, run by these runners, in a project that has the mock and the runner alone. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'wallet-recipes-'));

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules', '@wallet-operations'), { recursive: true });
  symlinkSync(join(ROOT, 'packages', 'mock'), join(folder, 'node_modules', '@wallet-operations', 'mock'), 'junction');
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const readme = readFileSync(join(ROOT, 'packages', 'mock', 'README.md'), 'utf8');

/** The one block of the README that is marked so, as a file of the project. */
function written(mark: string, file: string): string {
  const blocks = Array.from(
    readme.matchAll(new RegExp(`^\`\`\`${mark}\\n(.*?)^\`\`\`$`, 'gms')),
    ([, code = '']) => code,
  );
  expect(blocks).toHaveLength(1);
  writeFileSync(join(folder, file), blocks.join(''));
  return file;
}

it('passes under Vitest', async () => {
  written('ts vitest', 'recipe.test.ts');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1', CI: '1' };
  const { stdout } = await run(process.execPath, [vitest, 'run', '--root', folder], { cwd: folder, env });
  expect(stdout).toMatch(/Tests {2}1 passed/);
});

it('passes under the runner of Node', async () => {
  const file = written('js', 'recipe.test.js');
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', file], { cwd: folder });
  expect(stdout).toMatch(/^# pass 1$/m);
});
