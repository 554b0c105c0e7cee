/** The mutation tool as it is published: built, and run by its README in a project that knows nothing of this one. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { buildPackage, remove, ROOT, temporaryFolder } from './build.ts';

const run = promisify(execFile);
const packageFolder = join(ROOT, 'packages', 'mutation');
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const [, printed = ''] = /^```text\n(.*?)^```$/ms.exec(readme) ?? [];
const [suites = '', config = '', ownMutator = ''] = Array.from(
  readme.matchAll(/^```ts\n(.*?)^```$/gms),
  ([, code]) => code,
);

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500, default: 10 } };
const answer = { content: { 'application/json': { examples: { none: { value: { orders: [] } } } } } };
const operation = { operationId: 'listOrders', parameters: [limit], responses: { 200: answer } };
const document = { openapi: '3.1.1', 'x-team': 'orders', paths: { '/orders': { get: operation } } };

const media = { 'application/json': { schema: { 'x-unit': 's' } } };
const withUnit = { paths: { '/time': { get: { operationId: 'getTime', responses: { 200: { content: media } } } } } };

const outcome = async (args: readonly string[]): Promise<{ code?: number; stdout: string; stderr: string }> =>
  run(process.execPath, args, { cwd: project }).then(
    (done) => ({ code: 0, ...done }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );

let project: string;
let cli: string;
beforeAll(async () => {
  project = temporaryFolder();
  const scope = join(project, 'node_modules', '@wallet-operations');
  mkdirSync(scope, { recursive: true });
  const outDir = await buildPackage('mutation', join(project, 'dist'));
  symlinkSync(outDir, join(scope, 'spec-mutation'), 'junction');
  const { bin } = JSON.parse(readFileSync(join(outDir, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  cli = join(outDir, bin['spec-mutation'] ?? '');
  writeFileSync(join(project, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(project, 'openapi.yaml'), stringify(document));
  writeFileSync(join(project, 'suites.mjs'), suites);
});
afterAll(() => {
  remove(project);
});

it('prints what its README says, and exits with 1 below the threshold', async () => {
  writeFileSync(join(project, 'mutation.config.mjs'), config);
  const args = [cli, 'mutation.config.mjs', '--report', 'mutation.md'];
  const { code, stdout, stderr } = await outcome(args);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout.replace(/in \d+ s$/m, 'in 0 s')).toBe(printed);
  expect(readFileSync(join(project, 'mutation.md'), 'utf8')).toContain('## Survivors');
});

it('takes a document as it is, in YAML, with suites beside it', async () => {
  const { code, stdout, stderr } = await outcome([cli, 'openapi.yaml', '--suite', 'suites.mjs', '--threshold', '30']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('(at least 30 %)');
});

it('has a README that lists each option as its usage does', async () => {
  const { stdout } = await outcome([cli, '--help']);
  const options = (text: string, pattern: RegExp): string[] =>
    Array.from(text.matchAll(pattern), ([, name = '']) => name);
  expect(options(readme, /^\| `(--[^`]+)`/gm)).toEqual(
    options(stdout, /^ {2}(--\S+(?: <[^>]+>)?)/gm).filter((name) => name !== '--help'),
  );
});

it('has a README that names each kind of the standard mutators', async () => {
  const { standardMutators } = await import('@wallet-operations/spec-mutation');
  const [, table = ''] = /## What is changed\n(.*?)\n## /s.exec(readme) ?? [];
  const named = Array.from(
    table.matchAll(/^\| (`.*?)\|/gm),
    ([, cell = '']) => cell.match(/(?<=`)[^`,]+(?=`)/g) ?? [],
  ).flat();
  expect(named.filter((kind) => kind.trim() !== '').sort()).toEqual(
    [...new Set(standardMutators.map(({ kind }) => kind))].sort(),
  );
});

it('takes a mutator of a project’s own', async () => {
  writeFileSync(
    join(project, 'own.config.mjs'),
    ownMutator.replace('document: {}', `document: ${JSON.stringify(withUnit)}`),
  );
  const { stdout } = await run(process.execPath, [cli, 'own.config.mjs', '--list'], { cwd: project });
  expect(stdout.split('\n')).toContain('getTime 200 · unit gone');
});
