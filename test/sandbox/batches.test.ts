/** A batch of withdrawals: taken whole or not at all, or order by order where the operator says so, and each order once. */
import { describe, expect, it } from 'vitest';
import { overlayFile } from '../overlays/files.ts';
import { createAuditedLab, ETH, ORDER, OTHER_ADDRESS, USDT, type Lab, type LabWallet } from './lab.ts';
import { rawRequest } from './raw.ts';

const order = (n: string, more: object = {}): typeof ORDER => ({ ...ORDER, order_id: `shop1_${n}`, ...more });

async function open(limits = {}): Promise<LabWallet & { lab: Lab }> {
  const lab = await createAuditedLab({ limits });
  return { lab, ...(await lab.createWallet(ETH)) };
}

/** The orders that there are, with their states. */
const placed = (lab: Lab): Record<string, number> =>
  Object.fromEntries(lab.sandbox.overview().orders.map(({ orderId, state }) => [orderId, state]));

it('has as many orders as the service takes at once, and no more', async () => {
  const { wallet, lab } = await open({ withdrawalsPerCall: 2 });
  await expect(wallet.withdrawAssets({ requests: [order('1'), order('2'), order('3')] })).rejects.toMatchObject({
    reason: 'request_limit_exceeded',
  });
  await wallet.withdrawAssets({ requests: [order('1'), order('2')] });
  expect(placed(lab)).toEqual({ shop1_1: 2, shop1_2: 2 });
});

it('numbers its orders one after the other, whichever wallet they are of', async () => {
  const { wallet, lab } = await open();
  const other = await lab.createWallet(ETH);
  expect(await wallet.withdrawAssets({ requests: [order('2'), order('1')] })).toEqual({
    results: { shop1_2: 200_000_000_001n, shop1_1: 200_000_000_002n },
  });
  expect(await other.wallet.withdrawAssets({ requests: [order('1')] })).toEqual({
    results: { shop1_1: 200_000_000_003n },
  });
});

it('names an order once, and none that was named before', async () => {
  const { wallet, lab } = await open();
  await expect(wallet.withdrawAssets({ requests: [order('1'), order('2'), order('1')] })).rejects.toMatchObject({
    reason: 'duplicated_entry',
    body: { error: 'Duplicated entry: shop1_1' },
  });
  expect(placed(lab)).toEqual({});
});

it('goes to no address on the blacklist, each of which is named, unless it says that it may', async () => {
  const { wallet, lab } = await open();
  await lab.control.blacklist({ address: OTHER_ADDRESS, causes: ['mixer'] });
  const requests = [order('1'), order('2', { address: OTHER_ADDRESS })];
  for (const more of [{}, { ignore_black_list: false }])
    await expect(wallet.withdrawAssets({ requests, ...more })).rejects.toMatchObject({
      reason: 'address_blacklisted',
      body: { blacklist: { [OTHER_ADDRESS]: ['mixer'] } },
    });
  await wallet.withdrawAssets({ requests, ignore_black_list: true });
  expect(placed(lab)).toEqual({ shop1_1: 2, shop1_2: 2 });
  await lab.control.blacklist({ address: OTHER_ADDRESS, causes: [] });
  await wallet.withdrawAssets({ requests: [order('3', { address: OTHER_ADDRESS })] });
});

it('is asked for from an address of the access list, if there is one', async () => {
  const { wallet, lab, walletId } = await open();
  await lab.control.setWallet({ walletId, acl: ['127.0.0.1', '198.51.100.7'] });
  await wallet.withdrawAssets({ requests: [order('1')] });
  await lab.control.setWallet({ walletId, acl: ['198.51.100.7'] });
  await expect(wallet.withdrawAssets({ requests: [order('2')] })).rejects.toMatchObject({ reason: 'ip_not_in_acl' });
  await lab.control.setWallet({ walletId, acl: [], hasPolicy: false });
  await expect(wallet.withdrawAssets({ requests: [order('2')] })).rejects.toMatchObject({ reason: 'policy_not_found' });
});

describe('whose orders are settled one by one', () => {
  const settled = async (): Promise<LabWallet & { lab: Lab; send: (orders: object[]) => Promise<unknown> }> => {
    const answer = { id: 'batch-refusal', answer: 'Each order by itself.', value: 'order by order' };
    const lab = await createAuditedLab({ overlay: overlayFile(answer) });
    const access = await lab.createWallet(ETH);
    const send = async (requests: object[]): Promise<unknown> =>
      (await rawRequest(lab, { operationId: 'withdrawAssets', access, body: { requests } }))();
    return { lab, ...access, send };
  };

  it('has each order taken that may be, and answers with the first refusal', async () => {
    const { lab, send } = await settled();
    await send([order('1')]);
    expect(await send([order('0'), order('1'), order('2', { order_id: 'other_2' }), order('3')])).toEqual([
      400,
      { error_code: 399, error: 'Duplicated entry: shop1_1' },
    ]);
    expect(placed(lab)).toEqual({ shop1_0: 2, shop1_1: 2, shop1_3: 2 });
  });

  it('answers with all of them where none was refused', async () => {
    const { send } = await settled();
    expect(await send([order('1'), order('2')])).toEqual([
      200,
      { results: { shop1_1: 200_000_000_001, shop1_2: 200_000_000_002 } },
    ]);
  });
});

it('waits for what its wallet lacks, order by order, and takes nothing for that', async () => {
  const { lab, walletId: parentId } = await open();
  const { walletId, wallet } = await lab.createWallet({ ...ETH, parentId, token: USDT, balance: '2' });
  await wallet.withdrawAssets({ requests: [order('1'), order('2'), order('3', { amount: '0.5' })] });
  expect(placed(lab)).toEqual({ shop1_1: 2, shop1_2: 1, shop1_3: 2 });
  expect(lab.sandbox.overview().wallets.map(({ balance }) => balance)).toEqual(['99.999118', '0']);
  await lab.control.fund({ walletId, amount: '1.499999' });
  expect(placed(lab)).toMatchObject({ shop1_2: 1 });
  await lab.control.fund({ walletId, amount: '0.000001' });
  expect(placed(lab)).toMatchObject({ shop1_2: 2 });
});
