/** A write that stays unclear is closed by hand: a line more in the ledger, no request, and it stays counted. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../harness.ts';
import { startPaying, verdictsOf, type Paying } from './paying.ts';

const REASON = 'The panel of 20 November has no such order.';

/** A service whose one withdrawal got lost on its way, and stays unclear. */
async function withUnclear(): Promise<Paying> {
  const service = await startPaying();
  await service.sandbox.control.injectFault({ kind: 'lost-request', operationId: 'withdrawAssets' });
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  return service;
}

const close = ({ ledger }: Paying, write = '1', reason = REASON) =>
  command(['close', '--ledger', ledger, '--write', write, '--reason', reason]);

test('what is closed ends the wait, and the next run pays within what the cap leaves', async () => {
  const service = await withUnclear();
  const [before, requests] = [readFileSync(service.ledger, 'utf8'), service.came.length];
  const closed = await close(service);
  expect(closed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(closed.stdout).toMatch(/^Write 1 is closed: order shop1_conform_\w+\. It stays counted/);
  expect(service.came.length).toBe(requests);
  const after = readFileSync(service.ledger, 'utf8');
  expect(after.startsWith(before)).toBe(true); // nothing of it is written anew
  expect(JSON.parse(after.slice(before.length))).toMatchObject({ of: 1, outcome: 'closed by hand', reason: REASON });

  const next = await service.write();
  expect(verdictsOf(next)).toEqual(['withdrawal: proved', 'balance: proved']);
  expect(next.stdout).toContain('The ledger counts 0.5 of at most 0.6 ETH.');
  const third = await service.write(); // it looks for what was closed, and sends nothing
  expect(third.exitCode).toBe(1);
  expect(third.stdout.replace(/\s+/g, ' ')).toContain('at_most leaves no room for another withdrawal: none was sent.');
  expect(service.paid()).toMatchObject({ orders: 1, total: 0.25 });
});

test('what was paid all the same is within the cap', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) =>
    operationId === 'withdrawAssets'
      ? 'no answer'
      : operationId === 'getWithdrawalState'
        ? { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } }
        : undefined;
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  await close(service);
  await service.write();
  await close(service, '2');
  expect((await service.write()).exitCode).toBe(1);
  expect(service.paid().total).toBe(0.5);
});

test.each([
  ['a write that is not there', '2', REASON, 'has no write 2. Open: 1.'],
  ['no number', 'x', REASON, '--write takes a whole number'],
  ['no reason', '1', '', 'needs --reason TEXT'],
  ['a reason that nobody sees', '1', '\u200b'.repeat(12), 'needs --reason TEXT'],
  ['a reason of spaces', '1', ' '.repeat(12), 'needs --reason TEXT'],
  ['a reason of two lines', '1', 'nothing\nin the panel', 'needs --reason TEXT'],
])('%s closes nothing', async (_, write, reason, says) => {
  const service = await withUnclear();
  const before = readFileSync(service.ledger, 'utf8');
  const { exitCode, stderr } = await close(service, write, reason);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
  expect(readFileSync(service.ledger, 'utf8')).toBe(before);
});

test('what is proved, or closed already, is not open', async () => {
  const service = await startPaying();
  await service.write();
  expect((await close(service)).stderr).toContain('is not open: proved. No write of it is open.');
  const other = await withUnclear();
  await close(other);
  expect((await close(other)).stderr).toContain('is not open: closed by hand.');
});

test('what is no ledger stays as it is, and none is begun', async () => {
  const service = await startPaying();
  expect((await close(service)).stderr).toContain('cannot be read: ENOENT');
  writeFileSync(service.ledger, 'something else\n');
  expect((await close(service)).stderr).toContain('is no ledger');
  expect(readFileSync(service.ledger, 'utf8')).toBe('something else\n');
});

test('Markdown and JUnit tell what JSON does', async () => {
  const service = await startPaying();
  const [markdown, junit] = ['effects.md', 'effects.xml'].map((name) => join(service.folder, name));
  const files = ['--yes-spend', '0.25 ETH', '--markdown', String(markdown), '--junit', String(junit)];
  const read = () => [markdown, junit].map((file) => readFileSync(String(file), 'utf8')) as [string, string];
  await service.write(files);
  const [proved, passed] = read();
  expect(proved).toContain('Each effect is proved by a read.');
  expect(proved).toMatch(/^\| withdrawal \(write 1\) \| proved \| getWithdrawalState has it/m);
  expect(passed).toContain('<testsuites name="wallet-conform write" tests="3" failures="0"');

  await service.sandbox.control.injectFault({ kind: 'lost-request', operationId: 'withdrawAssets' });
  await service.write(files);
  const [unclear, failed] = read();
  expect(unclear).toContain('Not every effect is proved.');
  expect(unclear).toContain('The ledger counts 0.5 of at most 0.6 ETH.');
  expect(unclear).toMatch(/^\| withdrawal \(write 2\) \| unclear \|/m);
  expect(failed).toContain('failures="1"');
  expect(failed).toContain('type="unclear"');
});

/** Something under the order_id that is not the order, as far as anybody can tell. */
const other = (order_id: string | undefined, address: string) => ({
  status: 200,
  body: { order_id, address, amount: '9', memo: '', txid: '', in_chain_block: 0, create_time: '2026-11-20T08:30:00Z' },
});

test.each([
  ['the same', 'another-address', 'withdrawal: closed by hand'],
  ['another record', 'yet-another-address', 'withdrawal: unclear'],
])('what was closed on a record is told as it was, or open again, where %s shows', async (_, address, verdict) => {
  const service = await startPaying();
  let shown = 'another-address';
  service.on.request = ({ operationId }) => {
    const order = service.lines().find(({ write }) => write === 1) as { order: { order_id: string } } | undefined;
    return operationId === 'getWithdrawalState' && order ? other(order.order.order_id, shown) : undefined;
  };
  service.on.answer = ({ operationId }) => (operationId === 'withdrawAssets' ? 'no answer' : undefined);
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  await close(service);
  shown = address;
  expect(verdictsOf(await service.write())[0]).toBe(verdict);
});
