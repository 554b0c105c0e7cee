/** A withdrawal that is not covered waits, and moves when funds come to its wallet in whatever way: the oldest that can be paid first. */
import { describe, expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, OTHER_ADDRESS, USDT, type Lab, type LabWallet } from './lab.ts';

const start = (): Promise<Lab> => createAuditedLab();

const BTC = { kind: 'deposit-withdrawal', currency: 'BTC', prefix: 'b_' } as const;
const OUTSIDE = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

const send = (wallet: LabWallet, orderId: string, amount: string, more: object = {}) =>
  wallet.wallet.withdrawAssets({
    requests: [{ order_id: orderId, address: wallet.currency === 'BTC' ? OUTSIDE : ADDRESS, amount, ...more }],
  });

const statesOf = (wallet: LabWallet, ...orderIds: string[]): Promise<unknown[]> =>
  Promise.all(
    orderIds.map(async (ORDER_ID) => (await wallet.wallet.listWithdrawalStates({ ORDER_ID })).transactions[0]?.state),
  );

describe('an order that waits moves', () => {
  it('when its wallet is funded', async () => {
    const lab = await start();
    const wallet = await lab.createWallet(BTC);
    await send(wallet, 'b_1', '1');
    await lab.control.fund({ walletId: wallet.walletId, amount: '0.9' });
    expect(await statesOf(wallet, 'b_1')).toEqual([1]);
    await lab.control.fund({ walletId: wallet.walletId, amount: '0.2' });
    expect(await statesOf(wallet, 'b_1')).toEqual([2]);
  });

  it('when a deposit is final, and not before', async () => {
    const lab = await start();
    const wallet = await lab.createWallet(BTC);
    await send(wallet, 'b_1', '1');
    await lab.control.deposit({ walletId: wallet.walletId, amount: '2' });
    await lab.control.mine();
    expect(await statesOf(wallet, 'b_1')).toEqual([1]);
    await lab.control.mine();
    expect(await statesOf(wallet, 'b_1')).toEqual([2]);
  });

  it('when another order fails on the chain and its amount comes back, without a block in between', async () => {
    const lab = await start();
    const wallet = await lab.createWallet({ ...BTC, balance: '1' });
    await send(wallet, 'b_1', '0.9');
    await send(wallet, 'b_2', '0.8');
    expect(await statesOf(wallet, 'b_1', 'b_2')).toEqual([2, 1]);
    await lab.control.failOrder({ walletId: wallet.walletId, orderId: 'b_1' });
    expect(await statesOf(wallet, 'b_1', 'b_2')).toEqual([11, 2]);
    await lab.control.mine({ blocks: 2 });
    expect(await statesOf(wallet, 'b_2')).toEqual([4]);
  });

  it('when a withdrawal of another wallet arrives', async () => {
    const lab = await start();
    const wallet = await lab.createWallet(BTC);
    const giver = await lab.createWallet({ ...BTC, prefix: 'g_', balance: '5' });
    await send(wallet, 'b_1', '1');
    await send(giver, 'g_1', '2', { address: wallet.address });
    await lab.control.mine({ blocks: 2 });
    expect(await statesOf(wallet, 'b_1')).toEqual([2]);
  });

  it('when its token comes, or what its parent needs for the fee', async () => {
    const lab = await start();
    const parent = await lab.createWallet({ ...ETH, prefix: 'p_', balance: '0' });
    const tokens = await lab.createWallet({ ...ETH, parentId: parent.walletId, token: USDT });
    const poor = await lab.createWallet({
      ...ETH,
      prefix: 'q_',
      parentId: parent.walletId,
      token: { ...USDT, contract: OTHER_ADDRESS },
      balance: '0',
    });
    await send(tokens, 'shop1_1', '40');
    await send(poor, 'q_1', '40');
    expect([await statesOf(tokens, 'shop1_1'), await statesOf(poor, 'q_1')]).toEqual([[1], [1]]);
    await lab.control.fund({ walletId: parent.walletId, amount: '1' });
    expect([await statesOf(tokens, 'shop1_1'), await statesOf(poor, 'q_1')]).toEqual([[2], [1]]);
    await lab.control.fund({ walletId: poor.walletId, amount: '41' });
    expect(await statesOf(poor, 'q_1')).toEqual([2]);
  });

  it('when its single token comes, or its parent can pay', async () => {
    const lab = await start();
    const parent = await lab.createWallet({ ...ETH, prefix: 'p_', balance: '0' });
    const token = { ...USDT, decimals: 0, standard: 'erc721' } as const;
    const items = await lab.createWallet({ ...ETH, balance: '0', parentId: parent.walletId, token });
    for (const id of ['1', '2', '3']) await send(items, `shop1_${id}`, '1', { token_id: id });
    await send(items, 'shop1_any', '2');
    for (const tokenId of ['2', '3', '4']) await lab.control.fund({ walletId: items.walletId, amount: '1', tokenId });
    expect(await statesOf(items, 'shop1_1', 'shop1_2', 'shop1_3', 'shop1_any')).toEqual([1, 1, 1, 1]);
    await lab.control.fund({ walletId: parent.walletId, amount: '1' });
    expect(await statesOf(items, 'shop1_1', 'shop1_2', 'shop1_3', 'shop1_any')).toEqual([1, 2, 2, 1]);
    await lab.control.fund({ walletId: items.walletId, amount: '1', tokenId: '1' });
    expect(await statesOf(items, 'shop1_1', 'shop1_any')).toEqual([2, 1]);
    await lab.control.fund({ walletId: items.walletId, amount: '1', tokenId: '5' });
    expect(await statesOf(items, 'shop1_any')).toEqual([2]);
  });

  it('when its own delegated address is funded, and no other', async () => {
    const lab = await start();
    const wallet = await lab.createWallet({ kind: 'delegated', currency: 'ETH', prefix: 'd_' });
    const [one = '', other = ''] = (await wallet.wallet.createDepositAddresses({ count: 2 })).addresses;
    await send(wallet, 'd_1', '1', { from_address: one, from_address_index: 0n });
    await lab.control.fund({ walletId: wallet.walletId, amount: '5', address: other });
    expect(await statesOf(wallet, 'd_1')).toEqual([1]);
    await lab.control.fund({ walletId: wallet.walletId, amount: '2', address: one });
    expect(await statesOf(wallet, 'd_1')).toEqual([2]);
  });

  it('to failed, when its whitelist no longer has its address', async () => {
    const lab = await start();
    const wallet = await lab.createWallet({ ...BTC, whitelistOnly: true });
    await wallet.wallet.addWhitelistEntries({ items: [{ address: OUTSIDE }] });
    await lab.control.advance({ hours: 24 });
    await send(wallet, 'b_1', '1');
    expect(await statesOf(wallet, 'b_1')).toEqual([1]);
    await lab.control.removeWhitelistEntry({ walletId: wallet.walletId, address: OUTSIDE });
    expect(await statesOf(wallet, 'b_1')).toEqual([5]);
  });
});

it('pays the oldest that it can, of all wallets that share a fee', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_', balance: '0' });
  const tokens = await lab.createWallet({ ...ETH, parentId: parent.walletId, token: USDT });
  await send(parent, 'p_1', '5'); // too dear for what comes
  await send(tokens, 'shop1_1', '1');
  await send(parent, 'p_2', '0.5');
  await send(tokens, 'shop1_2', '1');
  await send(parent, 'p_3', '0.0001');
  const paid = async (): Promise<unknown[]> => [
    ...(await statesOf(parent, 'p_1', 'p_2', 'p_3')),
    ...(await statesOf(tokens, 'shop1_1', 'shop1_2')),
  ];
  await lab.control.fund({ walletId: parent.walletId, amount: '0.000441' }); // one fee
  expect(await paid()).toEqual([1, 1, 1, 2, 1]);
  await lab.control.fund({ walletId: parent.walletId, amount: '0.500882' }); // 0.5, its fee and one more: for the oldest two
  expect(await paid()).toEqual([1, 2, 1, 2, 2]);
  await lab.control.mine();
  const { transactions } = await parent.wallet.listWithdrawalHistory();
  expect(transactions.map(({ amount }) => amount)).toEqual(['0.5']);
});

it('pays exactly what there is, and in the order of asking', async () => {
  const lab = await start();
  const wallet = await lab.createWallet(BTC);
  const ids = Array.from({ length: 12 }, (_, i) => `b_${String(i)}`);
  for (const id of ids) await send(wallet, id, '0.1');
  await lab.control.fund({ walletId: wallet.walletId, amount: '0.50011' }); // five, each with its fee
  expect(await statesOf(wallet, ...ids)).toEqual([...Array<number>(5).fill(2), ...Array<number>(7).fill(1)]);
  expect(lab.sandbox.overview().wallets[0]?.balance).toBe('0');
});
