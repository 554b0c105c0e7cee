// The document goes through what others use: generators write every operation, and it compiles; readers take it, and judge as we do.
import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { endpoints } from '../interface/facts/index.ts';
import { generators } from './generators.ts';
import { compared, yamlReaders } from './yaml-readers.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const document = require.resolve('@wallet-operations/openapi/openapi.json');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generators-'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(import.meta.dirname, 'installed', file), join(folder, file));
  await cp(join(import.meta.dirname, 'readers'), join(folder, 'readers'), { recursive: true });
  // It hears from its parent that it is an npm script, and would take over that one's settings.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  await run('npm', ['ci'], { cwd: folder, env: environment });
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const tsconfig = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, types: [], allowImportingTsExtensions: true },
    skipLibCheck: true, // what they write is no .d.ts; kubb's own types lack a file
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'esnext', moduleResolution: 'bundler' },
  },
  include: ['use.ts', 'written'],
};

describe.each(generators)('$name', ({ command, args, config, writes, use }) => {
  const bin = (name: string): string => join(folder, 'node_modules', '.bin', name);

  test('writes every operation, and it compiles, with what users write with it', async () => {
    await rm(join(folder, 'written'), { recursive: true, force: true });
    if (config) await writeFile(join(folder, config[0]), config[1](document));
    await run(process.execPath, [bin(command), ...args(document)], { cwd: folder });
    const written = await textOf(join(folder, writes));
    expect(Object.keys(endpoints).filter((operationId) => !new RegExp(`\\b${operationId}\\b`).test(written))).toEqual(
      [],
    );

    await writeFile(join(folder, 'use.ts'), use);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const compiled = run(process.execPath, [bin('tsc')], { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect((await compiled).stdout).toBe('');
  }, 300_000);
});

/** All of a file, or of the files of a folder. */
async function textOf(path: string): Promise<string> {
  const files = statSync(path).isFile() ? [path] : globSync(join(path, '**', '*.ts'));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

describe('readers', () => {
  const read = async (name: string, ...args: string[]): Promise<unknown> => {
    const { stdout } = await run(process.execPath, [join(folder, 'readers', `${name}.js`), document, ...args], {
      cwd: folder,
    });
    return JSON.parse(stdout);
  };
  const judged = {
    wrong: [],
    statuses: {
      'an amount that is a number': 400,
      'a field that nobody knows': 400,
      'a sender without its index': 400,
      'a wallet beyond 2^53': 200,
      'no t': 401,
    },
  };

  test('swagger-parser takes it', async () => {
    expect(await read('swagger-parser')).toBe(new Set(Object.values(operations).map(({ path }) => path)).size);
  });

  test('the schema of OpenAPI takes it; that of its own dialect minds the dialect, without which Prism would judge wrongly', async () => {
    expect(await read('hyperjump')).toEqual({ any: [], own: ['#/jsonSchemaDialect'] });
  });

  test('express-openapi-validator lets through every example of a request and an answer, and nothing that is wrong', async () => {
    expect(await read('express-openapi-validator')).toEqual(judged);
  });

  test('so does Prism by itself, without our mock', async () => {
    const prism = join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist', 'index.js');
    expect(await read('prism', prism, String(await freePort()))).toEqual(judged);
  });

  test.each(yamlReaders)('$name finds in openapi.yaml what openapi.json has', async (reader) => {
    const said = await compared(reader, join(dirname(document), 'openapi.yaml'), document);
    if (said === undefined)
      console.warn(`${reader.name} is not tried: apt-get install ${reader.debian}; .ci/run does.`);
    else expect(said).toBe('the same');
  });
});
