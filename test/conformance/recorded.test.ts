/** What a proxy has recorded is judged as a run is: what it was not asked is told as such, and writing operations are among what it was. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createWalletClient, systemClock } from '@wallet-operations/client';
import { readTranscript } from '@wallet-operations/conformance';
import { createRecording, startProxy, writeTranscript, type Recording } from '@wallet-operations/mock';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../package/mock-project.ts';
import { command, differencesIn, filesIn, resultsIn, type Result } from './harness.ts';
import { changedVariant, sandboxVariant, type Change } from './variants/behind.ts';
import { each, refusal, row } from './variants/changes.ts';
import type { Running } from './variants/variant.ts';

const CLI = join(import.meta.dirname, '../../packages/mock/src/cli.ts');
const ADDRESS = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
const ORDER = 'shop1_secret-order';
const MEMO = 'for-our-eyes-only';

/** What an application does: it withdraws, adds an address and an entry, and looks at what became of them. */
async function use({ wallets, readOnly, now }: Running, baseUrl: string): Promise<void> {
  const walletOf = (kind: string) => {
    const found = wallets.find((wallet) => wallet.kind === kind);
    if (!found) throw new Error(`There is no ${kind} wallet.`);
    const client = createWalletClient({
      ...{ baseUrl, credentials: found, readOnlyCredentials: readOnly },
      clock: { ...systemClock, now: now ?? Date.now },
    });
    return { client, wallet: client.wallet(found.walletId) };
  };
  const { client, wallet } = walletOf('withdrawal');
  await wallet.withdrawAssets({ requests: [{ order_id: ORDER, address: ADDRESS, amount: '1.7315', message: MEMO }] });
  await wallet.getWithdrawalState({ ORDER_ID: ORDER });
  await wallet.listWithdrawalHistory({ request_number: 5 });
  await wallet.getWithdrawalState({ ORDER_ID: 'shop1_there-is-none' }).catch(() => undefined);
  await wallet.addWhitelistEntries({ items: [{ address: ADDRESS, user_id: 'jane.doe' }] });
  await wallet.listCallbacks();
  await client.listWallets();
  await walletOf('deposit').wallet.createDepositAddresses({ count: 2 });
  await walletOf('vault').wallet.getVaultBalance();
}

/** Judges a recording. */
async function judged(text: string, ...more: readonly string[]): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  const file = join(folder, 'traffic.jsonl');
  writeFileSync(file, text);
  const outcome = await command([
    'replay',
    file,
    ...more,
    ...filesIn(folder, ['json', 'markdown', 'junit', 'answers']),
  ]);
  return { ...outcome, folder, ...resultsIn(folder) };
}

async function recordedOf(running: Running): Promise<Recording> {
  const recording = createRecording(bundled, 'svc', running.now);
  const proxy = await startProxy({ upstream: running.url, recording });
  await use(running, proxy.url);
  await proxy.close();
  return recording;
}

describe('of an application before the plain sandbox', () => {
  let running: Running;
  let text: string;
  let result: Result;
  beforeAll(async () => {
    running = await sandboxVariant();
    text = writeTranscript((await recordedOf(running)).transcript());
    result = await judged(text);
  });
  afterAll(() => running.close());

  test('nothing differs', () => {
    expect(differencesIn(result)).toEqual([]);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('its own writing operations are judged by their answers', () => {
    const agreeing = result.report.facts
      .filter(({ verdict }) => verdict === 'agrees')
      .map(({ operationId }) => operationId);
    expect(new Set(agreeing)).toEqual(
      new Set([
        ...['withdrawAssets', 'getWithdrawalState', 'listWithdrawalHistory', 'addWhitelistEntries', 'listCallbacks'],
        ...['listWallets', 'createDepositAddresses', 'getVaultBalance'],
      ]),
    );
  });

  test('what nobody asked is told as such', () => {
    const { points, facts } = result.report;
    expect(points.checksum?.verdict).toBe('not asked');
    const prices = facts.filter(({ operationId }) => operationId === 'getCurrencyPrices');
    expect(new Set(prices.map(({ verdict }) => verdict))).toEqual(new Set(['not asked']));
  });

  test('nothing of anybody is in it', () => {
    const secrets = [...running.wallets, running.readOnly].flatMap(({ apiCode, secret }) => [apiCode, secret]);
    const ids = running.wallets.map(({ walletId }) => String(walletId));
    const told = [ADDRESS, ORDER, MEMO, '1.7315', 'jane.doe', ...secrets, ...ids].filter((one) =>
      text.toLowerCase().includes(one.toLowerCase()),
    );
    expect(told).toEqual([]);
  });

  test('several recordings are one judgement', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'several-'));
    const files = ['a.jsonl', 'b.jsonl'].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, text);
    const { exitCode, stdout } = await command(['replay', ...files]);
    const count = readTranscript(text, 'it').exchanges.length;
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${String(2 * count)} calls of 6 wallets`);
  });
});

/** Services that differ in what such traffic shows; what is found of each. */
const OTHERS: readonly (readonly [what: string, change: Change, found: string])[] = [
  [
    'a field that is missing',
    each('getVaultBalance', '', (body) => delete body.token_balance),
    'getVaultBalance field token_balance',
  ],
  [
    'an answer to a writing operation in another shape',
    each('withdrawAssets', '', (body) => (body.results = Object.keys(body.results as object))),
    'withdrawAssets type results',
  ],
  [
    'a row that there is not',
    refusal(
      'getWithdrawalState',
      (_, status) => status === 404,
      () => row(404, 305, 'Wallet ID invalid'),
    ),
    'getWithdrawalState error row of 404',
  ],
  [
    'more records than were asked for',
    each('listWithdrawalHistory', '', (body) => {
      const records = body.transactions as object[];
      body.transactions = [...records, ...records];
    }),
    'listWithdrawalHistory bound request_number',
  ],
  [
    'another order than was asked for',
    each('getWithdrawalState', '', (body) => (body.order_id = 'shop1_another')),
    'getWithdrawalState value order_id',
  ],
];

test.each(OTHERS)('%s is found', async (_, change, found) => {
  const running = await changedVariant(change);
  onTestFinished(running.close);
  const result = await judged(writeTranscript((await recordedOf(running)).transcript()));
  expect(differencesIn(result).join('\n')).toContain(found);
  expect(result.exitCode).toBe(1);
});

/** Lines that no run and no proxy writes. */
const LINE = {
  ...{ step: 'recorded', operationId: 'getVaultBalance', caller: 0 },
  request: { path: { WALLET_ID: '1001' }, query: {}, altered: {} },
  answer: { status: 200, contentType: 'application/json', body: {} },
};
test.each([
  [{ answer: { ...LINE.answer, status: '200' } }, /:2 is no exchange: answer.status is no whole number/],
  [{ caller: 99 }, /:2 is no exchange: its caller is neither read-only nor one of 1 wallets/],
  [{ request: { ...LINE.request, path: { WALLET_ID: 1 } } }, /:2 is no exchange: request.path/],
  [{ request: { ...LINE.request, query: [] } }, /:2 is no exchange: request.query/],
  [{ request: { ...LINE.request, altered: { late: '9' } } }, /:2 is no exchange: request.altered.late is no number/],
  [{ answer: { status: 200, contentType: '' } }, /:2 is no exchange: answer has not one of body and unread/],
  [{ operationId: 'getEverything' }, /Line 2 of the transcript is of an operation that the document has not/],
])('a line with %j is refused', async (change, says) => {
  const file = join(mkdtempSync(join(tmpdir(), 'foreign-')), 'traffic.jsonl');
  const run = {
    form: 'wallet-conform transcript 1',
    wallets: [{ kind: 'vault' }],
    recorded: { leftOut: 0 },
    exchanges: 1,
  };
  writeFileSync(file, [run, { ...LINE, ...change }].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const outcome = await command(['replay', file]);
  expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
  expect(outcome.stderr).toMatch(says);
});

test('what was asked and always refused is told as such, and not as what nobody asked', async () => {
  const running = await changedVariant({
    instead: ({ operationId }) =>
      operationId === 'listWallets' ? row(403, undefined, 'Forbidden. Invalid timestamp') : undefined,
  });
  onTestFinished(running.close);
  const recording = createRecording(bundled, 'svc', running.now);
  const proxy = await startProxy({ upstream: running.url, recording });
  await use(running, proxy.url).catch(() => undefined); // it goes no further than the list of wallets
  await proxy.close();
  const { report } = await judged(writeTranscript(recording.transcript()));
  const told = (about: string) =>
    report.facts.find((fact) => fact.operationId === 'listWallets' && fact.about === about);
  expect(told('200')).toMatchObject({
    verdict: 'not observable',
    evidence: expect.stringMatching(/^none of \d recorded calls was answered so$/) as string,
  });
  expect(told('invalid_timestamp')?.verdict).toBe('agrees');
});

test.each([
  [1, []],
  [Infinity, ['getWithdrawalState status 502: 502 is not documented: "no JSON"']],
])('a gateway that has nobody behind it for %d calls of an operation makes the differences %j', async (calls, due) => {
  let met = 0;
  const running = await changedVariant({
    instead: ({ operationId }) =>
      operationId === 'getWithdrawalState' && ++met <= calls
        ? { status: 502, headers: { 'content-type': 'text/html' }, body: '<p>no' }
        : undefined,
  });
  onTestFinished(running.close);
  const recording = createRecording(bundled, 'svc', running.now);
  const proxy = await startProxy({ upstream: running.url, recording });
  await use(running, proxy.url).catch(() => undefined);
  await proxy.close();
  expect(met).toBeGreaterThan(0);
  expect(differencesIn(await judged(writeTranscript(recording.transcript())))).toEqual(due);
});

test('a recording of nothing compares nothing, and fails', async () => {
  const result = await judged(writeTranscript(createRecording(bundled, 'svc').transcript()));
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toContain('nothing was compared');
});

test('the proxy writes it while calls pass, whole at any time', async () => {
  const running = await sandboxVariant();
  onTestFinished(running.close);
  const file = join(mkdtempSync(join(tmpdir(), 'record-')), 'traffic.jsonl');
  const options = ['--port', '0', '--upstream', running.url, '--record', file, '--quiet'];
  const { url, stop } = await serve(spawn(process.execPath, [CLI, 'proxy', ...options]));
  const countOf = (): number => readTranscript(readFileSync(file, 'utf8'), file).exchanges.length;
  await use(running, url);
  await vi.waitFor(
    () => {
      expect(countOf()).toBeGreaterThan(0);
    },
    { timeout: 10_000, interval: 50 },
  );
  await stop();
  expect(countOf()).toBe(9);
  expect(differencesIn(await judged(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a second proxy with the same file is refused, whichever way leads to it, and the first goes on', async () => {
  const running = await sandboxVariant();
  onTestFinished(running.close);
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  const file = join(folder, 'traffic.jsonl');
  const proxy = (record: string): ReturnType<typeof spawn> =>
    spawn(process.execPath, [CLI, 'proxy', '--port', '0', '--upstream', running.url, '--record', record, '--quiet']);
  const first = proxy(file);
  const { url, stop } = await serve(first);
  symlinkSync(folder, join(folder, 'again'));
  for (const other of [file, join(folder, 'again', 'traffic.jsonl')]) {
    const refused = proxy(other);
    const said = text(refused.stderr as Readable);
    expect(await once(refused, 'exit')).toEqual([1, null]);
    expect(await said).toContain(`${other} is in use by another process`);
  }
  await use(running, url);
  await stop();
  expect(readTranscript(readFileSync(file, 'utf8'), file).exchanges).toHaveLength(9);

  // whoever was killed has it no more
  const killed = proxy(file);
  await serve(killed);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const next = await serve(proxy(file));
  expect((await next.stop()).printed).not.toContain('is in use');
});
