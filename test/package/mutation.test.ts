/** The mutation tool as it is published: built, and run by its README in a project that knows nothing of this one. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage, remove, ROOT, temporaryFolder } from './build.ts';

const run = promisify(execFile);
const packageFolder = join(ROOT, 'packages', 'mutation');
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const [, printed = ''] = /^```text\n(.*?)^```$/ms.exec(readme) ?? [];
const [config = '', ownMutator = ''] = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code);

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500, default: 10 } };
const answer = { content: { 'application/json': { examples: { none: { value: { orders: [] } } } } } };
const operation = { operationId: 'listOrders', parameters: [limit], responses: { 200: answer } };
const document = { paths: { '/orders': { get: operation } } };

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
});
afterAll(() => {
  remove(project);
});

it('prints what its README says, and exits with 1 below the threshold', async () => {
  writeFileSync(join(project, 'mutation.config.mjs'), config);
  const args = [cli, 'mutation.config.mjs', '--report', 'mutation.md'];
  const failure = await run(process.execPath, args, { cwd: project }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stderr: '' });
  const { stdout } = failure as { stdout: string };
  expect(stdout.replace(/in \d+ s$/m, 'in 0 s')).toBe(printed);
  expect(readFileSync(join(project, 'mutation.md'), 'utf8')).toContain('## Survivors (15)');
});

it('takes a mutator of a project’s own', async () => {
  writeFileSync(
    join(project, 'own.config.mjs'),
    ownMutator.replace('document: {}', "document: { components: { schemas: { Time: { 'x-unit': 's' } } } }"),
  );
  const { stdout } = await run(process.execPath, [cli, 'own.config.mjs', '--list'], { cwd: project });
  expect(stdout).toBe('schema Time · unit gone\n');
});
