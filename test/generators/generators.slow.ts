// The document goes through the generators that others use: what they write has every operation, and compiles as strictly as can be.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../interface/facts/index.ts';

const run = promisify(execFile);
const document = createRequire(import.meta.url).resolve('@wallet-operations/openapi/openapi.json');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generators-'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(import.meta.dirname, 'installed', file), join(folder, file));
  // It hears from its parent that it is an npm script, and would take over that one's settings.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  await run('npm', ['ci'], { cwd: folder, env: environment });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Generator {
  readonly name: string;
  readonly args: readonly string[];
  /** The file with the operations. */
  readonly writes: string;
  /** What a user writes with it: a right call, and two that must not compile. */
  readonly use: string;
}

const order = `{ order_id: 'shop1_1', address: '0x25', amount: '1.5' }`;

const generators: readonly Generator[] = [
  {
    name: 'openapi-ts',
    args: ['-i', document, '-o', 'written', '--no-log-file'],
    writes: 'written/sdk.gen.ts',
    use: `
      import { listWhitelistEntries, withdrawAssets } from './written/index';
      const path = { WALLET_ID: 635743 };
      const { data } = await withdrawAssets({ path, body: { requests: [${order}] } });
      export const results: Record<string, unknown> | undefined = data?.results;
      // @ts-expect-error an amount is text
      await withdrawAssets({ path, body: { requests: [{ ...${order}, amount: 1.5 }] } });
      // @ts-expect-error no such state
      await listWhitelistEntries({ path, query: { state: 3 } });`,
  },
  {
    name: 'swagger-typescript-api',
    args: ['generate', '--path', document, '--output', 'written', '--name', 'api.ts'],
    writes: 'written/api.ts',
    use: `
      import { Api } from './written/api';
      const { v1 } = new Api();
      const { data } = await v1.withdrawAssets(635743, { requests: [${order}] });
      export const results: Record<string, number> = data.results;
      // @ts-expect-error an amount is text
      await v1.withdrawAssets(635743, { requests: [{ ...${order}, amount: 1.5 }] });
      // @ts-expect-error no such state
      await v1.listWhitelistEntries({ walletId: 635743, state: 3 });`,
  },
];

const tsconfig = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: false, types: [] },
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'esnext', moduleResolution: 'bundler' },
  },
  include: ['use.ts', 'written'],
};

describe.each(generators)('$name', ({ name, args, writes, use }) => {
  const bin = (command: string): string => join(folder, 'node_modules', '.bin', command);

  test('writes every operation, and it compiles, with what users write with it', async () => {
    await rm(join(folder, 'written'), { recursive: true, force: true });
    await run(process.execPath, [bin(name), ...args], { cwd: folder });
    const written = await readFile(join(folder, writes), 'utf8');
    expect(Object.keys(endpoints).filter((operationId) => !new RegExp(`\\b${operationId}\\b`).test(written))).toEqual(
      [],
    );

    await writeFile(join(folder, 'use.ts'), use);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const compiled = run(process.execPath, [bin('tsc')], { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect((await compiled).stdout).toBe('');
  }, 120_000);
});
