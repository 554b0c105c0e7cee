/** Time that runs: blocks and callbacks come by themselves, and a receiver that hangs holds up nobody else. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLab, ETH, ORDER } from './lab.ts';
import { startReceiver } from './receiver.ts';

/** The machine's clock, which a test sets ahead by milliseconds. */
function machineClock(): { ahead: number } {
  const real = Date.now.bind(Date);
  const machine = { ahead: 0 };
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + machine.ahead);
  onTestFinished(() => {
    clock.mockRestore();
  });
  return machine;
}

it('mines, delivers, and goes on mining while a receiver does not answer', async () => {
  const lab = await createLab({ running: true, limits: { blockInterval: 0.05, deliveryTimeout: 60_000 } });
  const hanging = createServer().listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const asked = once(hanging, 'request');
  const port = (hanging.address() as AddressInfo).port;
  const { wallet } = await lab.createWallet({ ...ETH, callbackUrl: `http://127.0.0.1:${String(port)}/` });

  await wallet.withdrawAssets({ requests: [ORDER] });
  await asked; // the first is in chain, and its callback hangs
  const happened = Promise.withResolvers<undefined>();
  lab.sandbox.listen(({ kind, text }) => {
    if (kind === 'order' && text.endsWith('200000000002 → confirmed')) happened.resolve(undefined);
  });
  await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
  await happened.promise;
  const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_2' });
  expect(transactions).toMatchObject([{ state: 4 }]);

  await lab.close(); // waits for no receiver either
  hanging.closeAllConnections();
  hanging.close();
});

it('delivers what comes later to a receiver that works', async () => {
  const lab = await createLab({ running: true, limits: { blockInterval: 0.05 } });
  const arrived = Promise.withResolvers<undefined>();
  const seen: string[] = [];
  const receiver = await startReceiver(async (request) => {
    seen.push(((await request.json()) as { order_id: string }).order_id);
    if (seen.length === 3) arrived.resolve(undefined);
    return new Response(null, { status: 200 });
  });
  const { wallet } = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  for (const n of ['1', '2', '3']) await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `shop1_${n}` }] });
  await arrived.promise;
  expect(seen.toSorted()).toEqual(['shop1_1', 'shop1_2', 'shop1_3']);
  await receiver.close();
  await lab.close();
});

it('takes nothing into a block of before it came, however long the chain was idle', async () => {
  const machine = machineClock();
  const lab = await createLab({ running: true });
  onTestFinished(lab.close);
  const { wallet, walletId, address } = await lab.createWallet(ETH);
  const before = lab.sandbox.overview().height;
  const inChain = Promise.withResolvers<undefined>();
  lab.sandbox.listen(({ kind, text }) => {
    if (kind === 'order' && text.endsWith('→ inChain')) inChain.resolve(undefined);
  });

  await wallet.listWithdrawalHistory(); // the timer has looked at the new wallet by then

  machine.ahead = 30_000; // two blocks and a half
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.deposit({ walletId, address, amount: '1' });
  expect(lab.sandbox.overview()).toMatchObject({ height: before + 2, orders: [{ state: 2 }] });

  machine.ahead = 42_000;
  await lab.control.fund({ walletId, amount: '1' }); // wakes the timer, which is no part of this
  await inChain.promise;
  expect(lab.sandbox.overview().height).toBe(before + 3);
  const [record] = (await wallet.listWithdrawalHistory()).transactions;
  const [callback] = (await wallet.listCallbacks({ from_time: 0 })).notifications;
  expect(Date.parse(record?.block_time ?? '')).toBeGreaterThanOrEqual(lab.sandbox.now() - 12_000);
  expect(Number(callback?.chain_at)).toBeGreaterThanOrEqual(Number(callback?.broadcast_at));
});

it('takes nothing into a block of while it was closed', async () => {
  const machine = machineClock();
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-closed-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const data = join(folder, 'state.db');
  const first = await createLab({ running: true, data });
  const { walletId, address } = await first.createWallet(ETH);
  await first.close();
  machine.ahead = 30_000;
  const again = await createLab({ data });
  onTestFinished(again.close);
  const came = again.sandbox.now();
  await again.control.deposit({ walletId, address, amount: '1' });
  await again.control.advance({ seconds: 12 });
  const response = await fetch(`${again.sandbox.url}/_sandbox/blocks`);
  const { items } = (await response.json()) as { items: { time: number }[] };
  expect(items[0]?.time).toBeGreaterThanOrEqual(came);
});

it('has no block that is older than the one below it, where one of its own comes while one is due', async () => {
  const machine = machineClock();
  const lab = await createLab({ running: true });
  onTestFinished(lab.close);
  const { wallet, walletId } = await lab.createWallet({ ...ETH, balance: '10' });
  const orders = ['1', '2'].map((n) => ({ ...ORDER, order_id: `shop1_${n}` }));
  await wallet.withdrawAssets({ requests: orders });
  machine.ahead = 12_500; // half a second late
  await lab.control.failOrder({ walletId, orderId: 'shop1_1' });
  await lab.control.advance({ seconds: 1 });
  const response = await fetch(`${lab.sandbox.url}/_sandbox/blocks`);
  const { items } = (await response.json()) as { items: { time: number; count: number }[] };
  expect(items.map(({ count }) => count)).toEqual([1, 1]);
  expect(items[0]?.time).toBeGreaterThanOrEqual(items[1]?.time ?? Infinity);
});

it('takes nothing that comes while it catches up into a block of before it came', async () => {
  const machine = machineClock();
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-late-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const data = join(folder, 'state.db');
  const first = await createLab({ running: true, data });
  const { wallet, walletId, address, apiCode, secret } = await first.createWallet({ ...ETH, balance: '10' });
  await wallet.withdrawAssets({ requests: [ORDER] }); // what the blocks of meanwhile are for
  await first.close();
  machine.ahead = 130_000; // it is not final yet by then
  const again = await createLab({ running: true, data });
  onTestFinished(again.close);
  const came = again.sandbox.now();
  const { txid } = await again.control.deposit({ walletId, address, amount: '1' });
  await again.control.deposit({ walletId, address, amount: '2', txid, vout: 1 });
  const order = { ...ORDER, order_id: 'shop1_2' };
  await again
    .clientOf({ apiCode, secret })
    .wallet(walletId)
    .withdrawAssets({ requests: [order] });
  const before = again.sandbox.overview().height;
  await again.control.advance({ seconds: 12 });
  const response = await fetch(`${again.sandbox.url}/_sandbox/blocks`);
  const { items } = (await response.json()) as { items: { height: string; time: number; count: number }[] };
  expect(items.map(({ count }) => count)).toEqual([3, 1]);
  expect(items[0]?.time).toBeGreaterThanOrEqual(came);
  expect(Number(items[1]?.height)).toBeLessThanOrEqual(before);
});

it('goes on by itself after an error in a block, and says what it was', async () => {
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => {
    prepared.mockRestore();
  });
  const reported = Promise.withResolvers<unknown>();
  const lab = await createLab({ limits: { blockInterval: 0.05 }, onError: reported.resolve });
  onTestFinished(lab.close);
  const { wallet } = await lab.createWallet(ETH);
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  const confirmed = Promise.withResolvers<undefined>();
  lab.sandbox.listen(({ kind, text }) => {
    if (kind === 'order' && text.endsWith('→ confirmed')) confirmed.resolve(undefined);
  });
  const confirming = prepared.mock.calls.findIndex(([sql]) => sql.startsWith('UPDATE transactions SET state'));
  const statement = prepared.mock.results[confirming]?.value as StatementSync;
  vi.spyOn(statement, 'run').mockImplementationOnce(() => {
    throw new Error('a fault of the disk');
  });
  await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
  await lab.control.runClock();
  expect(await reported.promise).toMatchObject({ message: 'a fault of the disk' });
  await confirmed.promise; // nobody calls meanwhile
});

it('goes on when who listens throws', async () => {
  const errors: unknown[] = [];
  const lab = await createLab({ onError: (error) => errors.push(error) });
  onTestFinished(lab.close);
  lab.sandbox.listen(() => {
    throw new Error('a fault of the listener');
  });
  const { wallet } = await lab.createWallet(ETH);
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  expect(await wallet.listWithdrawalStates({ ORDER_ID: ORDER.order_id })).toMatchObject({
    transactions: [{ state: 3 }],
  });
  expect(errors).toContainEqual(new Error('a fault of the listener'));
});
