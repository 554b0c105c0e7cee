/** The loop is closed for several services: after the build with what a run found of one, client, mock, sandbox and the tests of the contract go with it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, FILES, type Result } from './harness.ts';
import { sandboxVariant } from './variants/behind.ts';
import type { Running } from './variants/variant.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const CONFIG = join(import.meta.dirname, 'contract.config.ts');
const run = promisify(execFile);

/** A service, and the operations whose answers the tests of the contract type as assumed, besides {@link NUMBERED}: of these the matrix may differ. */
interface Closed {
  readonly name: string;
  readonly answers: readonly { readonly id: string; readonly value: unknown }[];
  readonly typed: readonly string[];
}

/** Where there are numbers of kinds and states: a run confirms them, and the document with answers has no others. */
const NUMBERED = [
  ...['listWallets', 'listWalletBalances', 'listCallbacks', 'getCallbacksById', 'getDepositCallback'],
  ...['depositCallback', 'withdrawalCallback'],
];

const CLOSED: readonly Closed[] = [
  {
    name: 'another time, another count, and a nonce',
    answers: [
      { id: 'checksum', value: { scheme: 'sorted-sha256', nonce: 'nonce' } },
      { id: 'request-time', value: { unit: 'milliseconds', window: 60 } },
      { id: 'vault-count', value: 'the page' },
    ],
    typed: [],
  },
  {
    name: 'other envelopes',
    answers: [
      { id: 'wallet-balance-envelope', value: { total: 'total_count', records: 'wallets' } },
      { id: 'price-envelope', value: { records: 'prices_list' } },
    ],
    typed: ['getCurrencyPrices'],
  },
  {
    name: 'other numbers',
    answers: [
      { id: 'wallet-type', value: { vault: 1, deposit: 2, withdrawal: 3, depositWithdrawal: 4, delegated: 5 } },
      { id: 'processing-state', value: { inPool: 5, inChain: 6, done: 7 } },
    ],
    typed: [],
  },
];

describe.each(CLOSED)('$name', ({ answers, typed }) => {
  const folder = mkdtempSync(join(tmpdir(), 'closed-'));
  let service: Running;
  let found: Result;
  let overlay: string;
  beforeAll(async () => {
    service = await sandboxVariant(answers);
    found = await conform(service);
    overlay = join(found.folder, FILES.answers);
    await run(process.execPath, ['scripts/build.ts', '--overlay', overlay, '--output', folder], { cwd: ROOT });
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  test('the run found every answer', () => {
    for (const { id, value } of answers)
      expect(found.report.points[id]).toMatchObject({ verdict: 'contradicted', value });
  });

  test('against the answered document nothing of the service differs', async () => {
    const again = await sandboxVariant(answers); // in the same second every call would be one that was there
    onTestFinished(again.close);
    expect(differencesIn(await conform(again, ['--overlay', overlay]))).toEqual([]);
  });

  test('a sandbox with the answers is like the service', async () => {
    const sandbox = await sandboxVariant([], { overlay });
    onTestFinished(sandbox.close);
    expect(differencesIn(await conform(sandbox, ['--overlay', overlay]))).toEqual([]);
  });

  test('client and mock of the build pass the tests of the contract, but for what these type as assumed', async () => {
    const report = join(folder, 'contract.json');
    const args = [VITEST, 'run', '--config', CONFIG, '--reporter=json', `--outputFile=${report}`];
    await run(process.execPath, args, { cwd: ROOT, env: { ...process.env, BUILT: folder } }).catch(() => undefined);
    const failed = failuresIn(report);
    expect(
      failed.filter(({ file, owner }) => !(file.endsWith('matrix.test.ts') && [...NUMBERED, ...typed].includes(owner))),
    ).toEqual([]);
  });
});

/** The tests that failed. The sum of all that was seen counts what is typed, too, and is left out. */
function failuresIn(file: string): { file: string; owner: string; name: string }[] {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    testResults: { name: string; assertionResults: { status: string; ancestorTitles: string[]; title: string }[] }[];
  };
  expect(numPassedTests).toBeGreaterThan(390);
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, title }) => status === 'failed' && title !== SUM)
      .map(({ ancestorTitles, title }) => ({ file: name, owner: ancestorTitles[0] ?? '', name: title })),
  );
}

const SUM = 'every example is shown, and every keyword seen valid and invalid';
