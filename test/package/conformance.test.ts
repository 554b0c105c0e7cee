/** The conformance run as it is published: plain JavaScript with types, and a command. */
import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage, remove, ROOT, temporaryFolder } from './build.ts';

const run = promisify(execFile);
const folder = temporaryFolder();
const outDir = join(folder, 'node_modules', '@wallet-operations', 'conformance');

beforeAll(async () => {
  await buildPackage('conformance', outDir);
  // what it depends on comes from the repository, and nothing else does
  for (const name of [
    ...['jsonpath-rfc9535', 'yaml', 'ajv', 'ajv-formats'],
    ...['fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'require-from-string'],
  ])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
});
afterAll(() => {
  remove(folder);
});

it('plans as a command', async () => {
  const config = join(folder, 'conform.yaml');
  writeFileSync(config, 'wallets: [{ id: 1, kind: vault, apiCode: env:CODE, secret: env:SECRET }]\n');
  const { stdout } = await run(process.execPath, [join(outDir, 'cli.js'), 'plan', '--config', config]);
  expect(stdout).toContain('GET /v1/svc/wallets/{wallet 1}/vault/balance');
  expect(stdout).toContain('Nothing was sent.');
});

it('exits with 2 for what it cannot carry out', async () => {
  const failure = await run(process.execPath, [join(outDir, 'cli.js'), 'go']).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 2, stdout: '' });
});

it('judges in a program', async () => {
  const code = `
    import { readTranscript, READING } from '@wallet-operations/conformance';
    try { readTranscript('{}', 'a.jsonl'); } catch (error) { console.log(READING.size, error.message); }`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder });
  expect(stdout.trim()).toMatch(/^17 a\.jsonl is no transcript/);
});
