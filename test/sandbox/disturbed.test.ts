/** Callbacks under control: what deliveries suffer on request, and sending one again. */
import { expect, it, onTestFinished } from 'vitest';
import type { CallbackFault } from '@wallet-operations/sandbox';
import { createLab, ETH, ORDER, START, type Lab, type LabWallet } from './lab.ts';
import { startReceiver, type Receiver } from './receiver.ts';

interface Shop extends LabWallet {
  readonly receiver: Receiver;
}

async function open(): Promise<Lab> {
  const lab = await createLab();
  onTestFinished(lab.close);
  return lab;
}

/** A wallet whose receiver answers with the status that `status` gives for the number of the delivery. */
async function openShop(lab: Lab, prefix = 'shop1_', status: (count: number) => number = () => 200): Promise<Shop> {
  let count = 0;
  const receiver = await startReceiver(() => Promise.resolve(new Response(null, { status: status(++count) })));
  onTestFinished(receiver.close);
  return { ...(await lab.createWallet({ ...ETH, prefix, callbackUrl: receiver.url })), receiver };
}

/** Withdraws once for each name, all in one block. */
async function withdraw(lab: Lab, { wallet, prefix }: Shop, ...names: string[]): Promise<void> {
  await wallet.withdrawAssets({ requests: names.map((name) => ({ ...ORDER, order_id: `${prefix}${name}` })) });
  await lab.control.mine();
}

const told = ({ receiver }: Shop): string[] =>
  receiver.deliveries.map((each) => each.told.order_id.split('_')[1] ?? '');
const seconds = (lab: Lab): number => (lab.sandbox.now() - START) / 1000;

it('loses one on the way, which comes again on schedule', async () => {
  const lab = await open();
  const shop = await openShop(lab);
  await lab.control.disturbCallbacks({ kind: 'drop' });
  await withdraw(lab, shop, 'a', 'b');
  expect(told(shop)).toEqual(['b']);
  await lab.control.advance({ seconds: 59 });
  expect(told(shop)).toEqual(['b']);
  await lab.control.advance({ seconds: 1 });
  expect(told(shop)).toEqual(['b', 'a']);
  expect(lab.sandbox.overview().callbacks[1]?.attempts.map(({ result }) => result)).toEqual([
    'lost on its way, as it was asked for',
    '200',
  ]);
});

it('loses one for good where every attempt of it gets lost', async () => {
  const lab = await open();
  const shop = await openShop(lab);
  await lab.control.disturbCallbacks({ kind: 'drop', times: 6 });
  await withdraw(lab, shop, 'a');
  await lab.control.advance({ hours: 24 });
  expect(told(shop)).toEqual([]);
  expect((await shop.wallet.listCallbacks()).notifications).toMatchObject([{ order_id: 'shop1_a' }]);
});

it('sends one twice, byte for byte', async () => {
  const lab = await open();
  const shop = await openShop(lab);
  await lab.control.disturbCallbacks({ kind: 'duplicate' });
  await withdraw(lab, shop, 'a');
  await lab.control.advance({ hours: 2 });
  const [first, second, ...more] = shop.receiver.deliveries;
  expect(more).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  expect(lab.sandbox.overview().callbacks[0]?.attempts).toHaveLength(2);
});

it('sends one later, by as many seconds', async () => {
  const lab = await open();
  const shop = await openShop(lab);
  await lab.control.disturbCallbacks({ kind: 'delay', seconds: 30.5 });
  await withdraw(lab, shop, 'a', 'b');
  expect(told(shop)).toEqual(['b']);
  await lab.control.advance({ seconds: 30 });
  expect(told(shop)).toEqual(['b']);
  await lab.control.advance({ seconds: 1 });
  expect(told(shop)).toEqual(['b', 'a']);
  expect((lab.sandbox.overview().callbacks[1]?.attempts[0]?.at ?? 0) - START).toBe(30_500);
});

it.each<[string, number, string[]]>([
  ['one behind the next', 1, ['b', 'a', 'c', 'd']],
  ['two behind the next', 2, ['c', 'a', 'b', 'd']],
])('sends %s', async (_, times, expected) => {
  const lab = await open();
  const shop = await openShop(lab);
  await lab.control.disturbCallbacks({ kind: 'reorder', times });
  for (const name of ['a', 'b', 'c', 'd']) await withdraw(lab, shop, name);
  expect(told(shop)).toEqual(expected);
  await lab.control.advance({ hours: 2 });
  expect(told(shop)).toEqual(expected); // none comes again
});

it('sends the one that came behind the next again on its own schedule alone', async () => {
  const lab = await open();
  const shop = await openShop(lab, 'shop1_', (count) => (count === 2 ? 503 : 200));
  await lab.control.disturbCallbacks({ kind: 'reorder' });
  for (const name of ['a', 'b', 'c']) await withdraw(lab, shop, name);
  expect(told(shop)).toEqual(['b', 'a', 'c']);
  await lab.control.advance({ seconds: 60 });
  expect(told(shop)).toEqual(['b', 'a', 'c', 'a']);
});

it('sends the one that waits for the next after a minute, if none comes', async () => {
  const lab = await open();
  const shop = await openShop(lab);
  await lab.control.disturbCallbacks({ kind: 'reorder' });
  await withdraw(lab, shop, 'a');
  await lab.control.advance({ seconds: 59 });
  expect(told(shop)).toEqual([]);
  await lab.control.advance({ seconds: 1 });
  expect([told(shop), seconds(lab)]).toEqual([['a'], 60]);
});

it('disturbs the wallet that is named, as often as it is said, until the faults are cleared', async () => {
  const lab = await open();
  const [one, other] = [await openShop(lab), await openShop(lab, 'shop2_')];
  await lab.control.disturbCallbacks({ kind: 'drop', walletId: other.walletId, times: 2 });
  await withdraw(lab, one, 'a', 'b');
  await withdraw(lab, other, 'a', 'b', 'c');
  expect([told(one), told(other)]).toEqual([['a', 'b'], ['c']]);
  await lab.control.disturbCallbacks({ kind: 'drop', times: 100 });
  await lab.control.clearCallbackFaults();
  await withdraw(lab, one, 'c');
  expect(told(one)).toEqual(['a', 'b', 'c']);
});

it('says what is wrong with a fault', async () => {
  const lab = await open();
  for (const [fault, said] of [
    [{ kind: 'explode' }, 'drop, duplicate, delay, reorder'],
    [{ kind: 'drop', walletId: 1 }, 'There is no wallet 1.'],
    [{ kind: 'drop', times: 0 }, 'times'],
    [{ kind: 'delay', seconds: -1 }, 'seconds'],
    [{ kind: 'delay', seconds: NaN }, 'seconds'],
  ] as const)
    await expect(lab.control.disturbCallbacks(fault as unknown as CallbackFault)).rejects.toThrow(said);
});

it('sends one again that was acknowledged, which stays so whatever is answered', async () => {
  const lab = await open();
  const shop = await openShop(lab, 'shop1_', (count) => (count === 1 ? 200 : 500));
  await withdraw(lab, shop, 'a');
  const serial = lab.sandbox.overview().callbacks[0]?.serial ?? '';
  await lab.control.advance({ minutes: 7 });
  await lab.control.redeliver({ serial });
  await lab.control.advance({ hours: 24 });
  expect(told(shop)).toEqual(['a', 'a']);
  expect(lab.sandbox.overview().callbacks).toMatchObject([
    { deliveredAt: START, nextAt: null, attempts: [{ result: '200' }, { result: '500', at: START + 7 * 60_000 }] },
  ]);
});

it('sends one again that was given up', async () => {
  const lab = await open();
  const shop = await openShop(lab, 'shop1_', (count) => (count <= 6 ? 503 : 200));
  await withdraw(lab, shop, 'a');
  await lab.control.advance({ hours: 24 });
  expect(lab.sandbox.overview().callbacks).toMatchObject([{ deliveredAt: null, nextAt: null }]);
  const serial = lab.sandbox.overview().callbacks[0]?.serial ?? '';
  await lab.control.redeliver({ serial: BigInt(serial) });
  expect(lab.sandbox.overview().callbacks).toMatchObject([{ deliveredAt: lab.sandbox.now(), nextAt: null }]);
});

it('takes a serial over HTTP as a number or as text, and refuses what none has', async () => {
  const lab = await open();
  const shop = await openShop(lab);
  await withdraw(lab, shop, 'a');
  const nowhere = await lab.createWallet({ ...ETH, prefix: 'shop2_' });
  await withdraw(lab, { ...nowhere, receiver: shop.receiver }, 'b');
  const [unsent, sent] = lab.sandbox.overview().callbacks;
  const send = async (serial: string): Promise<[number, string]> => {
    const response = await fetch(`${lab.sandbox.url}/_sandbox/redeliver`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"serial":${serial}}`,
    });
    return [response.status, await response.text()];
  };
  expect(await send(sent?.serial ?? '')).toEqual([200, '{}']);
  expect(await send(`"${sent?.serial ?? ''}"`)).toEqual([200, '{}']);
  expect(told(shop)).toEqual(['a', 'a', 'a']);
  expect((await send(`"${unsent?.serial ?? ''}"`))[1]).toContain('go nowhere: set its callbackUrl first');
  expect((await send('"9999999999999999999"'))[1]).toContain('There is no callback 9999999999999999999.');
  expect((await send('1'))[1]).toContain('There is no callback 1.');
  expect((await send('"x"'))[0]).toBe(400);
});
