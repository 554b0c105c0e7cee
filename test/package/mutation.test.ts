/** The mutation tool as it is published: built, and run by its README in a project that knows nothing of this one. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'tsdown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remove, ROOT, temporaryFolder } from './build.ts';

const run = promisify(execFile);
const packageFolder = join(ROOT, 'packages', 'mutation');
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const [config = '', ownMutator = ''] = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code);

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500, default: 10 } };
const document = { paths: { '/orders': { get: { operationId: 'listOrders', parameters: [limit] } } } };

let project: string;
let cli: string;
beforeAll(async () => {
  project = temporaryFolder();
  const scope = join(project, 'node_modules', '@wallet-operations');
  mkdirSync(scope, { recursive: true });
  const outDir = join(project, 'dist');
  await build({ config: join(packageFolder, 'tsdown.config.ts'), outDir, logLevel: 'warn' });
  symlinkSync(outDir, join(scope, 'spec-mutation'), 'junction');
  const { bin } = JSON.parse(readFileSync(join(outDir, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  cli = join(outDir, bin['spec-mutation'] ?? '');
  writeFileSync(join(project, 'openapi.json'), JSON.stringify(document));
});
afterAll(() => {
  remove(project);
});

it('tells a stranger which facts nobody holds', async () => {
  writeFileSync(join(project, 'mutation.config.mjs'), config.replace(/^ {2}equivalents.*\n/m, '').replace('95', '50'));
  const { stdout, stderr } = await run(process.execPath, [cli, 'mutation.config.mjs', '--report', 'mutation.md'], {
    cwd: project,
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('survived: listOrders query limit · default 10 → 11\n');
  expect(stdout).not.toContain('survived: listOrders query limit · maximum');
  expect(readFileSync(join(project, 'mutation.md'), 'utf8')).toContain('## Survivors');
});

it('holds its declarations to what they say', async () => {
  writeFileSync(join(project, 'mutation.config.mjs'), config.replace('95', '50'));
  const failure = await run(process.execPath, [cli, 'mutation.config.mjs'], { cwd: project }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('/^example / is declared equivalent, and there is no such mutant') as string,
  });
});

it('takes a mutator of a project’s own', async () => {
  writeFileSync(
    join(project, 'own.config.mjs'),
    ownMutator.replace('document: {}', "document: { components: { schemas: { Time: { 'x-unit': 's' } } } }"),
  );
  const { stdout } = await run(process.execPath, [cli, 'own.config.mjs', '--list'], { cwd: project });
  expect(stdout).toBe('schema Time · unit gone\n');
});
