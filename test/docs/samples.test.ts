// Every code sample on the docs page and in its guides runs against the mock, word for word but for the mock's address.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sortedSha256 } from '@wallet-operations/client';
import { startMock } from '@wallet-operations/mock';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOf, Page } from './page.ts';
import { startRecorder, type Recorded, type Recorder } from './recorder.ts';
import { canRun, client, missing, run, SampleFolder, signing, sourcesOf, unsigned, type Way } from './samples.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const require = createRequire(import.meta.url);

let page: Page;
let recorder: Recorder;
let folder: SampleFolder;
/** The samples of the guides, by the names of their files. */
const guides = new Map<string, string>();
/** What each sample sent, by the same names. */
const sent = new Map<string, Recorded[]>();

const WAYS = Object.entries({ 'curl for the mock': unsigned, ...signing, 'the client': client }).filter(([, way]) =>
  canRun(way),
);

beforeAll(async () => {
  page = await Page.build();
  recorder = await startRecorder(await startMock());
  folder = new SampleFolder();
  const { info, tags } = page.document;
  for (const [name, text] of [['start', info.description], ...tags.map((tag) => [tag.name, tag.description ?? ''])]) {
    const blocks = (text ?? '').matchAll(/^```(sh|ts)\n(.*?)^```$/gms);
    for (const [i, [, language = '', source = '']] of [...blocks].entries()) {
      guides.set(`${(name ?? '').replaceAll(' ', '_')}-${String(i)}.${language}`, source);
    }
  }
  const ofGuides = (extension: string): Map<string, string> =>
    new Map([...guides].filter(([name]) => name.endsWith(extension)));
  const runs: [Way, Map<string, string>][] = [
    ...WAYS.map(([, way]): [Way, Map<string, string>] => [way, sourcesOf(page.document, way)]),
    [unsigned, ofGuides('.sh')],
    [client, ofGuides('.ts')],
  ];
  for (const [way, sources] of runs) {
    for (const [name, requests] of await folder.run(way.program, sources, recorder)) sent.set(name, requests);
  }
}, 180_000); // one of them starts a PostgreSQL in process, which takes seconds

afterAll(async () => {
  page[Symbol.dispose]();
  await recorder.close();
  folder[Symbol.dispose]();
});

if (missing.length > 0 && !process.env.CI) console.warn(`Some samples are not run: install ${missing.join(', ')}.`);

test.runIf(process.env.CI)('whatever samples need is here', () => {
  expect(missing).toEqual([]);
});

test('each operation has a sample in each language', () => {
  for (const operationId of Object.keys(operations)) {
    const labels = operationsOf(page.document).find((one) => one.operationId === operationId)?.['x-codeSamples'];
    expect([operationId, labels?.map(({ label }) => label)]).toEqual([
      operationId,
      ['curl, mock', 'curl, signed', 'TypeScript', 'fetch', 'Python'],
    ]);
  }
});

test('the guides have samples of both kinds', () => {
  expect([...guides.keys()]).toEqual([
    'start-0.sh',
    'start-1.sh',
    'Authentication-0.ts',
    'Withdrawals_that_survive_the_process-0.ts',
    'Reconciliation-0.ts',
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
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(require.resolve('typescript/package.json'), '..', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [tsc, '--project', folder.path]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toBe('');
});

describe('against the mock', () => {
  describe.each(WAYS)('%s', (_, way) => {
    test.each(Object.entries(operations))(
      'makes the call of %s, as the others do, and it succeeds',
      (id, operation) => {
        const requests = sent.get(`${id}.${way.extension}`);
        expect(requests?.map(({ status }) => status)).toEqual([200]);
        expect(requests?.[0]?.method).toBe(operation.method.toUpperCase());
        const [plain] = sent.get(`${id}.${unsigned.extension}`) ?? [];
        if (way === client)
          expect(essence(requests?.[0])).toMatchObject(essence(plain)); // it writes defaults out
        else expect(essence(requests?.[0])).toEqual(essence(plain));
      },
    );
  });

  describe.each(WAYS.filter(([, way]) => Object.values(signing).includes(way)))('%s', (_, way) => {
    test.each(Object.keys(operations))('signs the call of %s as the client does', async (id) => {
      const [request] = sent.get(`${id}.${way.extension}`) ?? [];
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
  });

  test('prices come in the legal tenders that the samples ask for', () => {
    const [request] = sent.get(`getCurrencyPrices.${unsigned.extension}`) ?? [];
    const { currency_prices } = JSON.parse(request?.answer ?? '{}') as { currency_prices: { prices: object }[] };
    const asked = request?.url.searchParams.get('convert')?.split(',');
    expect(currency_prices.map(({ prices }) => Object.keys(prices))).toEqual(currency_prices.map(() => asked));
  });

  test('the samples of the guides get the answers that their texts promise', () => {
    const statuses = [...guides.keys()].map((name) => [name, sent.get(name)?.map(({ status }) => status)]);
    expect(Object.fromEntries(statuses)).toEqual({
      'start-0.sh': [200],
      'start-1.sh': [403],
      'Authentication-0.ts': [200, 200],
      'Reconciliation-0.ts': Array.from({ length: 42 }, () => 200),
      'Withdrawals_that_survive_the_process-0.ts': [200],
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
