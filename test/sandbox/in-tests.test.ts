/** In the tests of others: a sandbox that closes itself, many at once, and the fixture of the README as it stands. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '@wallet-operations/sandbox';
import { ETH, ORDER, START } from './lab.ts';
import { callAs } from './signed.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('closes where its block ends, however that ends', async () => {
  let url = '';
  const failing = async (): Promise<void> => {
    await using sandbox = await startSandbox({ running: false });
    ({ url } = sandbox);
    expect((await fetch(`${url}/_sandbox/state`)).status).toBe(200);
    throw new Error('a test that fails');
  };
  await expect(failing()).rejects.toThrow('a test that fails');
  await expect(fetch(`${url}/_sandbox/state`)).rejects.toThrow('fetch failed');
});

it('may be closed by hand before, and twice', async () => {
  await using sandbox = await startSandbox({ running: false });
  await Promise.all([sandbox.close(), sandbox.close()]);
  await sandbox.close();
  await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
});

it('has nothing in common with others beside it', async () => {
  const alone = async (amount: string): Promise<unknown> => {
    await using sandbox = await startSandbox({ running: false, seeded: false, startAt: START });
    const access = await sandbox.control.createWallet(ETH);
    const { snapshot } = await sandbox.control.snapshot();
    for (let i = 0; i < 3; i++) {
      await sandbox.control.restore({ snapshot });
      const body = { requests: [{ ...ORDER, amount }] };
      expect(await callAs(sandbox.url, access, 'sender/transactions', { body, at: START })).toMatchObject({
        status: 200,
      });
      await sandbox.control.mine();
    }
    const { fingerprint } = await sandbox.control.fingerprint();
    return [fingerprint, sandbox.overview().wallets[0]?.balance];
  };
  const amounts = Array.from({ length: 12 }, (_, i) => String((i % 4) + 1));
  const together = await Promise.all(amounts.map(alone));
  expect(together.slice(0, 4)).toEqual(together.slice(4, 8));
  expect(new Set(together.map(String)).size).toBe(4);
  expect(await alone('1')).toEqual(together[0]);
});

it('runs the fixture of its README', async () => {
  const readme = readFileSync(join(ROOT, 'packages/sandbox/README.md'), 'utf8');
  const code = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, text]) => text ?? '').find((text) =>
    text.includes("from 'vitest'"),
  );
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-fixture-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction'); // where packages are found
  writeFileSync(join(folder, 'readme.test.ts'), code ?? '');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const report = join(folder, 'report.json');
  const args = [vitest, 'run', '--root', folder, '--reporter', 'json', '--outputFile', report];
  await run(process.execPath, args, { cwd: folder }).catch(() => undefined); // what went wrong is in the report
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    numPassedTests: 1,
    numFailedTests: 0,
    success: true,
  });
});

it('tells an older Node.js what it needs, in one sentence', async () => {
  const older =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.9.0"}})';
  const { code, stdout, stderr } = await run(process.execPath, [
    '--import',
    older,
    join(ROOT, 'packages/sandbox/src/cli.ts'),
  ]).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The sandbox needs Node\.js 24 or newer, and this is .*npx -p node@24 [^\n]+\n$/);
});
