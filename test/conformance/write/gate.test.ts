/** What may leave a pack: the operations of two lists, each write once and with the very body of its line; and what it tells of anybody. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import type { FetchInit } from '@wallet-operations/client';
import { createRecording, interfaceOf } from '@wallet-operations/transcript';
import { operationsOf, type OpenApiDocument } from '@wallet-operations/validator';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isSaidToRead } from '../../../packages/conformance/src/document/reading.ts';
import { PROVING, WRITING } from '../../../packages/conformance/src/document/writing.ts';
import { createWritingGate } from '../../../packages/conformance/src/send/writing-gate.ts';
import { command } from '../harness.ts';
import { OWN, startPaying, WORD } from './paying.ts';

const SOURCES = join(import.meta.dirname, '../../../packages/conformance/src');
const BASE = 'http://127.0.0.1:9';
const operations = operationsOf(bundled);

/** A gate, and what fetch was asked. */
function gateOf() {
  const document = bundled as unknown as OpenApiDocument;
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('{}')));
  onTestFinished(() => {
    fetched.mockRestore();
  });
  const gate = createWritingGate({
    service: interfaceOf(document),
    target: { base: BASE, product: 'svc' },
    recording: createRecording(document, 'svc'),
  });
  const send = (operationId: string, body: unknown, walletId = '1') => {
    const operation = operations.find((one) => one.operationId === operationId);
    const path = operation?.path.replace('{WALLET_ID}', walletId).replaceAll(/\{\w+\}/g, '2') ?? '/v1/svc/unknown';
    const method: 'GET' | 'POST' = operation?.method === 'GET' ? 'GET' : 'POST';
    const init: FetchInit = { method, headers: {}, signal: new AbortController().signal, redirect: 'manual' };
    return gate.fetch(`${BASE}${path}?t=1`, { ...init, ...(method === 'POST' && { body: JSON.stringify(body) }) });
  };
  return { gate, fetched, send };
}

test('the two lists are of operations that write, and of some that read', () => {
  const reads = new Set(operations.filter(isSaidToRead).map(({ operationId }) => operationId));
  expect([...PROVING].filter((name) => !reads.has(name))).toEqual([]);
  expect([...WRITING].filter((name) => reads.has(name))).toEqual([]);
});

test.each(operations.filter(({ operationId }) => !PROVING.has(operationId)))(
  '$operationId opens no socket by itself',
  async ({ operationId }) => {
    const { fetched, send } = gateOf();
    await expect(send(operationId, {})).rejects.toThrow(`${operationId} is refused, and nothing was sent`);
    expect(fetched).not.toHaveBeenCalled();
  },
);

test.each([...PROVING])('%s may be asked', async (operationId) => {
  const { fetched, send } = gateOf();
  await send(operationId, {});
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('an answer that does not end is left as soon as it is too large', async () => {
  const { fetched, send } = gateOf();
  const part = new Uint8Array(1024 * 1024).fill(0x20);
  let isLeft = false;
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(part);
    },
    cancel() {
      isLeft = true;
    },
  });
  fetched.mockResolvedValue(new Response(endless));
  await expect(send('getWithdrawalState', {})).rejects.toThrow('more than 16 MB');
  expect(isLeft).toBe(true);
});

test('a write leaves once, with its very body, for its very wallet', async () => {
  const body = { requests: [{ order_id: 'shop1_conform_1', address: OWN, amount: '0.25' }], ignore_black_list: false };
  const permit = { operationId: 'withdrawAssets', walletId: '1', body, leave: () => undefined };
  const { gate, fetched, send } = gateOf();
  const others: readonly (() => Promise<unknown>)[] = [
    () => send('withdrawAssets', { ...body, ignore_black_list: true }),
    () => send('withdrawAssets', { ...body, requests: [{ ...body.requests[0], amount: '2.5' }] }),
    () => send('withdrawAssets', { ...body, requests: [...body.requests, ...body.requests] }),
    () => send('withdrawAssets', body, '2'),
    () => send('addWhitelistEntries', body),
    () => send('none', body),
  ];
  for (const other of others) await expect(gate.permitting(permit, other)).rejects.toThrow('nothing was sent');
  expect(fetched).not.toHaveBeenCalled();
  await gate.permitting(permit, async () => {
    await send('withdrawAssets', body);
    await expect(send('withdrawAssets', body)).rejects.toThrow('nothing was sent');
  });
  await expect(send('withdrawAssets', body)).rejects.toThrow('nothing was sent');
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('what may leave no more at the last moment opens no socket, and why is told', async () => {
  const { gate, fetched, send } = gateOf();
  const leave = (): never => {
    throw new Error('the lock is gone');
  };
  // the client makes a failure of its own of it
  const sending = gate.permitting({ operationId: 'withdrawAssets', walletId: '1', body: {}, leave }, () =>
    send('withdrawAssets', {}).catch(() => 'no answer'),
  );
  await expect(sending).rejects.toThrow('the lock is gone');
  expect(fetched).not.toHaveBeenCalled();
});

test('a run has no way to it', () => {
  const seen = new Set<string>();
  const follow = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    const text = readFileSync(module, 'utf8');
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) follow(join(module, '..', path));
    expect(text).not.toContain("'@wallet-operations/client'");
  };
  for (const command of ['run', 'replay']) follow(join(SOURCES, 'commands', `${command}.ts`));
  expect([...seen].filter((module) => /writing-gate|[/\\]write[/\\]/.test(module))).toEqual([]);
  expect(globSync('write/*.ts', { cwd: SOURCES }).length).toBeGreaterThan(5);
});

test('nothing of anybody is in what it prints and reports, and no secret in the ledger', async () => {
  const service = await startPaying();
  const transcript = join(service.folder, 'transcript.jsonl');
  const args = ['--yes-spend', WORD, '--transcript', transcript];
  const changes = {
    whitelist_entry: true,
    deposit_address: { wallet: String(service.tagged.walletId), memo: '770077' },
  };
  const { stdout, stderr } = await service.write(args, changes);
  const told = [
    stdout,
    stderr,
    readFileSync(join(service.folder, 'effects.json'), 'utf8'),
    readFileSync(transcript, 'utf8'),
  ].join('\n');
  const ledger = readFileSync(service.ledger, 'utf8');
  const secrets = Object.values(service.environment);
  expect(secrets).toHaveLength(6);
  const [order = ''] = service.paid().ids;
  const values = [OWN, order, 'shop1_', '770077', String(service.payer.walletId), String(service.tagged.walletId)];
  expect(ledger).toContain(order);
  const found = (text: string, all: readonly string[]): string[] =>
    all.filter((one) => text.toLowerCase().includes(one.toLowerCase()));
  expect(found(told, [...secrets, ...values])).toEqual([]);
  expect(found(ledger, secrets)).toEqual([]);

  // what it wrote down is judged as any other recording is
  const replayed = await command(['replay', transcript, '--json', join(service.folder, 'report.json')]);
  expect(replayed.exitCode).toBe(0);
  const report = readFileSync(join(service.folder, 'report.json'), 'utf8');
  for (const operationId of WRITING) expect(report).toContain(`"operationId":"${operationId}"`);
});

test.each(['withdrawAssets', 'getWithdrawalState', 'listWallets', 'getApiCodeStatus'])(
  'what %s says of its customers is not told where it fails',
  async (operationId) => {
    const service = await startPaying();
    const planted = ['Kunde-Mueller', 'jane.doe@customer.example', '4111111111111111'];
    service.on.request = (came) =>
      came.operationId === operationId
        ? {
            status: 400,
            body: { error_code: 703, error: 'Operation failed', message: planted.join(' '), [planted[0] ?? '']: 1 },
          }
        : undefined;
    const transcript = join(service.folder, 'transcript.jsonl');
    const { exitCode, stdout, stderr } = await service.write(['--yes-spend', WORD, '--transcript', transcript]);
    expect(exitCode).toBe(1);
    const told = [
      stdout,
      stderr,
      readFileSync(join(service.folder, 'effects.json'), 'utf8'),
      readFileSync(transcript, 'utf8'),
    ].join('');
    const values = [...planted, OWN, String(service.payer.walletId), ...Object.values(service.environment)];
    expect(values.filter((value) => told.includes(value))).toEqual([]);
    expect(values.slice(0, 3).filter((value) => readFileSync(service.ledger, 'utf8').includes(value))).toEqual([]);
  },
);
