// The collection runs as Postman runs it: every request is signed as the client signs, and answered by the mock with success.
import { exec, execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sortedSha256 } from '@wallet-operations/client';
import { startMock, type Mock } from '@wallet-operations/mock';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Repository } from '../repository.ts';

/** Exactly pinned; too heavy to be installed with everything else. */
const NEWMAN = 'newman@6.2.2';
const SECRET = 'näive & s3cret';

interface Seen {
  readonly request: string;
  readonly hasQuery: boolean;
  readonly isSigned: boolean;
  readonly code: string | undefined;
  readonly status: number;
  readonly violations: string | null;
}

interface Report {
  readonly run: {
    readonly stats: { readonly requests: { readonly total: number; readonly failed: number } };
    readonly failures: readonly { readonly error: { readonly message: string } }[];
  };
}

const folder = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
const seen: Seen[] = [];
let mock: Mock;
let server: Server;
let repository: Repository;
/** Of the collection as it is, and with every optional parameter switched on. */
let reports: Report[];

beforeAll(async () => {
  mock = await startMock({ product: 'other' });
  server = createServer((request, response) => {
    void observe(request).then(({ status, body }) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  repository = new Repository();
  await repository.run('scripts/build.ts');
  await promisify(exec)(`npm install --no-save --no-audit --no-fund --ignore-scripts --loglevel error ${NEWMAN}`, {
    cwd: folder,
  });

  const asItIs = repository.read('generated/docs/postman.json');
  reports = [
    await runCollection(asItIs),
    await runCollection(asItIs.replaceAll('"disabled": true', '"disabled": false')),
  ];
});

async function runCollection(collection: string): Promise<Report> {
  const [file, output] = [join(folder, 'collection.json'), join(folder, 'report.json')];
  writeFileSync(file, collection);
  const variables = {
    base_url: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    ...{ secret: SECRET, api_code: 'own', read_only_api_code: 'read-only', product: 'other' },
  };
  const options = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const newman = join(folder, 'node_modules', 'newman', 'bin', 'newman.js');
  const reporting = ['--reporters', 'json', '--reporter-json-export', output];
  await promisify(execFile)(process.execPath, [newman, 'run', file, ...options, ...reporting]).catch(() => undefined); // it reports
  return JSON.parse(readFileSync(output, 'utf8')) as Report;
}

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await mock.close();
  repository[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Passes a request on to the mock, and looks at what it carries and gets. */
async function observe(incoming: IncomingMessage): Promise<{ status: number; body: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  const { method = '', url = '', headers } = incoming;
  const [path = '', search = ''] = url.split('?');
  const t = Number(new URLSearchParams(search).get('t'));
  const query = search
    .split('&')
    .filter((pair) => !pair.startsWith('t='))
    .join('&');
  const { checksum } = await sortedSha256()({ method, path, query, body, t, apiCode: '', secret: SECRET });
  const sent = {
    'x-api-code': headers['x-api-code'],
    'x-checksum': headers['x-checksum'],
    'content-type': headers['content-type'],
  };
  const answer = await fetch(mock.url + url, {
    method,
    headers: Object.fromEntries(
      Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    ...(body !== '' && { body }),
  });
  seen.push({
    request: `${method} ${path}`,
    hasQuery: query !== '',
    isSigned: headers['x-checksum'] === checksum,
    code: sent['x-api-code'] as string | undefined,
    status: answer.status,
    violations: answer.headers.get('x-mock-violations'),
  });
  return { status: answer.status, body: await answer.text() };
}

test('every operation is sent, and no script fails', () => {
  const total = Object.keys(operations).length;
  expect(reports.map(({ run }) => run.stats.requests)).toMatchObject([
    { total, failed: 0 },
    { total, failed: 0 },
  ]);
  expect(reports.flatMap(({ run }) => run.failures.map(({ error }) => error.message))).toEqual([]);
});

test('each is answered with success, since it fits the document', () => {
  expect(seen.filter(({ status, violations }) => status !== 200 || violations !== null)).toEqual([]);
  expect(new Set(seen.map(({ request }) => request)).size).toBe(Object.keys(operations).length);
});

test('each carries the checksum that the client would give it, with and without a query', () => {
  expect(seen.filter(({ hasQuery }) => hasQuery).length).toBeGreaterThan(5);
  expect(seen.filter(({ isSigned }) => !isSigned)).toEqual([]);
});

test('each carries its API code, and those that read several wallets the read-only one', () => {
  const readOnly = seen.filter(({ code }) => code === 'read-only').map(({ request }) => request);
  expect([...new Set(readOnly)].toSorted()).toEqual([
    'GET /v1/other/wallets/readonly/walletlist',
    'GET /v1/other/wallets/readonly/walletlist/balances',
  ]);
  expect(seen.filter(({ code }) => code === 'own')).toHaveLength(seen.length - readOnly.length);
});
