/** The sandbox as it is published: plain JavaScript with types, a command, and its page. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage, ROOT, remove, temporaryFolder } from './build.ts';

const run = promisify(execFile);
const folder = temporaryFolder();
const outDir = join(folder, 'node_modules', '@wallet-operations', 'sandbox');

beforeAll(async () => {
  await buildPackage('sandbox', outDir);
  // what it depends on comes from the repository, and nothing else does
  for (const name of [
    '@noble',
    'jsonpath-rfc9535',
    'yaml',
    '@scure',
    'ajv',
    'ajv-formats',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
    'require-from-string',
  ])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
});
afterAll(() => {
  remove(folder);
});

it('is started from a program, and serves its page', async () => {
  const code = `
    import { startSandbox } from '@wallet-operations/sandbox';
    const { url, control, close } = await startSandbox({ running: false });
    const page = await fetch(url + '/_sandbox/');
    console.log((await control.wallets()).length, page.status, page.headers.get('content-type'));
    await close();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder });
  expect(stdout.trim()).toBe('9 200 text/html; charset=utf-8');
});

it('is started as a command', async () => {
  const child = spawn(process.execPath, [join(outDir, 'cli.js'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  expect(chunk.toString()).toMatch(/^Sandbox {2}http:\/\/127\.0\.0\.1:\d+$/m);
  child.kill();
  await once(child, 'exit');
});
