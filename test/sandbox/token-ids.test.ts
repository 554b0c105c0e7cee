/** Single tokens: held where they came to, moved by their IDs or without, and counted once. */
import { expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, USDT, type Lab, type LabWallet } from './lab.ts';

const token = (standard: 'erc721' | 'erc1155') =>
  ({
    name: 'Items',
    symbol: 'ITEM',
    contract: '0x35987a0f9AE77012a5146a982966661b75CdeAa4',
    decimals: 0,
    standard,
  }) as const;

const start = (): Promise<Lab> => createAuditedLab();

/** What a wallet shows to the read-only code. */
async function shown(lab: Lab, { walletId }: LabWallet): Promise<unknown[]> {
  const { wallet_balances } = await lab.clientOf(await lab.control.createReadOnlyCode()).listWalletBalances();
  const record = wallet_balances.find(({ wallet_id }) => wallet_id === walletId);
  return [record?.balance, record?.token_id_balances?.map(({ token_id }) => token_id)];
}

it('are held by the delegated address that they came to, and by no other', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ kind: 'delegated', currency: 'ETH', prefix: 'd_' });
  const items = await lab.createWallet({
    ...{ kind: 'delegated', currency: 'ETH', prefix: 'shop1_' },
    ...{ parentId: parent.walletId, token: token('erc1155') },
  });
  const { walletId, wallet } = items;
  const [one = '', other = ''] = (await parent.wallet.createDepositAddresses({ count: 2 })).addresses;
  for (const address of [one, other]) await lab.control.fund({ walletId: parent.walletId, amount: '1', address });
  await lab.control.fund({ walletId, amount: '5', address: one, tokenId: '7' });
  await lab.control.deposit({ walletId, amount: '2', address: other, tokenId: '8' });
  const ids = async (): Promise<unknown> => {
    const { balances } = await wallet.getDelegatedBalances({ addresses: [one, other] });
    return [one, other].map((address) => [
      balances[address]?.token_balance,
      balances[address]?.token_id_balances?.map(({ token_id }) => token_id),
    ]);
  };
  expect(await ids()).toEqual([
    ['5', ['7']],
    ['0', []],
  ]);
  await lab.control.mine({ blocks: 12 });
  expect(await ids()).toEqual([
    ['5', ['7']],
    ['2', ['8']],
  ]);
  expect(await shown(lab, items)).toEqual(['7', ['7', '8']]);

  const send = (order_id: string, from_address: string, token_id: string, amount: string) =>
    wallet.withdrawAssets({
      requests: [
        {
          order_id,
          address: ADDRESS,
          amount,
          token_id,
          from_address,
          from_address_index: from_address === one ? 0n : 1n,
        },
      ],
    });
  await send('shop1_1', other, '7', '2'); // the other address has it
  await send('shop1_2', one, '7', '5');
  await lab.control.mine();
  const stateOf = async (ORDER_ID: string) => (await wallet.listWithdrawalStates({ ORDER_ID })).transactions[0]?.state;
  expect([await stateOf('shop1_1'), await stateOf('shop1_2')]).toEqual([1, 3]);
  expect(await ids()).toEqual([
    ['0', []],
    ['2', ['8']],
  ]);
  await lab.control.fund({ walletId, amount: '2', address: other, tokenId: '7' });
  expect(await stateOf('shop1_1')).toBe(2);
  expect(await ids()).toEqual([
    ['0', []],
    ['2', ['8']],
  ]);
});

it('count as one with an ID, whatever the amount says, and as the amount says without one', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const items = await lab.createWallet({ ...ETH, balance: '0', parentId: parent.walletId, token: token('erc721') });
  const receiving = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '10' });
  const received = await lab.createWallet({
    ...{ kind: 'deposit', currency: 'ETH', parentId: receiving.walletId, token: token('erc721') },
  });
  for (const tokenId of ['11', '12', '13', '14'])
    await lab.control.fund({ walletId: items.walletId, amount: '1', tokenId });
  const [created = ''] = (await receiving.wallet.createDepositAddresses({ count: 1 })).addresses;
  await items.wallet.withdrawAssets({
    requests: [
      { order_id: 'shop1_1', address: created, amount: '3', token_id: '12' },
      { order_id: 'shop1_2', address: created, amount: '2' },
    ],
  });
  expect(await shown(lab, items)).toEqual(['1', ['14']]);
  await lab.control.mine({ blocks: 12 });
  expect(await shown(lab, received)).toEqual(['3', ['11', '12', '13']]);

  const logged = await items.wallet.getWithdrawalEventLogs({
    txid: (await items.wallet.getWithdrawalState({ ORDER_ID: 'shop1_2' })).txid,
  });
  expect(logged.logs.map(({ topics }) => BigInt(topics[3] ?? 0))).toEqual([11n, 13n]);

  const { notifications } = await received.wallet.listCallbacks();
  const credited = notifications.filter(({ processing_state }) => processing_state === 2);
  const outputs = credited.map(({ txid, vout_index, amount }) => [txid, vout_index, amount]);
  const txidOf = async (ORDER_ID: string) => (await items.wallet.getWithdrawalState({ ORDER_ID })).txid;
  const [first, second] = [await txidOf('shop1_1'), await txidOf('shop1_2')];
  expect(outputs).toEqual([
    [first, 0, '1'],
    [second, 0, '1'],
    [second, 1, '1'],
  ]);
  expect(new Set(credited.filter(({ txid }) => txid === second).map(({ tindex }) => tindex)).size).toBe(1);
});

it('come back to where they were taken from, if the chain reports failure', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const items = await lab.createWallet({ ...ETH, balance: '0', parentId: parent.walletId, token: token('erc1155') });
  await lab.control.fund({ walletId: items.walletId, amount: '3', tokenId: '1' });
  await lab.control.fund({ walletId: items.walletId, amount: '2', tokenId: '2' });
  await items.wallet.withdrawAssets({ requests: [{ order_id: 'shop1_1', address: ADDRESS, amount: '4' }] });
  expect(await shown(lab, items)).toEqual(['1', ['2']]);
  await lab.control.failOrder({ walletId: items.walletId, orderId: 'shop1_1' });
  expect(await shown(lab, items)).toEqual(['5', ['1', '2']]);
});

it('are told apart from amounts by control', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const items = await lab.createWallet({ ...ETH, balance: '0', parentId: parent.walletId, token: token('erc721') });
  await expect(lab.control.fund({ walletId: parent.walletId, amount: '1', tokenId: '1' })).rejects.toThrow(
    'no token IDs',
  );
  await expect(lab.control.fund({ walletId: items.walletId, amount: '2', tokenId: '1' })).rejects.toThrow(
    'has to be 1',
  );
  await expect(lab.control.deposit({ walletId: items.walletId, amount: '2', tokenId: '1' })).rejects.toThrow(
    'has to be 1',
  );
});

it('are not asked for by an empty contract_abi, which is no call', async () => {
  const lab = await start();
  const parent = await lab.createWallet(ETH);
  const { wallet } = await lab.createWallet({
    ...ETH,
    prefix: 'shop2_',
    parentId: parent.walletId,
    token: USDT,
    balance: '5',
  });
  await parent.wallet.withdrawAssets({
    requests: [{ order_id: 'shop1_1', address: ADDRESS, amount: '1', contract_abi: '' }],
  });
  await wallet.withdrawAssets({ requests: [{ order_id: 'shop2_1', address: ADDRESS, amount: '1', contract_abi: '' }] });
  await lab.control.mine();
  const { txid } = await wallet.getWithdrawalState({ ORDER_ID: 'shop2_1' });
  const { logs } = await wallet.getWithdrawalEventLogs({ txid });
  expect(logs.map(({ address, topics }) => [address, topics.length])).toEqual([[USDT.contract, 3]]);
});

it('have their unconfirmed balance where the interface says so', async () => {
  const lab = await start();
  const parent = await lab.createWallet(ETH);
  const { walletId } = await lab.createWallet({
    ...ETH,
    prefix: 'shop2_',
    parentId: parent.walletId,
    token: USDT,
    balance: '5',
  });
  await lab.control.deposit({ walletId, amount: '3' });
  await lab.control.deposit({ walletId: parent.walletId, amount: '0.5' });
  await lab.control.mine();
  const { wallet_balances } = await lab.clientOf(await lab.control.createReadOnlyCode()).listWalletBalances();
  expect(wallet_balances).toMatchObject([
    { balance: '100', unconfirm_balance: '0.5', unconfirm_token_balance: '' },
    { balance: '5', unconfirm_balance: '3', unconfirm_token_balance: '3' },
  ]);
});

it('come back from an order that the chain dropped, and pay for one that waited for them', async () => {
  const lab = await start();
  const parent = await lab.createWallet(ETH);
  const items = await lab.createWallet({
    ...{ kind: 'withdrawal', currency: 'ETH', prefix: 'shop2_' },
    ...{ parentId: parent.walletId, token: token('erc721') },
  });
  const { walletId, wallet } = items;
  await lab.control.fund({ walletId, amount: '1', tokenId: '7' });
  const send = (order_id: string) =>
    wallet.withdrawAssets({ requests: [{ order_id, address: ADDRESS, amount: '1', token_id: '7' }] });
  await send('shop2_1');
  expect(await shown(lab, items)).toEqual(['0', []]);
  await lab.control.dropOrder({ walletId, orderId: 'shop2_1' });
  expect(await shown(lab, items)).toEqual(['1', ['7']]);
  await send('shop2_2');
  await send('shop2_3');
  const state = async () => (await wallet.listWithdrawalStates({ ORDER_ID: 'shop2_3' })).transactions[0]?.state;
  expect(await state()).toBe(1);
  await lab.control.dropOrder({ walletId, orderId: 'shop2_2' });
  expect(await state()).toBe(2);
});

it('are each one of an ERC721 contract, in whichever wallet', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, balance: '9' });
  const mapped = { ...ETH, parentId: parent.walletId, token: token('erc721'), balance: '0' };
  const items = await lab.createWallet({ ...mapped, prefix: 'i_' });
  const elsewhere = await lab.createWallet({ kind: 'deposit', currency: 'ETH' });
  const others = await lab.createWallet({
    ...{ kind: 'deposit', currency: 'ETH', parentId: elsewhere.walletId },
    token: { ...token('erc721'), contract: token('erc721').contract.toLowerCase() },
  });
  const { walletId } = items;
  const seven = { amount: '1', tokenId: '7' };
  const again = async (id: bigint): Promise<void> => {
    for (const give of [lab.control.fund, lab.control.deposit])
      await expect(give({ walletId: id, ...seven })).rejects.toThrow('There is one of token 7');
  };
  await lab.control.deposit({ walletId, ...seven });
  await again(walletId); // on its way
  await again(others.walletId);
  await lab.control.mine();
  await again(walletId); // in a block, not final
  await lab.control.mine({ blocks: 11 });
  await again(walletId);
  expect(await shown(lab, items)).toEqual(['1', ['7']]);
  const send = (order_id: string) =>
    items.wallet.withdrawAssets({ requests: [{ order_id, address: ADDRESS, amount: '1', token_id: '7' }] });
  await send('i_1');
  await again(walletId); // on its way out
  await lab.control.mine();
  await send('i_2');
  await lab.control.mine({ blocks: 12 });
  expect((await items.wallet.listWithdrawalStates({ ORDER_ID: 'i_2' })).transactions[0]?.state).toBe(1); // it is gone
  await lab.control.deposit({ walletId, ...seven }); // it comes back
  await lab.control.mine({ blocks: 13 });
  expect((await items.wallet.listWithdrawalStates({ ORDER_ID: 'i_2' })).transactions[0]?.state).toBe(3);
});

it('are the same with zeros before them, and nothing else is one', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const items = await lab.createWallet({ ...ETH, parentId: parent.walletId, token: token('erc721'), balance: '0' });
  const { walletId, wallet } = items;
  await lab.control.fund({ walletId, amount: '1', tokenId: '7' });
  await expect(lab.control.fund({ walletId, amount: '1', tokenId: '07' })).rejects.toThrow('There is one of token 7');
  for (const tokenId of ['abc', '-1', '1.5', '0x7', String(2n ** 256n)]) {
    await expect(lab.control.fund({ walletId, amount: '1', tokenId })).rejects.toThrow(`${tokenId} is no token ID`);
    await expect(
      wallet.withdrawAssets({ requests: [{ order_id: 'shop1_0', address: ADDRESS, amount: '1', token_id: tokenId }] }),
    ).rejects.toMatchObject({ status: 400 });
  }
  await wallet.withdrawAssets({ requests: [{ order_id: 'shop1_1', address: ADDRESS, amount: '1', token_id: '007' }] });
  expect(await shown(lab, items)).toEqual(['0', []]);
});

it('that are empty are none: an amount of three is one of three', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const items = await lab.createWallet({ ...ETH, parentId: parent.walletId, token: token('erc721'), balance: '0' });
  const { walletId, wallet } = items;
  for (const tokenId of ['1', '2', '3', '4']) await lab.control.fund({ walletId, amount: '1', tokenId });
  await wallet.withdrawAssets({ requests: [{ order_id: 'shop1_1', address: ADDRESS, amount: '3', token_id: '' }] });
  expect(await shown(lab, items)).toEqual(['1', ['4']]);
});

it('of ERC721 come back to nobody once they have come to another wallet: the chain has that transaction for good', async () => {
  const lab = await start();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const [from, to] = [
    await lab.createWallet({ ...ETH, parentId: parent.walletId, token: token('erc721'), balance: '0' }),
    await lab.createWallet({ ...ETH, prefix: 'b_', parentId: parent.walletId, token: token('erc721'), balance: '0' }),
  ];
  await lab.control.fund({ walletId: from.walletId, amount: '1', tokenId: '9' });
  await from.wallet.withdrawAssets({
    requests: [{ order_id: 'shop1_1', address: ADDRESS, amount: '1', token_id: '9' }],
  });
  await lab.control.mine();
  await lab.control.deposit({ walletId: to.walletId, amount: '1', tokenId: '9' });
  await lab.control.mine();
  await lab.control.reorganise({ blocks: 2 });
  for (const command of ['dropOrder', 'failOrder'] as const)
    await expect(lab.control[command]({ walletId: from.walletId, orderId: 'shop1_1' })).rejects.toThrow(
      `Token 9 has come to wallet ${String(to.walletId)} since order shop1_1 sent it`,
    );
  await lab.control.advance({ seconds: 1 });
  await lab.control.mine({ blocks: 13 });
  expect([await shown(lab, from), await shown(lab, to)]).toEqual([
    ['0', []],
    ['1', ['9']],
  ]);
});
