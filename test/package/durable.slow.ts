/** Durable withdrawals as they are published: the README's service, compiled as strictly as TypeScript can and run, and ended as a process is. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createWalletClient } from '@wallet-operations/client';
import { embedded } from '@wallet-operations/durable';
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../free-port.ts';
import { buildPackage, ROOT, remove, temporaryFolder } from './build.ts';
import { examplesOf } from './readme.ts';

const run = promisify(execFile);
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // PGlite takes seconds to start, in a process of its own, and several times
const folder = temporaryFolder();
const modules = join(folder, 'node_modules');
let sandbox: Sandbox;
let code: string;
let deposit: () => Promise<void>;
let suiteCode: string;

beforeAll(async () => {
  await Promise.all(['client', 'durable'].map((name) => buildPackage(name, join(modules, '@wallet-operations', name))));
  // what they depend on comes from the repository, and nothing else does
  for (const name of [
    'pg',
    'pg-boss',
    'openapi-fetch',
    'openapi-typescript-helpers',
    '@electric-sql',
    '@opentelemetry',
    '@types',
  ])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction');
  sandbox = await startSandbox({ running: false, seeded: false });
  const { apiCode, secret, walletId } = await sandbox.control.createWallet({
    kind: 'withdrawal',
    currency: 'ETH',
    prefix: 'shop1_',
    balance: '10',
  });
  const [service, adapter, callbacks, watched, suite] = examplesOf(sandbox.url, 'durable');
  code = (service?.code ?? '')
    .replaceAll('635743', String(walletId))
    .replace('THE-API-CODE', apiCode)
    .replace('its-secret', secret);
  const port = String(await freePort());
  const receiving = await sandbox.control.createWallet({
    kind: 'deposit',
    currency: 'ETH',
    balance: '1', // to make an address of
    callbackUrl: `http://127.0.0.1:${port}/`,
  });
  deposit = async () => {
    const wallet = createWalletClient({ baseUrl: sandbox.url, credentials: receiving }).wallet(receiving.walletId);
    const [address = ''] = (await wallet.createDepositAddresses({ count: 1 })).addresses;
    await sandbox.control.deposit({ walletId: receiving.walletId, address, amount: '0.25' });
    await sandbox.control.mine({ blocks: 60 });
  };
  writeFileSync(
    join(folder, 'callbacks.ts'),
    (callbacks?.code ?? '')
      .replaceAll('635743', String(receiving.walletId))
      .replace('THE-API-CODE', receiving.apiCode)
      .replaceAll('its-secret', receiving.secret)
      .replace('listen(3000)', `listen(${port}, () => console.log('listening'))`),
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  suiteCode = suite?.code ?? '';
  writeFileSync(join(folder, 'suite.ts'), suiteCode);
  writeFileSync(join(folder, 'service.ts'), code);
  writeFileSync(
    join(folder, 'adapter.ts'),
    `import { fromKnex, type Withdrawals } from '@wallet-operations/durable';
    declare const withdrawals: Withdrawals;
    declare const order: { order_id: string; address: string; amount: string };
    type Trx = Parameters<typeof fromKnex>[0] & ((table: string) => { insert: (row: object) => Promise<unknown> });
    declare const knex: { transaction: (work: (trx: Trx) => Promise<void>) => Promise<void> };
    ${adapter?.code ?? ''}`,
  );
  writeFileSync(
    join(folder, 'watched.ts'),
    `${watched?.code ?? ''}
    import type { Withdrawals } from '@wallet-operations/durable';
    declare const withdrawals: Withdrawals;
    stop();`,
  );
});
afterAll(async () => {
  await sandbox.close();
  remove(folder);
});

it.each(['nodenext', 'bundler'])('the examples of the README compile, with resolution %s', async (resolution) => {
  const module = resolution === 'bundler' ? 'preserve' : resolution;
  const compilerOptions = {
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: 'es2024', lib: ['es2024', 'dom'] },
    ...{ module, moduleResolution: resolution, types: ['node'], skipLibCheck: true }, // pg-boss's and PGlite's own types have errors
  };
  const config = join(folder, `tsconfig.${resolution}.json`);
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions, files: ['service.ts', 'adapter.ts', 'callbacks.ts', 'watched.ts', 'suite.ts'] }),
  );
  const compiled = run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', config]);
  expect(await compiled.catch((error: unknown) => (error as { stdout: string }).stdout)).toEqual({
    stdout: '',
    stderr: '',
  });
});

it('the service of the README pays, books, and ends when it is told to', async () => {
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(65);
  const service = spawn(process.execPath, ['service.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let warned = '';
  service.stderr.on('data', (text) => (warned += String(text)));
  const [said] = (await once(service.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('shop1_20261120_000017 accepted\n');
  service.kill('SIGTERM');
  expect(await once(service, 'exit')).toEqual([0, null]);
  expect(warned).toBe('');
  expect(sandbox.overview().orders.map(({ orderId }) => orderId)).toEqual(['shop1_20261120_000017']);
  const database = await embedded(join(folder, 'payouts'));
  expect((await database.query('SELECT * FROM payouts')).rows).toEqual([
    { order_id: 'shop1_20261120_000017', customer: 'ann', booked: 'accepted' },
  ]);
  await database.close();
});

it('the callbacks of the README are booked, and it ends when it is told to', async () => {
  const service = spawn(process.execPath, ['callbacks.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void service.kill('SIGKILL')); // where it fails before it is told to
  let [said, warned] = ['', ''];
  service.stderr.on('data', (text) => (warned += String(text)));
  service.stdout.on('data', (text) => (said += String(text)));
  await vi.waitUntil(() => said !== '' || warned !== '', { timeout: 60_000 });
  await deposit();
  await vi.waitUntil(() => said.includes('credited') || warned !== '', { timeout: 60_000 });
  service.kill('SIGTERM');
  expect(await once(service, 'exit')).toEqual([0, null]);
  expect(warned).toBe('');
  expect(said).toBe('listening\ncredited 250000000000000000\n');
  const database = await embedded(join(folder, 'deposits'));
  expect((await database.query('SELECT amount FROM credits')).rows).toEqual([{ amount: '250000000000000000' }]);
  await database.close();
});

it('the suite of the README proves a database, under a runner of its own', async () => {
  const code = suiteCode
    .replace('import { postgres }', `import { PGlite } from '@electric-sql/pglite';\nimport { embedded }`)
    .replace(/^const connect = .*$/m, 'const lite = await PGlite.create();\nconst connect = () => embedded(lite);')
    .replace('many', 'one');
  writeFileSync(join(folder, 'proof.ts'), code);
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'proof.ts'], { cwd: folder });
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(15);
});

it('a folder is for one process, however it is spelled', async () => {
  const path = join(realpathSync(folder), 'one');
  const link = join(folder, 'link');
  const first = await embedded(`${path}/`);
  symlinkSync(path, link, 'junction');
  const codeOf = (paths: readonly string[]): string => `const { embedded } = await import('@wallet-operations/durable');
    for (const path of ${JSON.stringify(paths)})
      await embedded(path).then(() => console.log('open'), (error) => console.log(error.message));`;
  const code = codeOf([path]);
  const spellings = [path, `${path}/`, `${path}/.`, 'one', './one/', link, `file://${path}`];
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', codeOf(spellings)], { cwd: folder });
  const inUse = `${path} is in use by another process. Give each its own folder, or use PostgreSQL for several.`;
  expect(stdout.trim().split('\n')).toEqual([
    ...Array.from({ length: spellings.length - 1 }, () => inUse),
    `file://${path} is a URL. Give the path of a folder; without one all is in memory.`,
  ]);
  await first.close();
  await first.close();
  const second = await run(process.execPath, ['--input-type=module', '--eval', `${code} process.exit()`], {
    cwd: folder,
  });
  expect(second.stdout).toBe('open\n');
  expect(existsSync(path)).toBe(true);
});
