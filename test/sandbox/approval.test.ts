/** The outside approval of withdrawals: who is asked for what, and what becomes of those that are declined. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createAuditedLab, ETH, ORDER, type Lab, type LabWallet } from './lab.ts';

const ORDERS = ['1', '2', '3'].map((n) => ({ ...ORDER, order_id: `shop1_${n}`, message: `for ${n}` }));

/** A wallet whose approval endpoint answers as `answer` says. */
async function open(
  answer: (orderId: string) => readonly [status: number, body: string],
): Promise<LabWallet & { lab: Lab; asked: Record<string, unknown>[]; statesOf: () => Promise<number[]> }> {
  const asked: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const order = JSON.parse(Buffer.concat(chunks).toString()) as { order_id: string };
      asked.push(order);
      const [status, body] = answer(order.order_id);
      response.writeHead(status, { connection: 'close' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const lab = await createAuditedLab();
  const approvalUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  const made = await lab.createWallet({ ...ETH, approvalUrl });
  const stateOf = async (ORDER_ID: string): Promise<number> =>
    (await made.wallet.listWithdrawalStates({ ORDER_ID })).transactions[0]?.state ?? -1;
  return { ...made, lab, asked, statesOf: async () => Promise.all(ORDERS.map(({ order_id }) => stateOf(order_id))) };
}

it('is asked for each order by itself, one after the other, with all that the order says', async () => {
  const { wallet, walletId, asked, statesOf } = await open(() => [200, 'OK']);
  await wallet.withdrawAssets({ requests: ORDERS });
  expect(asked).toEqual(ORDERS.map((order) => ({ wallet_id: Number(walletId), ...order })));
  expect(await statesOf()).toEqual([2, 2, 2]);
});

it('declines one order with a 400, and the others go', async () => {
  const { wallet, lab, statesOf } = await open((id) => (id === 'shop1_2' ? [400, 'OK'] : [200, 'OK']));
  const { results } = await wallet.withdrawAssets({ requests: ORDERS });
  expect(Object.keys(results)).toEqual(ORDERS.map(({ order_id }) => order_id));
  expect(await statesOf()).toEqual([2, 8, 2]);
  expect(lab.sandbox.overview().wallets[0]?.balance).toBe('96.999118'); // two of 1.5, and their fees
});

it.each<[string, number, string]>([
  ['another text than OK', 200, 'ok'],
  ['no text', 200, ''],
  ['another success', 201, 'OK'],
  ['a failure', 500, 'OK'],
])('with %s for one order refuses the whole batch', async (_, status, body) => {
  const { wallet, lab, asked } = await open((id) => (id === 'shop1_2' ? [status, body] : [200, 'OK']));
  const before = await lab.control.fingerprint();
  await expect(wallet.withdrawAssets({ requests: ORDERS })).rejects.toMatchObject({
    status: 400,
    reason: status === 200 ? 'authentication_callback_unrecognized' : 'authentication_callback_failed',
  });
  expect(asked).toHaveLength(2); // and the third is not asked for
  expect(await lab.control.fingerprint()).toEqual(before);
});

it('is asked for nothing that is refused before', async () => {
  const { wallet, lab, asked } = await open(() => [200, 'OK']);
  await lab.control.blacklist({ address: ORDER.address, causes: ['mixer'] });
  await expect(wallet.withdrawAssets({ requests: ORDERS })).rejects.toMatchObject({ reason: 'address_blacklisted' });
  await wallet.withdrawAssets({ requests: ORDERS, ignore_black_list: true });
  await expect(wallet.withdrawAssets({ requests: ORDERS, ignore_black_list: true })).rejects.toMatchObject({
    reason: 'duplicated_entry',
  });
  expect(asked).toHaveLength(3);
});

it('takes an order once, though another batch asks for the same while the first is under way', async () => {
  const { wallet, lab, asked } = await open(() => [200, 'OK']);
  const calls = [[ORDER], [ORDER, { ...ORDER, order_id: 'shop1_2' }]].map((requests) =>
    wallet.withdrawAssets({ requests }).then(
      () => 'taken',
      (error: unknown) => (error as { reason: string }).reason,
    ),
  );
  const outcomes = await Promise.all(calls);
  expect(outcomes.toSorted()).toEqual(['duplicated_entry', 'taken']);
  expect(asked.length).toBeGreaterThan(1); // neither was there yet when the other was asked about
  expect(lab.sandbox.overview().orders.filter(({ orderId }) => orderId === ORDER.order_id)).toHaveLength(1);
});
