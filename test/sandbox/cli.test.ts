/** The command line, and what the README promises: it works as it is pasted. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox } from '@wallet-operations/sandbox';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, 'packages/sandbox/src/cli.ts');

/** Starts the command line and gives what it prints first, up to the end of its last line. */
async function started(...options: string[]): Promise<{ text: string; end: () => Promise<number | null> }> {
  const child = spawn(process.execPath, [CLI, '--quiet', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    text: chunk.toString(),
    async end() {
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

/** How it ends when it is started wrongly. */
const failure = async (...options: string[]): Promise<{ code: number; stderr: string }> =>
  run(process.execPath, [CLI, ...options]).then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => error as { code: number; stderr: string },
  );

it('prints wallets and a first withdrawal that works in a shell, and ends when it is told to', async () => {
  const { text, end } = await started('--port', '0');
  expect(text).toMatch(/^635743 +withdrawal +ETH +shop1_ +[A-Z2-7]{26} +\S{28}$/m);
  const script = text.slice(text.indexOf('\nt=$(date'));
  const { stdout } = await run('bash', ['-euc', script]);
  expect(stdout).toMatch(/^\{"results":\{"shop1_\d+":200000000001\}\}$/);
  expect(await end()).toBe(0);
});

it('says what is wrong, and what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const noDatabase = join(folder, 'notes.txt');
  writeFileSync(noDatabase, 'x'.repeat(5000));
  for (const [options, said] of [
    [['--port', String(port)], 'Choose another port with --port N'],
    [['--port', 'x'], '--port takes a number from 0 to 65535, not x'],
    [['--colour'], "Unknown option '--colour'"],
    [
      ['--port', '0', '--data', 'file:state.db'],
      'The option data is file:state.db, an address. Give the path of a file.',
    ],
    [['--port', '0', '--data', noDatabase], 'The data file cannot be used: file is not a database'],
    [
      ['--port', '0', '--data', join(folder, 'no', 'such.db')],
      'The data file cannot be used: unable to open database file',
    ],
  ] as const) {
    const { code, stderr } = await failure(...options);
    expect([stderr.includes(said) || stderr, code]).toEqual([true, 1]);
  }
  taken.close();
  await rm(folder, { recursive: true });
});

it('runs the program of its README', async () => {
  const readme = readFileSync(join(ROOT, 'packages/sandbox/README.md'), 'utf8');
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', code], { cwd: ROOT });
  expect(stdout.trim().split('\n')).toEqual(Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, line]) => line));
  expect(stdout).not.toBe('');
});

it('ends where the data file is damaged, wherever the damage shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const whole = join(folder, 'whole.db');
  await using sandbox = await startSandbox({ running: false, data: whole });
  await sandbox.close();
  const db = new DatabaseSync(whole);
  const pages = db
    .prepare("SELECT name, rootpage FROM sqlite_schema WHERE name IN ('wallets', 'api_codes', 'meta')")
    .all();
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  db.close();
  expect(pages).toHaveLength(3);
  for (const { name, rootpage } of pages) {
    const data = join(folder, `${String(name)}.db`);
    writeFileSync(data, readFileSync(whole).fill(0xff, (Number(rootpage) - 1) * size, Number(rootpage) * size));
    const { code, stderr } = await failure('--port', '0', '--stopped', '--data', data);
    expect([name, code, stderr.split('\n').length]).toEqual([name, 1, 2]);
    expect(stderr).toContain('The data file cannot be used: database disk image is malformed');
  }
  await rm(folder, { recursive: true });
});
