/** The loop is closed: what a run found of another service is built, and client, mock and sandbox of that build go with it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMock } from '@wallet-operations/mock';
import { startSandbox } from '@wallet-operations/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, FILES, type Result } from './harness.ts';
import { sandboxVariant } from './variants/behind.ts';
import type { Running } from './variants/variant.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAM = join(import.meta.dirname, '../overlays/client-program.ts');
const run = promisify(execFile);

/** What the operator of this service has otherwise. */
const ANSWERS = [
  { id: 'wallet-type', value: { vault: 1, deposit: 2, withdrawal: 3, depositWithdrawal: 4, delegated: 5 } },
  { id: 'processing-state', value: { inPool: 5, inChain: 6, done: 7 } },
  { id: 'wallet-balance-envelope', value: { total: 'total_count', records: 'wallets' } },
  { id: 'request-time', value: { unit: 'milliseconds', window: 60 } },
  { id: 'checksum', value: { scheme: 'sorted-sha256', nonce: 'nonce' } },
  { id: 'vault-count', value: 'the page' },
];

let service: Running;
let found: Result;
let overlay: string;
const folder = mkdtempSync(join(tmpdir(), 'built-'));
beforeAll(async () => {
  service = await sandboxVariant(ANSWERS);
  found = await conform(service);
  overlay = join(found.folder, FILES.answers);
  await run(process.execPath, ['scripts/build.ts', '--overlay', overlay, '--output', folder], { cwd: ROOT });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

test('the run found every answer, with its value', () => {
  for (const { id, value } of ANSWERS)
    expect(found.report.points[id]).toMatchObject({ verdict: 'contradicted', value });
  expect(found.report.facts.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
});

test('the document of that build has the points answered', () => {
  const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
    'x-answered-points': Record<string, { value: unknown }>;
  };
  for (const { id, value } of ANSWERS) expect(document['x-answered-points'][id]?.value).toEqual(value);
});

test('against that document nothing of the service differs', async () => {
  const again = await conform(service, ['--overlay', overlay]);
  expect(differencesIn(again)).toEqual([]);
  expect(again).toMatchObject({ exitCode: 0, stderr: '' });
});

test('a client of that build gets along with that service', async () => {
  const wallet = service.wallets.find(({ kind }) => kind === 'withdrawal');
  if (!wallet) throw new Error('There is no withdrawal wallet.');
  const { walletId, apiCode, secret } = wallet;
  const task = {
    ...{ folder, url: service.url, now: service.now?.(), walletId: Number(walletId) },
    ...{ access: { apiCode, secret }, readOnly: service.readOnly },
    ...{ orderId: 'shop1_after', address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', deliveries: [] },
  };
  const child = run(process.execPath, [PROGRAM]);
  child.child.stdin?.end(JSON.stringify(task));
  const { stdout } = await child;
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'accepted',
    state: 'inPool',
    kinds: ['withdrawal', 'depositWithdrawal', 'delegated', 'deposit', 'vault', 'withdrawal'],
  });
});

describe('with those answers', () => {
  test('a mock starts, and answers as the service does', async () => {
    const mock = await startMock({ overlay });
    onTestFinished(() => mock.close());
    const headers = { 'X-API-CODE': 'any', 'X-CHECKSUM': 'any' };
    const answer = await fetch(`${mock.url}/v1/svc/wallets/readonly/walletlist/balances?t=1&nonce=1`, { headers });
    expect(Object.keys((await answer.json()) as object)).toEqual(['total_count', 'wallets']);
  });

  test('a sandbox starts, and does as the service does', async () => {
    const sandbox = await startSandbox({ overlay, running: false });
    onTestFinished(() => sandbox.close());
    expect(sandbox.decisions).toMatchObject({
      nonce: 'nonce',
      perSecond: 1000,
      window: 60,
      processing: { inPool: 5, inChain: 6, done: 7 },
      countsPage: true,
    });
  });

  test('a run against a sandbox with them finds nothing', async () => {
    const again = await sandboxVariant([], { overlay });
    onTestFinished(again.close);
    const result = await conform(again, ['--overlay', overlay]);
    expect(differencesIn(result)).toEqual([]);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
