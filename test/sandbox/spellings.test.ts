/** One address in several spellings is one address, in whatever it is used; and is shown as it was given, or as its wallet has it. */
import { describe, expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, OTHER_ADDRESS, USDT, type Lab } from './lab.ts';

const lower = (address: string): string => address.toLowerCase();
const shouted = (address: string): string => `0x${address.slice(2).toUpperCase()}`;

const start = (): Promise<Lab> => createAuditedLab();

const heldBy = (lab: Lab, walletId: bigint): string | undefined =>
  lab.sandbox.overview().wallets.find((wallet) => wallet.walletId === String(walletId))?.balance;

const BITCOIN = [
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
];

describe.each([
  ['lower case', lower],
  ['upper case', shouted],
])('an address of ETH in %s', (_, respelled) => {
  it('is arrived at, and called what its wallet calls it', async () => {
    const lab = await start();
    const { wallet } = await lab.createWallet(ETH);
    const receiver = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const { addresses } = await receiver.wallet.createDepositAddresses({ count: 1 });
    const [created = ''] = addresses;
    const before = Number(heldBy(lab, receiver.walletId));
    await wallet.withdrawAssets({
      requests: [
        { order_id: 'shop1_1', address: respelled(receiver.address), amount: '1.5' },
        { order_id: 'shop1_2', address: respelled(created), amount: '2' },
      ],
    });
    await lab.control.mine({ blocks: 13 });
    expect(Number(heldBy(lab, receiver.walletId)) - before).toBeCloseTo(3.5, 9);
    const { notifications } = await receiver.wallet.listCallbacks();
    expect(new Set(notifications.map(({ to_address }) => to_address))).toEqual(new Set([created]));
    expect((await wallet.getWithdrawalState({ ORDER_ID: 'shop1_2' })).address).toBe(respelled(created));
    expect((await wallet.listCallbacks()).notifications.map(({ to_address }) => to_address)).toEqual([
      respelled(receiver.address),
      respelled(created),
    ]);
  });

  it('is deposited to, whether it was created or is the own one', async () => {
    const lab = await start();
    const { wallet, walletId, address } = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const [created = ''] = (await wallet.createDepositAddresses({ count: 1 })).addresses;
    const before = Number(heldBy(lab, walletId));
    for (const to of [address, created])
      await lab.control.deposit({ walletId, amount: '0.25', address: respelled(to) });
    await lab.control.mine({ blocks: 12 });
    expect(Number(heldBy(lab, walletId)) - before).toBeCloseTo(0.5, 9);
    const { notifications } = await wallet.listCallbacks();
    expect(notifications.map(({ to_address }) => to_address)).toEqual([created, created]);
  });

  it('pays, and tells what it has, as a delegated address', async () => {
    const lab = await start();
    const { wallet, walletId } = await lab.createWallet({ kind: 'delegated', currency: 'ETH', prefix: 'shop1_' });
    const [from = ''] = (await wallet.createDepositAddresses({ count: 1 })).addresses;
    await lab.control.fund({ walletId, amount: '1', address: respelled(from) });
    await lab.control.deposit({ walletId, amount: '2', address: respelled(from) });
    await lab.control.mine({ blocks: 12 });
    const asked = [from, respelled(from)];
    const before = await wallet.getDelegatedBalances({ addresses: asked });
    expect(before.balances).toEqual(Object.fromEntries(asked.map((one) => [one, { balance: '3', token_balance: '' }])));
    await wallet.withdrawAssets({
      requests: [
        { order_id: 'shop1_1', address: ADDRESS, amount: '2.5', from_address: respelled(from), from_address_index: 0n },
      ],
    });
    await lab.control.mine();
    const { balances } = await wallet.getDelegatedBalances({ addresses: [from] });
    expect(balances[from]?.balance).toBe('0.499559');
    expect((await wallet.listWithdrawalHistory()).transactions[0]).toMatchObject({ out: true, from_address: from });
    await expect(
      wallet.withdrawAssets({
        requests: [
          { order_id: 'shop1_2', address: ADDRESS, amount: '1', from_address: respelled(from), from_address_index: 1n },
        ],
      }),
    ).rejects.toMatchObject({ reason: 'from_address_index_mismatch' });
  });

  it('is on the whitelist and off it, once', async () => {
    const lab = await start();
    const { wallet, walletId } = await lab.createWallet({ ...ETH, whitelistOnly: true });
    await wallet.addWhitelistEntries({ items: [{ address: ADDRESS }] });
    const again = await wallet.addWhitelistEntries({ items: [{ address: respelled(ADDRESS) }] });
    expect(again.added_items).toMatchObject([{ address: respelled(ADDRESS) }]);
    expect((await wallet.listWhitelistEntries()).items.map(({ address }) => address)).toEqual([ADDRESS]);
    expect((await wallet.checkWhitelistEntry({ address: respelled(ADDRESS) })).address).toBe(ADDRESS);
    await lab.control.advance({ hours: 24 });
    const stateOf = async (order_id: string): Promise<unknown> => {
      await wallet.withdrawAssets({ requests: [{ order_id, address: respelled(ADDRESS), amount: '1' }] });
      await lab.control.mine();
      return (await wallet.listWithdrawalStates({ ORDER_ID: order_id })).transactions[0]?.state;
    };
    expect(await stateOf('shop1_1')).toBe(3);
    await lab.control.removeWhitelistEntry({ walletId, address: respelled(ADDRESS) });
    expect((await wallet.checkWhitelistEntry({ address: ADDRESS })).state).toBe(2);
    expect(await stateOf('shop1_2')).toBe(5);
  });

  it('is blacklisted, a contract, and a token', async () => {
    const lab = await start();
    const parent = await lab.createWallet(ETH);
    const { wallet } = await lab.createWallet({ ...ETH, prefix: 'shop2_', parentId: parent.walletId, token: USDT });
    const receiving = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const tokens = await lab.createWallet({
      kind: 'deposit',
      currency: 'ETH',
      parentId: receiving.walletId,
      token: { ...USDT, contract: respelled(USDT.contract) },
    });
    await lab.control.declareContract({ address: respelled(OTHER_ADDRESS) });
    await wallet.withdrawAssets({
      requests: [
        { order_id: 'shop2_1', address: OTHER_ADDRESS, amount: '1', contract_abi: 'mint:00' },
        { order_id: 'shop2_2', address: tokens.address, amount: '2' },
      ],
    });
    await lab.control.mine({ blocks: 12 });
    expect(heldBy(lab, tokens.walletId)).toBe('2');
    const { currency_prices } = (await parent.client.getCurrencyPrices()) as unknown as {
      currency_prices: { token_address: string }[];
    };
    const priced = currency_prices.filter(({ token_address }) => lower(token_address) === lower(USDT.contract));
    expect(priced).toHaveLength(1);

    await lab.control.blacklist({ address: respelled(ADDRESS), causes: ['theft'] });
    await expect(
      parent.wallet.withdrawAssets({ requests: [{ order_id: 'shop1_1', address: ADDRESS, amount: '1' }] }),
    ).rejects.toMatchObject({ reason: 'address_blacklisted', body: { blacklist: { [ADDRESS]: ['theft'] } } });
    await lab.control.blacklist({ address: ADDRESS, causes: [] });
    await parent.wallet.withdrawAssets({
      requests: [{ order_id: 'shop1_1', address: respelled(ADDRESS), amount: '1' }],
    });
  });
});

it.each(BITCOIN)('takes %s in upper case for the same on the whitelist and the blacklist', async (address) => {
  const lab = await start();
  const { wallet } = await lab.createWallet({ kind: 'withdrawal', currency: 'BTC', prefix: 'b_', balance: '3' });
  await wallet.addWhitelistEntries({ items: [{ address: address.toUpperCase() }, { address }] });
  expect((await wallet.listWhitelistEntries()).items.map((entry) => entry.address)).toEqual([address.toUpperCase()]);
  await lab.control.blacklist({ address: address.toUpperCase(), causes: ['theft'] });
  await expect(wallet.withdrawAssets({ requests: [{ order_id: 'b_1', address, amount: '1' }] })).rejects.toMatchObject({
    reason: 'address_blacklisted',
  });
});

it('takes an address of BNB in upper case for the same: it arrives, and needs its memo', async () => {
  const lab = await start();
  const { wallet } = await lab.createWallet({ kind: 'withdrawal', currency: 'BNB', prefix: 'b_', balance: '3' });
  const receiver = await lab.createWallet({ kind: 'deposit', currency: 'BNB' });
  await receiver.wallet.createDepositAddresses({ count: 1, memos: ['customer 7'] });
  const order = { order_id: 'b_1', address: receiver.address.toUpperCase(), amount: '1' };
  await expect(wallet.withdrawAssets({ requests: [order] })).rejects.toMatchObject({ reason: 'memo_required' });
  await wallet.withdrawAssets({ requests: [{ ...order, memo: 'customer 7' }] });
  await lab.control.mine();
  expect((await receiver.wallet.listCallbacks()).notifications).toMatchObject([
    { to_address: receiver.address, memo: 'customer 7', amount: '100000000' },
  ]);
  expect(heldBy(lab, receiver.walletId)).toBe('1');
});

it.each([
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['SOL', 'So11111111111111111111111111111111111111112'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
])('takes %s addresses whose case differs for others', async (currency, address) => {
  const lab = await start();
  const { wallet } = await lab.createWallet({ kind: 'withdrawal', currency, prefix: 'b_', balance: '3' });
  await lab.control.blacklist({ address: lower(address), causes: ['theft'] });
  await lab.control.blacklist({ address: address.toUpperCase(), causes: ['theft'] });
  await wallet.withdrawAssets({ requests: [{ order_id: 'b_1', address, amount: '1' }] });
});
