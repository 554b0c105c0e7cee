/** Callbacks that are sent again while they are on their way: beside the attempt that nobody has answered yet. */
import { expect, it, onTestFinished } from 'vitest';
import { createLab, ETH, ORDER, type Lab, type LabWallet } from './lab.ts';
import { startReceiver } from './receiver.ts';

interface Shop extends LabWallet {
  readonly lab: Lab;
  readonly bodies: string[];
  readonly mined: () => Promise<void>;
}

/** A wallet whose receiver answers as `answer` says; it gets the number of the delivery. */
async function openShop(
  answer: (count: number, lab: Lab, serial: string) => Promise<number>,
  running = false,
): Promise<Shop> {
  const lab = await createLab({ running });
  const bodies: string[] = [];
  const receiver = await startReceiver(async (request) => {
    const count = bodies.push(await request.text());
    const status = await answer(count, lab, lab.sandbox.callbacks()[0]?.serial ?? '').catch(() => 500);
    return new Response(null, { status });
  });
  onTestFinished(async () => {
    await receiver.close();
    await lab.close();
  });
  const wallet = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  await wallet.wallet.withdrawAssets({ requests: [ORDER] });
  return { ...wallet, lab, bodies, mined: () => lab.control.mine() };
}

it.each([true, false])(
  'goes out once more at once, and is acknowledged although the first is not; running: %s',
  async (running) => {
    const [arrived, late] = [Promise.withResolvers<undefined>(), Promise.withResolvers<number>()];
    const shop = await openShop((count) => {
      arrived.resolve(undefined);
      return count === 1 ? late.promise : Promise.resolve(200);
    }, running);
    const mined = shop.mined();
    await arrived.promise;
    const [callback] = shop.lab.sandbox.callbacks();
    await shop.lab.control.redeliver({ serial: callback?.serial ?? '' });
    const seen = (): unknown => shop.lab.sandbox.callbacks()[0];
    await expect.poll(seen).toMatchObject({ nextAt: null, attempts: [{ result: '200' }] });
    late.resolve(500);
    await mined;
    await expect.poll(seen).toMatchObject({
      nextAt: null, // what was acknowledged once is not due again
      deliveredAt: expect.any(Number) as number,
      attempts: [{ result: '200' }, { result: '500' }],
    });
    expect(new Set(shop.bodies).size).toBe(2); // another spelling at each attempt
  },
);

it('is answered by the time that the command resolves, with time standing still', async () => {
  const arrived = Promise.withResolvers<undefined>();
  const late = Promise.withResolvers<number>();
  const shop = await openShop((count) => {
    arrived.resolve(undefined);
    return count === 1 ? late.promise : Promise.resolve(503);
  });
  const mined = shop.mined();
  await arrived.promise;
  await shop.lab.control.redeliver({ serial: shop.lab.sandbox.callbacks()[0]?.serial ?? '' });
  expect(shop.bodies).toHaveLength(2);
  expect(shop.lab.sandbox.callbacks()).toMatchObject([{ attempts: [{ result: '503' }] }]);
  late.resolve(200);
  await mined;
  expect(shop.lab.sandbox.callbacks()).toMatchObject([
    { nextAt: null, attempts: [{ result: '503' }, { result: '200' }] },
  ]);
});

it('comes to a receiver that asks for what it is being handed', async () => {
  const shop = await openShop(async (count, { control }, serial) => {
    if (count === 1) await control.redeliver({ serial });
    return 200;
  });
  await shop.mined();
  expect(shop.lab.sandbox.callbacks()).toMatchObject([{ attempts: [{ result: '200' }, { result: '200' }] }]);
});

it('is refused to a receiver that asks for it each time, before that has no end', async () => {
  const refused: string[] = [];
  const shop = await openShop(async (_, { control }, serial) => {
    await control.redeliver({ serial }).catch((error: unknown) => refused.push((error as Error).message));
    return 200;
  });
  await shop.mined();
  const serial = shop.lab.sandbox.callbacks()[0]?.serial ?? '';
  expect(refused).toEqual([`Callback ${serial} is on its way 17 times, and not answered. Answer one of them first.`]);
  expect(shop.bodies).toHaveLength(17);
});

it('gets lost on the way as any other, and is not put off', async () => {
  const shop = await openShop(async (count, { control }, serial) => {
    if (count > 1) return 200;
    await control.disturbCallbacks({ kind: 'delay' });
    await control.disturbCallbacks({ kind: 'drop' });
    await control.redeliver({ serial });
    await control.redeliver({ serial });
    return 200;
  });
  await shop.mined();
  expect(shop.lab.sandbox.callbacks()[0]?.attempts.map(({ result }) => result)).toEqual([
    'lost on its way, as it was asked for',
    '200',
    '200',
  ]);
});
