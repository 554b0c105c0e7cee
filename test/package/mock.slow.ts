// The mock as its users get it: packed, put into a project of its own, and used there by its command and by its functions.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { startMock, type Mock } from '@wallet-operations/mock';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { remove, ROOT, temporaryFolder } from './build.ts';
import { createMockProject, type MockProject } from './mock-project.ts';

const folder = temporaryFolder();
let project: MockProject;
let upstream: Mock;
beforeAll(async () => {
  upstream = await startMock();
  project = await createMockProject(folder);
});
afterAll(async () => {
  remove(folder);
  await upstream.close();
});

describe('the tarball', () => {
  test('holds code, its types, the README and the licence, and no source', () => {
    expect(project.packed).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'cli.js']));
    const others = project.packed.filter((path) => !/\.js$|\.d\.ts$/.test(path));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'package.json']);
    expect(project.manifest).not.toHaveProperty('private');
  });

  test('is in order for publint', async () => {
    const { buffer, byteOffset, byteLength } = project.tarball;
    const { messages, pkg } = await publint({
      pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) },
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('is in order for are-the-types-wrong', async () => {
    const result = await checkPackage(createPackageFromTarballData(project.tarball));
    if (!result.types) throw new Error('It finds no types.');
    expect(Object.keys(result.entrypoints)).toEqual(['.', './package.json']);
    // It is for Node from 24 on, where `require` takes ES modules.
    expect(result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
  });
});

test('it installs what the README says, none of which runs a script, and brings the licences of what is inside', async () => {
  const own = join(folder, 'installed');
  mkdirSync(own);
  writeFileSync(join(own, 'mock.tgz'), project.tarball);
  writeFileSync(join(own, 'package.json'), '{}');
  await promisify(execFile)('npm', ['install', './mock.tgz', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: own,
  });
  const modules = join(own, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  expect(Object.keys(packages).filter((name) => /scarf|stoplight/.test(name))).toEqual([]);
  expect(Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
  expect(readme).toContain(`It installs ${String(Object.keys(packages).length - 1)} packages besides itself`);
  expect(bytes / 1e6).toBeLessThan(Number(/less than (\d+) MB in all/.exec(readme)?.[1]));

  const licences = readFileSync(join(modules, '@wallet-operations', 'mock', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of [
    '@stoplight/prism-http 5',
    '@stoplight/http-spec 7',
    'fp-ts 2',
    'lodash 4',
    'json-schema-faker 0',
  ])
    expect(licences).toContain(`\n${name}`);
  expect(licences).toContain('Permission is hereby granted, free of charge');
});

test('its functions answer, by import and by require', async () => {
  const use = `startMock().then(async (mock) => {
    const answer = await fetch(mock.url + '/v1/svc/wallets/1/vault/balance?t=1', { headers: { prefer: 'example=coin_wallet' } });
    console.log(answer.status);
    await mock.close();
  });`;
  project.write('use.mjs', `import { startMock } from '@wallet-operations/mock';\n${use}`);
  project.write('use.cjs', `const { startMock } = require('@wallet-operations/mock');\n${use}`);
  expect(await project.run('use.mjs')).toBe('200\n');
  expect(await project.run('use.cjs')).toBe('200\n');
});

const readme = readFileSync(join(ROOT, 'packages', 'mock', 'README.md'), 'utf8');
const blocks = (language: string): string[] =>
  Array.from(readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code = '']) => code);
const printed = (code: string, mark: string): string[] =>
  Array.from(code.matchAll(new RegExp(`${mark} → (.*)$`, 'gm')), ([, line = '']) => line);

describe('the README tells the truth', () => {
  test.each(blocks('ts').map((code, i) => [i, code]))('in its TypeScript (%i)', async (i, code) => {
    project.write(`readme${String(i)}.ts`, code.replaceAll('https://wallet.example', upstream.url));
    expect((await project.run(`readme${String(i)}.ts`)).trimEnd().split('\n')).toEqual(printed(code, '//'));
  });

  test('in its TypeScript, for the compiler too', async () => {
    symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'), 'junction');
    const examples = [...blocks('ts'), ...blocks('ts vitest')];
    for (const [i, code] of examples.entries()) project.write(`typed${String(i)}.mts`, code);
    const files = examples.map((_, i) => `typed${String(i)}.mts`);
    const node = { module: 'nodenext', target: 'es2024', lib: ['es2024'], types: ['node'] };
    const strictly = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, skipDefaultLibCheck: true };
    const typeRoots = [join(ROOT, 'node_modules', '@types')];
    project.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...node, ...strictly, typeRoots, noEmit: true }, files }),
    );
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    await promisify(execFile)(process.execPath, [tsc, '--project', 'tsconfig.json'], { cwd: folder }).catch(
      (error: unknown) => {
        throw new Error((error as { stdout: string }).stdout, { cause: error });
      },
    );
  });

  test('in its curl lines', async () => {
    const curls = blocks('sh').filter((code) => code.startsWith('curl'));
    expect(curls.length).toBeGreaterThan(0);
    const { url, stop } = await project.serve('--port', '0');
    for (const code of curls) {
      const { stdout } = await promisify(execFile)('sh', [
        '-ec',
        code.replaceAll('http://127.0.0.1:4010', url).replaceAll('curl ', 'curl -sw "\\n" '),
      ]);
      const lines = stdout.split('\n').filter(Boolean); // curl ends a line also where no answer came
      expect(lines).toEqual(printed(code, '#'));
    }
    const { exitCode, printed: log } = await stop();
    expect(exitCode).toBe(0);
    expect(log).toContain('400 withdrawAssets  invalid_amount: body.requests.0.amount must match pattern');
  });

  test('in its commands, which are there by the name of the package', async () => {
    const commands = blocks('sh').filter((code) => code.startsWith('npx '));
    for (const code of commands) {
      const [, name, ...args] = code.trim().replace('https://wallet.example', upstream.url).split(' ');
      expect(name).toBe('@wallet-operations/mock');
      const help = await promisify(execFile)('npx', ['--offline', name ?? '', '--help'], { cwd: folder });
      expect(help.stdout).toMatch(/^Usage: wallet-mock /);
      const { url, stop } = await project.serve(...args, '--port', '0');
      expect((await fetch(`${url}/v1/svc/wallets/1/vault/balance?t=1`)).status).toBe(403);
      await stop();
    }
    expect(commands).toHaveLength(2);
  });

  const linesForCi = blocks('bash').find((code) => code.startsWith('node_modules/.bin')) ?? '';

  test.each([
    ['fits', 'wallets/1/vault/balance?t=1', 0],
    ['breaks', 'wallets/1/vault/balance?t=1&wallet=2', 1],
  ])('in its lines for CI, where what happens %s the document', async (_, path, exitCode) => {
    const port = String(await freePort());
    const call = `curl -s --retry 50 --retry-delay 0 --retry-connrefused -H x-api-code:SECRET -H x-checksum:SECRET`;
    const script = linesForCi
      .replace('https://wallet.example', upstream.url)
      .replaceAll('4011', port)
      .replace('npm test', `${call} 'http://127.0.0.1:${port}/v1/svc/${path}'`);
    const shell = spawn('bash', ['-ec', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const [stdout] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
    expect(shell.exitCode).toBe(exitCode);
    expect(stdout).toContain(`1 of 20 operations, 1 request, ${String(exitCode)} problem`);
    expect(stdout).not.toContain('SECRET');
  });

  test('in its lines for CI, where the proxy does not start', { timeout: 20_000 }, async () => {
    const script = linesForCi
      .replace('https://wallet.example', 'no-address')
      .replaceAll('4011', String(await freePort()))
      .replace('npm test', 'echo tested');
    const shell = spawn('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], timeout: 15_000 });
    const [stdout] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
    expect([shell.exitCode, stdout]).toEqual([1, '']);
  });
});
