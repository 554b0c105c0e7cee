// The command, as a project's npm script runs it: its output, its report, its exit codes.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../../packages/mutation/src/cli.ts', import.meta.url));
const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}.config.ts`, import.meta.url));

function run(...args: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>();
  execFile(process.execPath, [cli, ...args], (error, stdout, stderr) => {
    resolve({ code: error?.code ?? 0, stdout, stderr });
  });
  return promise;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-mutation-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a run that passes prints one line if asked for no more, writes its report, and leaves stderr empty', async () => {
  const report = join(folder, 'new', 'report.md');
  const { code, stdout, stderr } = await run(fixture('good'), '--summary', '--report', report, '--workers', '1');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^score 100 % \(at least 100 %\): 3 mutants, 1 of them equivalent, 0 survived, \d+ places not changed, in \d+ s\n$/,
  );
  expect(await readFile(report, 'utf8')).toContain('# Mutation report');
});

test('a survivor too many prints its name, and exits with 1', async () => {
  const { code, stdout } = await run(fixture('too-low'), '--summary');
  expect(code).toBe(1);
  expect(stdout).toContain('survived: listItems query limit · default gone');
});

test('--list prints the names and judges none', async () => {
  const { code, stdout } = await run(fixture('baseline'), '--list', '--only', 'type');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'listItems query limit · type gone\n' });
});

test.each([
  [[], 'Give one configuration, or one document.'],
  [['one', 'two'], 'Give one configuration, or one document.'],
  [[fixture('good'), '--workers', '0'], '--workers is 0. Give a number from 1 on.'],
  [[fixture('good'), '--loud'], "Unknown option '--loud'"],
  [[fixture('good'), '--only', 'nowhere'], 'No mutant has a name with "nowhere" in it.'],
  [[fixture('baseline')], 'strict: the shop has no name'],
  [[fixture('nothing')], 'exports no mutation run by default'],
  [[join('no', 'such', 'file.ts')], 'Cannot find module'],
])('%j exits with 2, and says why', async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});
