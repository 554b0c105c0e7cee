// The client as its users get it: packed, installed into a project of its own, and used there in every way it may be loaded.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { startMock, type Mock } from '@wallet-operations/mock';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '../client/editor/editor.ts';
import { told } from '../client/editor/told.ts';
import { usersFile } from '../client/editor/users-file.ts';
import { remove, ROOT, temporaryFolder } from './build.ts';
import { createProject, type Project } from './install.ts';
import { examplesOf } from './readme.ts';

const folder = temporaryFolder();
let mock: Mock;
let project: Project;
beforeAll(async () => {
  mock = await startMock();
  project = await createProject(folder);
});
afterAll(async () => {
  remove(folder);
  await mock.close();
});

const node = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules', '@types')],
};
const web = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom'] };

describe('the tarball', () => {
  test('holds code, its types, the README and the licence, and no source', () => {
    const entries = ['index', 'callbacks', 'reasons'].flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
    expect(project.packed).toEqual(expect.arrayContaining(entries));
    const others = project.packed.filter((path) => !/\.js(\.map)?$|\.d\.ts$/.test(path));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'RECIPES.md', 'package.json']);
  });

  test('names no map that is not there', () => {
    const declarations = project.packed.filter((path) => path.endsWith('.d.ts')).map((path) => project.read(path));
    expect(declarations.length).toBeGreaterThan(50);
    expect(declarations.filter((text) => text.includes('sourceMappingURL'))).toEqual([]);
  });

  test('may be published', () => {
    expect(project.manifest).not.toHaveProperty('private');
    expect(project.manifest).not.toHaveProperty('scripts'); // which refuse to pack
    expect(project.manifest).toMatchObject({ sideEffects: false, license: 'Apache-2.0', type: 'module' });
  });

  test('is in order for publint', async () => {
    const { buffer, byteOffset, byteLength } = project.tarball;
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('is in order for are-the-types-wrong', async () => {
    const result = await checkPackage(createPackageFromTarballData(project.tarball));
    if (!result.types) throw new Error('It finds no types.');
    const entries = [
      '.',
      './callbacks',
      './testing',
      './reasons',
      './reconciliation',
      './opentelemetry',
      './package.json',
    ];
    expect(Object.keys(result.entrypoints)).toEqual(entries);
    // That `require` gets an ES module is meant: Node can do that since 22.13, and so do the tests below.
    expect(result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
  });
});

test('the installation brings openapi-fetch, what that needs, and nothing else', () => {
  expect(Object.keys(project.manifest.dependencies)).toEqual(['openapi-fetch']);
  const modules = join(folder, 'node_modules');
  const installed = readdirSync(modules).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['@wallet-operations', 'openapi-fetch', 'openapi-typescript-helpers']);
  expect(readdirSync(join(modules, '@wallet-operations'))).toEqual(['client']);
});

describe('a withdrawal, with the client loaded', () => {
  const withdraw = (): string => `
    const client = createWalletClient({ baseUrl: '${mock.url}', credentials: { apiCode: 'code', secret: 'secret' } });
    const order = { order_id: 'shop1_20261120_000017', address: '0x25d5', amount: '1.5' };
    client.wallet(635743).withdrawAssets({ requests: [order] }).then(({ results }) => {
      console.log(typeof results[order.order_id], typeof createCallbackHandler);
    });`;

  test('by import', async () => {
    const load = `import { createWalletClient } from '@wallet-operations/client';
      import { createCallbackHandler } from '@wallet-operations/client/callbacks';`;
    project.write('use.mjs', load + withdraw());
    expect(await project.run('use.mjs')).toBe('bigint function\n');
  });

  test('by require', async () => {
    const load = `const { createWalletClient } = require('@wallet-operations/client');
      const { createCallbackHandler } = require('@wallet-operations/client/callbacks');`;
    project.write('use.cjs', load + withdraw());
    expect(await project.run('use.cjs')).toBe('bigint function\n');
  });
});

test('a stack shows the TypeScript of the client, on which nothing of the machine that built it is seen', async () => {
  project.write(
    'stack.mjs',
    `import { createWalletClient } from '@wallet-operations/client';
    try {
      createWalletClient({ baseUrl: 'nowhere', credentials: { apiCode: 'code', secret: 'secret' } });
    } catch (error) {
      console.log(error.stack);
    }`,
  );
  const stack = await project.run('stack.mjs', '--enable-source-maps');
  const [, file = '', line] = /^ +at .*\/@wallet-operations\/client\/(src\/\S+\.ts):(\d+):\d+\)?$/m.exec(stack) ?? [];
  const source = readFileSync(join(ROOT, 'packages', 'client', file), 'utf8').split('\n');
  expect(source[Number(line) - 1], stack).toMatch(/throw new \w*Error\(/);

  const maps = project.packed.filter((path) => path.endsWith('.map'));
  const dist = join(folder, 'node_modules', '@wallet-operations', 'client');
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(join(dist, map), 'utf8')) as { sources: string[] };
    for (const path of sources)
      expect(join(map, '..', path)).toMatch(/^((src|generated|packages)[/\\]|package\.json$)/);
  }
});

describe('the types hold', () => {
  const typed = readFileSync(join(import.meta.dirname, 'typed.ts'), 'utf8');

  test('in a bundled application for the web', async () => {
    project.write('bundled.ts', typed);
    await project.compile(web, ['bundled.ts']);
  });

  test('in Node, in an ES module, in CommonJS and in the examples of the README', async () => {
    const examples = examplesOf(mock.url).map(({ code }, i): [string, string] => [`example${String(i)}.mts`, code]);
    const files = new Map([['module.mts', typed], ['commonjs.cts', typed], ...examples]);
    for (const [file, text] of files) project.write(file, text);
    await project.compile(node, [...files.keys()]);
  });

  test.each([
    ['nodenext', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ])('with their comments, by resolution %s', (_, module, moduleResolution) => {
    const { typeRoots, types } = node;
    const editor = open(folder, usersFile, {
      target: ts.ScriptTarget.ES2022,
      module,
      moduleResolution,
      typeRoots,
      types,
    });
    for (const { operationId, summary, result } of told) {
      const { signature, text } = editor.hover(`\nclient.${operationId}`);
      expect(signature).toContain(`CallPromise<${result}>`);
      expect(text).toContain(`${summary}: `);
      expect(editor.definition(`\nclient.${operationId}`).file).toContain('node_modules/@wallet-operations/client/');
    }
    expect(editor.hover('\nreasons.withdrawAssets.duplicated_entry').text).toContain('**Remedy**');
    expect(editor.hover('manual_fee').text).toMatch(/^Pay exactly this fee/);
  });
});

test.each(examplesOf('').map(({ heading }, i) => [heading, i] as const))(
  'the README tells the truth: %s',
  async (_, i) => {
    const { code, prints } = examplesOf(mock.url)[i] ?? { code: '', prints: [] };
    expect(prints).not.toEqual([]);
    project.write(`run${String(i)}.ts`, code);
    const printed = await project.run(`run${String(i)}.ts`);
    expect(printed.trimEnd().split('\n')).toEqual(prints);
  },
);
