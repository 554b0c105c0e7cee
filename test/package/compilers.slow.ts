// The packed client under the compilers that its users have, with every subpath and the options of a strict project of today.
import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remove, ROOT, temporaryFolder } from './build.ts';
import { createProject, type Project } from './install.ts';

/** Beside 5.9, which this repository has: exactly pinned, 24 and 31 MB, neither with an install script. */
const INSTALLED = ['6.0.3', '7.0.2'];

const EVERY_SUBPATH = `
import { createWalletClient, type WalletClient } from '@wallet-operations/client';
import type { CallbackStore } from '@wallet-operations/client/callbacks';
import type { Ledger } from '@wallet-operations/client/reconciliation';
import * as testing from '@wallet-operations/client/testing';

const credentials = { apiCode: 'code', secret: 'secret' };
export const client: WalletClient = createWalletClient({ baseUrl: 'https://wallet.example', credentials });
export const kit: typeof testing = testing;
export type { CallbackStore, Ledger };
`;

const STRICT = {
  target: 'es2022',
  skipDefaultLibCheck: false,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: false,
  emitDeclarationOnly: true,
  declaration: true,
  outDir: 'written',
};
const NODE = { lib: ['es2023'], types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')] }; // no DOM
const WEB = { lib: ['es2023', 'dom'] };
const MODULES = [
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
];

const folder = temporaryFolder();
const compilers = temporaryFolder();
let project: Project;
beforeAll(async () => {
  project = await createProject(folder);
  project.write('typed.mts', readFileSync(join(import.meta.dirname, 'typed.ts'), 'utf8'));
  project.write('every.mts', EVERY_SUBPATH);
  const packages = INSTALLED.map((version) => `typescript-${version}@npm:typescript@${version}`).join(' ');
  const quietly = '--no-save --ignore-scripts --no-audit --no-fund --loglevel error';
  await promisify(exec)(`npm install ${quietly} ${packages}`, { cwd: compilers });
});
afterAll(() => {
  remove(folder);
  remove(compilers);
});

const compilerOf = (version: string): string =>
  INSTALLED.includes(version)
    ? join(compilers, 'node_modules', `typescript-${version}`)
    : join(ROOT, 'node_modules', 'typescript');

describe.each(['5.9.3', ...INSTALLED])('TypeScript %s', (version) => {
  test('is the one that is meant', () => {
    expect(JSON.parse(readFileSync(join(compilerOf(version), 'package.json'), 'utf8'))).toMatchObject({ version });
  });

  test.each(MODULES)('compiles what users write, with $moduleResolution', async (modules) => {
    const compile = (options: object, ...files: readonly string[]): Promise<void> =>
      project.compile({ ...STRICT, ...modules, ...options }, files, compilerOf(version));
    await compile(NODE, 'typed.mts', 'every.mts');
    await compile({ ...WEB, isolatedDeclarations: true }, 'every.mts');
  });

  test('refuses what is wrong', async () => {
    project.write(
      'wrong.mts',
      "import { createWalletClient } from '@wallet-operations/client';\ncreateWalletClient({});\n",
    );
    const compiled = project.compile({ ...STRICT, ...NODE, module: 'nodenext' }, ['wrong.mts'], compilerOf(version));
    await expect(compiled).rejects.toThrow('wrong.mts(2,20)');
  });
});
