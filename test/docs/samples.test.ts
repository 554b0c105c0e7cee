// Every code sample on the docs page and in its guides runs against the mock, word for word but for the mock's address.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sortedSha256 } from '@wallet-operations/client';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOf, Page } from './page.ts';
import { startRecorder, type Recorded, type Recorder } from './recorder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SHOWN_ADDRESS = 'http://127.0.0.1:4010';
const EXTENSIONS = { curl: 'sh', TypeScript: 'ts', fetch: 'mjs' } as const;
type Label = keyof typeof EXTENSIONS;

const run = promisify(execFile);
const require = createRequire(import.meta.url);

let page: Page;
let recorder: Recorder;
let folder: string;
/** The sources, by the names of their files. */
const samples = new Map<string, string>();
/** What each sample sent, by the same names. */
const sent = new Map<string, Recorded[]>();

beforeAll(async () => {
  page = await Page.build();
  recorder = await startRecorder();
  folder = mkdtempSync(join(tmpdir(), 'wallet-samples-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const { info, tags } = page.document;
  for (const { operationId, 'x-codeSamples': of = [] } of operationsOf(page.document)) {
    for (const { label, source } of of) samples.set(`${operationId}.${EXTENSIONS[label as Label]}`, source);
  }
  for (const [name, text] of [['start', info.description], ...tags.map((tag) => [tag.name, tag.description ?? ''])]) {
    const blocks = (text ?? '').matchAll(/^```(sh|ts)\n(.*?)^```$/gms);
    for (const [i, [, language = '', source = '']] of [...blocks].entries()) {
      samples.set(`${(name ?? '').replaceAll(' ', '_')}-${String(i)}.${language}`, source);
    }
  }
  mkdirSync(join(folder, 'samples'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, source] of samples) {
    writeFileSync(join(folder, 'samples', name), source.replaceAll(SHOWN_ADDRESS, recorder.url));
  }
});

afterAll(async () => {
  page[Symbol.dispose]();
  await recorder.close();
  rmSync(folder, { recursive: true });
});

/** Runs all samples of a language, one after the other in one process, since starting Node for each takes seconds. */
async function runAll(extension: 'sh' | 'ts' | 'mjs'): Promise<void> {
  const names = [...samples.keys()].filter((name) => name.endsWith(`.${extension}`));
  const done = `${recorder.url}/done/`;
  const shell = (name: string): string => `bash -e samples/${name} && curl -s ${done}${name} > /dev/null`;
  const module = (name: string): string => `await import('./samples/${name}'); await fetch('${done}${name}');`;
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
  await (extension === 'sh'
    ? run('bash', ['-ec', names.map(shell).join(' && ')], options)
    : run(process.execPath, ['--input-type=module', '-e', names.map(module).join('\n')], options));
  let current: Recorded[] = [];
  for (const request of recorder.take()) {
    const name = /^\/done\/(.*)$/.exec(request.url.pathname)?.[1];
    if (name === undefined) {
      current.push(request);
      continue;
    }
    sent.set(name, current);
    current = [];
  }
}

test('each operation has a sample for curl, for the TypeScript client and for fetch', () => {
  for (const operationId of Object.keys(operations)) {
    const labels = operationsOf(page.document).find((one) => one.operationId === operationId)?.['x-codeSamples'];
    expect([operationId, labels?.map(({ label }) => label)]).toEqual([operationId, Object.keys(EXTENSIONS)]);
  }
});

test('the guides have samples of both kinds', () => {
  expect([...samples.keys()].filter((name) => name.includes('-'))).toEqual([
    'start-0.sh',
    'start-1.sh',
    'TypeScript_client-0.ts',
    'TypeScript_client-1.ts',
    'Running_the_mock-0.sh',
    'Running_the_mock-1.sh',
    'Running_the_mock-2.sh',
    'Running_the_mock-3.ts',
    'Running_the_sandbox-0.ts',
  ]);
});

test('the TypeScript samples compile', async () => {
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    include: ['samples'],
    compilerOptions: { allowJs: true, checkJs: true, typeRoots: [join(ROOT, 'node_modules', '@types')] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(require.resolve('typescript/package.json'), '..', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [tsc, '--project', folder]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toBe('');
});

describe('against the mock', () => {
  beforeAll(async () => {
    for (const extension of ['sh', 'mjs', 'ts'] as const) await runAll(extension);
  });

  test.each(Object.entries(operations))(
    'the three samples of %s make the same call, and it succeeds',
    (id, operation) => {
      const [curl, client, plain] = (['sh', 'ts', 'mjs'] as const).map((extension) => sent.get(`${id}.${extension}`));
      for (const requests of [curl, client, plain]) {
        expect(requests?.map(({ status }) => status)).toEqual([200]);
        expect(requests?.[0]?.method).toBe(operation.method.toUpperCase());
      }
      expect(essence(client?.[0])).toMatchObject(essence(curl?.[0])); // the client writes defaults out
      expect(essence(plain?.[0])).toEqual(essence(curl?.[0]));
    },
  );

  test.each(Object.keys(operations))('the fetch sample of %s signs as the client does', async (id) => {
    const [request] = sent.get(`${id}.mjs`) ?? [];
    const { url, body = '', method = '', headers } = request ?? {};
    const pairs = (url?.search ?? '').slice(1).split('&');
    const { checksum } = await sortedSha256()({
      method,
      path: url?.pathname ?? '',
      query: pairs.filter((pair) => !pair.startsWith('t=')).join('&'),
      body,
      t: Number(url?.searchParams.get('t')),
      apiCode: 'THE-API-CODE',
      secret: 'its-secret',
    });
    expect(headers?.['x-checksum']).toBe(checksum);
  });

  test('the samples of the guides get the answers that their texts promise', () => {
    const statuses = [...samples.keys()]
      .filter((name) => name.includes('-'))
      .map((name) => [name, sent.get(name)?.map(({ status }) => status)]);
    expect(Object.fromEntries(statuses)).toEqual({
      'start-0.sh': [200],
      'start-1.sh': [403],
      'TypeScript_client-0.ts': [200],
      'TypeScript_client-1.ts': [],
      'Running_the_mock-0.sh': [200],
      'Running_the_mock-1.sh': [403],
      'Running_the_mock-2.sh': [502],
      'Running_the_mock-3.ts': [],
      'Running_the_sandbox-0.ts': [],
    });
  });
});

/** What a call says, whoever wrote it. */
function essence(request: Recorded | undefined): object {
  if (!request) return {};
  const query = [...request.url.searchParams].filter(([name]) => name !== 't').toSorted();
  const body: unknown = request.body === '' ? undefined : JSON.parse(request.body);
  return { path: request.url.pathname, query, body };
}
