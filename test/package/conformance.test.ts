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
  const scope = join(folder, 'node_modules', '@wallet-operations');
  await Promise.all(['client', 'conformance'].map((name) => buildPackage(name, join(scope, name))));
  // what it depends on comes from the repository, and nothing else does
  for (const name of [
    ...['jsonpath-rfc9535', 'yaml', 'ajv', 'ajv-formats', 'openapi-fetch', 'openapi-typescript-helpers'],
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

it('plans what it would write, and writes nothing without the word', async () => {
  const config = join(folder, 'writing.yaml');
  writeFileSync(
    config,
    `activated: true
baseUrl: http://127.0.0.1:9
wallets: [{ id: 1, kind: withdrawal, apiCode: env:CODE, secret: env:CODE }]
readOnly: { apiCode: env:CODE, secret: env:CODE }
writing:
  { wallet: 1, currency: ETH, address: '0x25d5CCeb', amount: '1', at_most: '1', wallet_prefix: a_, order_id_prefix: a_conform_ }
`,
  );
  const cli = join(outDir, 'cli.js');
  const { stdout } = await run(process.execPath, [cli, 'plan', '--write', '--config', config]);
  expect(stdout).toContain('pays 1 ETH, once');
  const args = [cli, 'write', '--config', config, '--ledger', join(folder, 'ledger.jsonl')];
  const env = { ...process.env, CODE: 'THE-API-CODE' };
  const failure = await run(process.execPath, args, { env }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes-spend "1 ETH"') as string });
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
