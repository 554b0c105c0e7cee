/** Each destination of callbacks is served by itself: who hangs keeps nobody waiting, and who receives may use control. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '@wallet-operations/sandbox';
import { createLab, ETH, ORDER, type Lab } from './lab.ts';
import { startReceiver, type Receiver } from './receiver.ts';

async function open(options?: SandboxOptions): Promise<Lab> {
  const lab = await createLab(options);
  onTestFinished(lab.close);
  return lab;
}

async function receive(handle: (body: { order_id: string }) => Promise<unknown>): Promise<Receiver> {
  const receiver = await startReceiver(async (request) => {
    await handle((await request.json()) as { order_id: string });
    return new Response(null, { status: 200 });
  });
  onTestFinished(receiver.close);
  return receiver;
}

/** Takes connections and never says a word. */
async function hang(): Promise<{ url: string; asked: Promise<unknown> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    asked: once(server, 'connection'),
  };
}

const ordersOf = (prefix: string, count: number): { order_id: string; address: string; amount: string }[] =>
  Array.from({ length: count }, (_, i) => ({ ...ORDER, order_id: `${prefix}${String(i)}`, amount: '0.01' }));

it.each([true, false])('serves who answers while many hang (time runs: %s)', async (running) => {
  const lab = await open({ running, limits: { blockInterval: 0.05, deliveryTimeout: 60_000 } });
  const silent = await Promise.all(Array.from({ length: 3 }, hang));
  for (const [i, { url }] of silent.entries()) {
    const prefix = `silent${String(i)}_`;
    const { wallet } = await lab.createWallet({ ...ETH, prefix, callbackUrl: url });
    await wallet.withdrawAssets({ requests: ordersOf(prefix, 20) }); // more than one destination gets at once
  }
  const arrived = Promise.withResolvers<undefined>();
  const seen: string[] = [];
  const receiver = await receive(async ({ order_id }) => {
    seen.push(order_id);
    if (seen.length === 100) arrived.resolve(undefined);
    return Promise.resolve();
  });
  const { wallet } = await lab.createWallet({ ...ETH, prefix: 'shop_', callbackUrl: receiver.url });
  await wallet.withdrawAssets({ requests: ordersOf('shop_', 100) });
  if (!running) void lab.control.mine().catch(() => undefined); // not answered until the end
  await Promise.all(silent.map(({ asked }) => asked));
  await arrived.promise;
  expect(new Set(seen)).toEqual(new Set(ordersOf('shop_', 100).map(({ order_id }) => order_id)));
});

it('begins deliveries to one destination in the order of their serials', async () => {
  const lab = await open();
  const order: unknown[] = [];
  const receiver = await receive(() => Promise.resolve());
  const { wallet } = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  for (const each of ordersOf('shop1_', 3)) {
    await wallet.withdrawAssets({ requests: [each] });
    await lab.control.mine();
  }
  for (const { told } of receiver.deliveries) order.push(told.order_id);
  expect(order).toEqual(['shop1_0', 'shop1_1', 'shop1_2']);
});

it.each<[string, (lab: Lab, walletId: bigint) => Promise<unknown>]>([
  ['funds a wallet', ({ control }, walletId) => control.fund({ walletId, amount: '1' })],
  ['mines', ({ control }) => control.mine()],
  ['moves time on', ({ control }) => control.advance({ minutes: 5 })],
  [
    'sends it again',
    ({ control, sandbox }) => control.redeliver({ serial: sandbox.overview().callbacks[0]?.serial ?? '' }),
  ],
  [
    'moves time on over HTTP',
    ({ sandbox }) =>
      fetch(`${sandbox.url}/_sandbox/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"minutes":5}',
      }).then((response) => response.json()),
  ],
])('does not wait for a receiver that %s before it answers', async (_, act) => {
  const lab = await open({ limits: { deliveryTimeout: 60_000 } }); // whoever waited for it would fail this test by its time
  let acted = 0;
  const receiver = await receive(async () => {
    if (acted++ === 0) await act(lab, walletId);
  });
  const { wallet, walletId } = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  await wallet.withdrawAssets({ requests: ordersOf('shop1_', 40) });
  await lab.control.advance({ hours: 1 });
  const callbacks = lab.sandbox.overview(100).callbacks;
  expect(callbacks.map(({ attempts }) => attempts.map(({ result }) => result))).toEqual(
    Array.from({ length: 40 }, () => ['200']),
  );
  expect(receiver.deliveries).toHaveLength(40);
  expect(await lab.control.audit()).toEqual({ problems: [] });
});

it('waits for the callbacks that each call causes, however many calls there are at once', async () => {
  const lab = await open();
  const receiver = await receive(() => Promise.resolve());
  const { wallet, walletId } = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  await wallet.withdrawAssets({ requests: [ORDER] });
  const seen = async (work: Promise<unknown>): Promise<number> => {
    await work;
    return receiver.deliveries.length;
  };
  const { control } = lab;
  const counts = await Promise.all([
    seen(control.mine()),
    seen(control.fund({ walletId, amount: '1' })),
    seen(control.mine()),
  ]);
  expect(counts).toEqual([1, 1, 1]);
});

it('notes the same whoever answers first', async () => {
  const run = async (late: number): Promise<unknown> => {
    const lab = await open({ seed: 'same' });
    const released = Promise.withResolvers<undefined>();
    const receivers = await Promise.all(
      [0, 1].map((i) =>
        receive(async () => {
          if (i === late) await released.promise;
          else released.resolve(undefined);
        }),
      ),
    );
    for (const [i, { url }] of receivers.entries()) {
      const prefix = `shop${String(i)}_`;
      const { wallet } = await lab.createWallet({ ...ETH, prefix, callbackUrl: url });
      await wallet.withdrawAssets({ requests: ordersOf(prefix, 3) });
    }
    await lab.control.mine();
    return lab.sandbox.overview().callbacks;
  };
  expect(await run(0)).toEqual(await run(1));
});

it('leaves new state alone when an attempt of the old one ends', async () => {
  const lab = await open();
  const asked = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<undefined>();
  const receiver = await receive(async () => {
    asked.resolve(undefined);
    await answer.promise;
  });
  const before = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  await before.wallet.withdrawAssets({ requests: [ORDER] });
  const mined = lab.control.mine();
  await asked.promise;
  await lab.control.reset();
  const { wallet } = await lab.createWallet(ETH); // its callbacks have the same serials, and go nowhere
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  const fingerprint = await lab.control.fingerprint();
  answer.resolve(undefined);
  await mined;
  expect(await lab.control.fingerprint()).toEqual(fingerprint);
  expect(lab.sandbox.overview().callbacks).toMatchObject([{ deliveredAt: null, attempts: [] }]);
});
