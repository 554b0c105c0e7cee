/** Payments of vaults: to a wallet of the sandbox they arrive there, and what has arrived cannot fail. */
import { expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, ORDER, USDT, type Lab, type LabWallet } from './lab.ts';

const [APPROVED, FAILED, BATCH_DONE] = [2, 3, 6] as const;

const balanceOf = (lab: Lab, { walletId }: LabWallet): string[] =>
  lab.sandbox
    .overview()
    .wallets.filter((each) => each.walletId === String(walletId))
    .map(({ balance, unconfirmed }) => `${balance} + ${unconfirmed}`);

it('arrive at a deposit address with the next block, and are credited when they are final', async () => {
  const lab = await createAuditedLab();
  const vault = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '50' });
  const hot = await lab.createWallet({ ...ETH, kind: 'deposit-withdrawal', balance: '0' });
  const [outgoingAddress = ''] = (
    await lab
      .createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' })
      .then(({ wallet }) => wallet.createDepositAddresses({ count: 1 }))
  ).addresses;
  const add = (to: string) =>
    lab.control.addVaultTransaction({ walletId: vault.walletId, amount: '4', outgoingAddress: to });
  const { txno } = await add(hot.address.toLowerCase());
  await add(outgoingAddress);
  await lab.control.mine({ blocks: 2 });
  expect(balanceOf(lab, hot)).toEqual(['0 + 0']); // nobody has approved it
  await lab.control.moveVaultTransaction({ walletId: vault.walletId, txno, state: APPROVED });
  expect(balanceOf(lab, vault)).toEqual(['45.999559 + 0']);
  await lab.control.mine();
  expect(balanceOf(lab, hot)).toEqual(['0 + 4']);
  await lab.control.mine({ blocks: 11 });
  expect(balanceOf(lab, hot)).toEqual(['4 + 0']);
  const paid = (await vault.wallet.listVaultHistory()).transaction_item.find((each) => each.txno === txno);
  const { transactions } = await hot.wallet.listWithdrawalHistory();
  expect(transactions).toMatchObject([{ txid: paid?.txid, from_address: vault.address, out: false, amount: '4' }]);
  await lab.control.moveVaultTransaction({ walletId: vault.walletId, txno, state: BATCH_DONE });
  expect(balanceOf(lab, hot)).toEqual(['4 + 0']);
});

it('are told by callbacks where the address was created', async () => {
  const lab = await createAuditedLab();
  const parent = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '1' });
  const { walletId } = await lab.createWallet({
    ...{ kind: 'vault', currency: 'ETH', parentId: parent.walletId, token: USDT, balance: '100' },
  });
  const to = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
  const usdt = await lab.createWallet({ kind: 'deposit', currency: 'ETH', parentId: to.walletId, token: USDT });
  const [outgoingAddress = ''] = (await to.wallet.createDepositAddresses({ count: 1 })).addresses;
  await lab.control.addVaultTransaction({ walletId, amount: '7.5', outgoingAddress, state: APPROVED });
  await lab.control.mine({ blocks: 12 });
  const { notifications } = await usdt.wallet.listCallbacks();
  expect(notifications.map(({ amount, processing_state }) => [amount, processing_state])).toEqual([
    ['7500000', 1],
    ['7500000', 2],
  ]);
  expect((await to.wallet.listCallbacks()).notifications).toEqual([]);
});

it('that fail come back, unless a block has them', async () => {
  const lab = await createAuditedLab();
  const { walletId } = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '50' });
  const hot = await lab.createWallet({ ...ETH, balance: '0' });
  const pay = (outgoingAddress: string) =>
    lab.control.addVaultTransaction({ walletId, amount: '4', outgoingAddress, state: APPROVED });
  const fail = (txno: number) => lab.control.moveVaultTransaction({ walletId, txno, state: FAILED });
  const first = await pay(hot.address);
  await fail(first.txno);
  await lab.control.mine({ blocks: 12 });
  expect(balanceOf(lab, hot)).toEqual(['0 + 0']);
  const second = await pay(hot.address);
  await lab.control.mine();
  await expect(fail(second.txno)).rejects.toThrow('it cannot fail any more');
  await lab.control.reorganise({ blocks: 1 });
  await fail(second.txno);
  const third = await pay(ADDRESS); // of nobody here
  await lab.control.mine({ blocks: 12 });
  await fail(third.txno);
  expect(balanceOf(lab, hot)).toEqual(['0 + 0']);
});

const ART = { ...USDT, symbol: 'ART', decimals: 0, contract: ADDRESS } as const;

/** A vault of single tokens and a wallet of the same, and what each of them shows. */
async function openTokens(standard: 'erc721' | 'erc1155') {
  const lab = await createAuditedLab();
  const parent = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '1' });
  const to = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const token = { ...ART, standard };
  const vault = await lab.createWallet({ kind: 'vault', currency: 'ETH', parentId: parent.walletId, token });
  const hot = await lab.createWallet({ ...ETH, parentId: to.walletId, token, balance: '0' });
  const shown = async (): Promise<unknown> => {
    const { wallet_balances } = await lab.clientOf(await lab.control.createReadOnlyCode()).listWalletBalances();
    return [vault, hot].map(({ walletId }) => {
      const record = wallet_balances.find(({ wallet_id }) => wallet_id === walletId);
      return [record?.balance, record?.token_id_balances?.map(({ token_id }) => token_id)];
    });
  };
  const pay = (amount: string, tokenId?: string) =>
    lab.control.addVaultTransaction({
      ...{ walletId: vault.walletId, amount, outgoingAddress: hot.address, state: APPROVED },
      ...(tokenId !== undefined && { tokenId }),
    });
  return { lab, vault, hot, shown, pay };
}

it('of single tokens give away the token that they name, and get it back where they fail', async () => {
  const { lab, vault, hot, shown, pay } = await openTokens('erc721');
  await lab.control.fund({ walletId: vault.walletId, amount: '1', tokenId: '7' });
  await expect(pay('1')).rejects.toThrow('holds single tokens, and tokenId is "". Name the token');
  await expect(pay('1', '8')).rejects.toThrow('has not that many of token 8');
  await expect(pay('2', '7')).rejects.toThrow('the amount has to be 1');
  const { txno } = await pay('1', '007');
  expect(await shown()).toEqual([
    ['0', []],
    ['0', []],
  ]);
  await lab.control.moveVaultTransaction({ walletId: vault.walletId, txno, state: FAILED });
  expect(await shown()).toEqual([
    ['1', ['7']],
    ['0', []],
  ]);
  await pay('1', '7');
  await lab.control.mine({ blocks: 12 });
  expect(await shown()).toEqual([
    ['0', []],
    ['1', ['7']],
  ]);
  await hot.wallet.withdrawAssets({ requests: [{ ...ORDER, token_id: '7' }] });
  const { transactions } = await hot.wallet.listWithdrawalStates({ ORDER_ID: ORDER.order_id });
  expect(transactions).toMatchObject([{ state: 2 }]);
});

it('of many equal tokens give away as many as they say', async () => {
  const { lab, vault, shown, pay } = await openTokens('erc1155');
  await lab.control.fund({ walletId: vault.walletId, amount: '5', tokenId: '7' });
  await pay('2', '7');
  await lab.control.mine({ blocks: 12 });
  expect(await shown()).toEqual([
    ['3', ['7']],
    ['2', ['7']],
  ]);
});

it('go to addresses that there are, and are made as paid where they are made as done', async () => {
  const lab = await createAuditedLab();
  const vault = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '50' });
  const add = (outgoingAddress: string, state: 0 | 3 | 6) =>
    lab.control.addVaultTransaction({ walletId: vault.walletId, amount: '4', outgoingAddress, state });
  for (const nowhere of ['', 'nonsense', `${ADDRESS}0`])
    await expect(add(nowhere, 0)).rejects.toThrow(
      `outgoingAddress is ${JSON.stringify(nowhere)}, which is no ETH address`,
    );
  await add(ADDRESS, FAILED);
  expect(balanceOf(lab, vault)).toEqual(['50 + 0']);
  await add(ADDRESS, BATCH_DONE);
  expect(balanceOf(lab, vault)).toEqual(['45.999559 + 0']);
  const { transaction_item } = await vault.wallet.listVaultHistory();
  expect(transaction_item.map(({ txid, fee }) => [txid === '', fee])).toEqual(
    expect.arrayContaining([
      [true, ''],
      [false, '0.000441'],
    ]),
  );
});

it.each(['erc721', 'erc1155'] as const)('happen by name with a token, too: %s', async (standard) => {
  const { lab, vault, hot, shown } = await openTokens(standard);
  const scenario = { scenario: 'vault-approval', walletId: vault.walletId, amount: '1' } as const;
  await expect(lab.control.trigger(scenario)).rejects.toThrow('holds single tokens: name the one to pay with tokenId');
  await lab.control.trigger({ ...scenario, tokenId: '09', address: hot.address });
  await lab.control.mine({ blocks: 12 });
  expect(await shown()).toEqual([
    ['0', []],
    ['1', ['9']],
  ]);
});

it('of a token that has come to another wallet since do not fail any more: it would be in two', async () => {
  const { lab, vault, hot, shown } = await openTokens('erc721');
  const { walletId } = vault;
  await lab.control.fund({ walletId, amount: '1', tokenId: '7' });
  const { txno } = await lab.control.addVaultTransaction({
    ...{ walletId, amount: '1', tokenId: '7', outgoingAddress: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62' },
    state: APPROVED,
  });
  await lab.control.fund({ walletId: hot.walletId, amount: '1', tokenId: '7' });
  await expect(lab.control.moveVaultTransaction({ walletId, txno, state: FAILED })).rejects.toThrow(
    `Token 7 has come to wallet ${String(hot.walletId)} since the vault sent it`,
  );
  expect(await shown()).toEqual([
    ['0', []],
    ['1', ['7']],
  ]);
});
