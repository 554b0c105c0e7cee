/** What the queries answer, field by field: histories, balances, prices, addresses, whitelists and states, page by page. */
import { describe, expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, ORDER, OTHER_ADDRESS, START, USDT, type Lab, type LabWallet } from './lab.ts';

const T0 = START / 1000;
const TXID = expect.stringMatching(/^0x[0-9a-f]{64}$/) as string;

/** A token of single items. */
const ITEM = {
  name: 'Items',
  symbol: 'ITEM',
  contract: '0x35987a0f9AE77012a5146a982966661b75CdeAa4',
  decimals: 0,
} as const;

async function open(more: object = {}): Promise<LabWallet & { lab: Lab }> {
  const lab = await createAuditedLab();
  return { lab, ...(await lab.createWallet({ ...ETH, ...more })) };
}

describe('the history of a wallet', () => {
  it('has what went out and what came in, the newest first, with what is known against the other side', async () => {
    const { lab, wallet, walletId, address } = await open();
    await lab.control.blacklist({ address: OTHER_ADDRESS, causes: ['mixer', 'theft'] });
    const bad = { ...ORDER, order_id: 'shop1_2', address: OTHER_ADDRESS };
    await wallet.withdrawAssets({ requests: [ORDER, bad], ignore_black_list: true });
    await lab.control.withdrawFromWeb({ walletId, address: ADDRESS, amount: '0.25' });
    await lab.control.deposit({ walletId, amount: '7', from: OTHER_ADDRESS });
    await lab.control.deposit({ walletId, amount: '8', from: ADDRESS });
    await lab.control.advance({ seconds: 12 });
    const out = {
      ...{ txid: TXID, from_address: address, to_address: ADDRESS, out: true, amount: '1.5', blocklist_tags: [] },
      ...{ block_height: 23_839_001n, block_time: '2026-11-20T08:30:12Z', fee: '0.000441', memo: '' },
      ...{ source: 'withdraw-api', state: 1 },
    };
    const into = { ...out, from_address: ADDRESS, to_address: address, out: false, source: '' };
    const tags = ['mixer', 'theft'];
    expect(await wallet.listWithdrawalHistory()).toEqual({
      total_count: 5,
      transactions: [
        { ...into, amount: '8' },
        { ...into, amount: '7', from_address: OTHER_ADDRESS, blocklist_tags: tags },
        { ...out, amount: '0.25', source: '' },
        { ...out, to_address: OTHER_ADDRESS, blocklist_tags: tags },
        out,
      ],
    });
  });

  it('tells how each ended, and a token’s amount in its own decimals', async () => {
    const { lab, walletId: parentId } = await open();
    const { wallet, walletId } = await lab.createWallet({ ...ETH, parentId, token: USDT, balance: '9' });
    const requests = ['1', '2', '3'].map((n) => ({ ...ORDER, order_id: `shop1_${n}`, amount: `${n}.000001` }));
    await wallet.withdrawAssets({ requests });
    await lab.control.failOrder({ walletId, orderId: 'shop1_1' });
    await lab.control.invalidateOrder({ walletId, orderId: 'shop1_2' });
    await lab.control.mine();
    const { transactions } = await wallet.listWithdrawalHistory();
    expect(transactions.map(({ amount, fee, state }) => [amount, fee, state])).toEqual([
      ['3.000001', '0.000441', 1],
      ['2.000001', '0.000441', 3],
      ['1.000001', '0.000441', 2],
    ]);
    await lab.control.invalidateOrder({ walletId, orderId: 'shop1_3' }); // in the chain as it is
    const after = await wallet.listWithdrawalHistory();
    expect(after.transactions.map(({ state }) => state)).toEqual([3, 3, 2]);
  });

  it('is of the span that is asked for, both ends included, and of the page', async () => {
    const { lab, wallet } = await open();
    for (const n of ['1', '2', '3', '4']) {
      await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `shop1_${n}`, amount: n }] });
      await lab.control.advance({ seconds: 12 });
    }
    const amounts = async (query: object): Promise<[number, string[]]> => {
      const { total_count, transactions } = await wallet.listWithdrawalHistory(query);
      return [total_count, transactions.map(({ amount }) => amount)];
    };
    expect(await amounts({})).toEqual([4, ['4', '3', '2', '1']]);
    expect(await amounts({ from_time: T0 + 24, to_time: T0 + 36 })).toEqual([2, ['3', '2']]);
    expect(await amounts({ from_time: T0 + 25, to_time: T0 + 35 })).toEqual([0, []]);
    expect(await amounts({ from_time: T0 + 49 })).toEqual([0, []]);
    expect(await amounts({ to_time: T0 + 11 })).toEqual([0, []]);
    expect(await amounts({ start_index: 1, request_number: 2 })).toEqual([4, ['3', '2']]);
    expect(await amounts({ start_index: 3, request_number: 2 })).toEqual([4, ['1']]);
    expect(await amounts({ start_index: 4 })).toEqual([4, []]);
    expect(await amounts({ from_time: T0 + 13, to_time: T0 + 40, start_index: 1, request_number: 5 })).toEqual([
      2,
      ['2'],
    ]);
  });

  it.each(['deposit-withdrawal', 'delegated'] as const)('is one of a %s wallet as well', async (kind) => {
    const { lab, wallet, walletId } = await open({ kind, balance: undefined });
    const { addresses } = await (kind === 'delegated'
      ? wallet.createDepositAddresses({ count: 1 })
      : { addresses: [] });
    const [address] = addresses;
    await lab.control.deposit({ walletId, amount: '1', ...(address !== undefined && { address }) });
    await lab.control.mine();
    expect((await wallet.listWithdrawalHistory()).total_count).toBe(1);
  });
});

describe('the states of an order', () => {
  it('are those of all its transactions, the oldest first, and its own where there is none', async () => {
    const { lab, wallet, walletId } = await open({ balance: '2' });
    await lab.control.advance({ seconds: 61 });
    await wallet.withdrawAssets({
      requests: [
        { ...ORDER, amount: '1.50' },
        { ...ORDER, order_id: 'shop1_2', amount: '9' },
      ],
    });
    const record = {
      ...{ order_id: 'shop1_1', address: ADDRESS, amount: '1.5', memo: '', in_chain_block: 0n, txid: TXID },
      create_time: '2026-11-20T08:31:01Z',
    };
    expect(await wallet.getWithdrawalState({ ORDER_ID: 'shop1_1' })).toEqual(record);
    await lab.control.resendOrder({ walletId, orderId: 'shop1_1' });
    await lab.control.mine();
    const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_1' });
    const block = 23_839_006n; // five blocks in 61 seconds
    expect(transactions).toEqual([
      { ...record, state: 6 },
      { ...record, state: 3, in_chain_block: block },
    ]);
    expect(new Set(transactions.map(({ txid }) => txid)).size).toBe(2);
    expect(await wallet.getWithdrawalState({ ORDER_ID: 'shop1_1' })).toEqual({
      ...record,
      txid: transactions[1]?.txid,
      in_chain_block: block,
    });
    const waiting = { ...record, order_id: 'shop1_2', amount: '9', txid: '' };
    expect(await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_2' })).toEqual({
      transactions: [{ ...waiting, state: 1 }],
    });
  });
});

describe('balances', () => {
  it('are of all wallets that the code sees, or of one type, page by page', async () => {
    const { lab, walletId, address } = await open({ name: 'Payouts' });
    const token = { ...ITEM, standard: 'erc1155' } as const;
    const items = await lab.createWallet({ ...ETH, parentId: walletId, token, balance: '4' });
    for (const tokenId of ['9', '10']) await lab.control.fund({ walletId: items.walletId, amount: '2', tokenId });
    const vault = await lab.createWallet({ kind: 'vault', currency: 'BTC', balance: '0.5', failsBalance: true });
    await lab.control.deposit({ walletId: items.walletId, amount: '3', tokenId: '9' });
    await lab.control.mine();
    const client = lab.clientOf(await lab.control.createReadOnlyCode());
    const eth = { address, currency: 60n, currency_name: 'ETH', decimals: '18', type: 3, error: false };
    const parent = {
      ...{ ...eth, wallet_id: walletId, wallet_name: 'Payouts', balance: '100', unconfirm_balance: '0' },
      ...{ unconfirm_token_balance: '', pool_balance: '0', pool_unconfirm_token_balance: '' },
    };
    const mapped = {
      ...{ ...eth, wallet_id: items.walletId, wallet_name: 'ITEM withdrawal wallet', balance: '8' },
      ...{ token_name: 'Items', token_symbol: 'ITEM', token_contract_address: ITEM.contract, token_decimals: '0' },
      ...{ unconfirm_balance: '3', unconfirm_token_balance: '3', pool_balance: '0', pool_unconfirm_token_balance: '0' },
      token_id_balances: [{ token_id: '10' }, { token_id: '9' }],
    };
    const failing = {
      ...{ wallet_id: vault.walletId, address: vault.address, currency: 0n, currency_name: 'BTC', decimals: '8' },
      ...{ wallet_name: 'BTC vault wallet', type: 0, error: true, balance: '', unconfirm_balance: '' },
      ...{ unconfirm_token_balance: '', pool_balance: '', pool_unconfirm_token_balance: '' },
    };
    expect(await client.listWalletBalances()).toEqual({ total: 3, wallet_balances: [parent, mapped, failing] });
    expect(await client.listWalletBalances({ start_index: 1, request_number: 1 })).toEqual({
      total: 3,
      wallet_balances: [mapped],
    });
    expect(await client.listWalletBalances({ type: 0 })).toEqual({ total: 1, wallet_balances: [failing] });
    expect(await client.listWalletBalances({ type: 2 })).toEqual({ total: 0, wallet_balances: [] });
    const narrow = lab.clientOf(await lab.control.createReadOnlyCode({ walletIds: [vault.walletId] }));
    expect(await narrow.listWalletBalances()).toEqual({ total: 1, wallet_balances: [failing] });
    const all = lab.clientOf(await lab.control.createReadOnlyCode());
    expect((await all.listWallets()).total).toBe(3); // whatever the code before it sees
    await expect(lab.control.createReadOnlyCode({ walletIds: [1n] })).rejects.toThrow('There is no wallet 1.');
  });

  it('of a vault are its own, its parent’s beside a token’s, and what is not final apart', async () => {
    const lab = await createAuditedLab();
    const vault = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '5' });
    const { walletId: parentId, address: wallet_address } = vault;
    const token = await lab.createWallet({ kind: 'vault', currency: 'ETH', parentId, token: USDT, balance: '7' });
    await lab.control.deposit({ walletId: parentId, amount: '0.5' });
    await lab.control.deposit({ walletId: token.walletId, amount: '0.25' });
    await lab.control.mine();
    const coins = { currency: 60n, wallet_address, balance: '5', unconfirm_balance: '0.5' };
    expect(await vault.wallet.getVaultBalance()).toEqual({
      ...{ ...coins, token_address: '', token_balance: '', unconfirm_token_balance: '' },
    });
    expect(await token.wallet.getVaultBalance()).toEqual({
      ...{ ...coins, token_address: USDT.contract, token_balance: '7', unconfirm_token_balance: '0.25' },
    });
  });

  it('of delegated addresses are the parent’s and the token’s, under the name that was asked for', async () => {
    const lab = await createAuditedLab();
    const parent = await lab.createWallet({ kind: 'delegated', currency: 'ETH' });
    const { walletId: parentId } = parent;
    const token = await lab.createWallet({ kind: 'delegated', currency: 'ETH', parentId, token: USDT });
    const [one = '', other = ''] = (await parent.wallet.createDepositAddresses({ count: 2 })).addresses;
    await lab.control.fund({ walletId: parentId, amount: '0.5', address: one });
    await lab.control.fund({ walletId: token.walletId, amount: '7.5', address: one });
    const lower = one.toLowerCase();
    expect(await token.wallet.getDelegatedBalances({ addresses: [lower, other, ADDRESS] })).toEqual({
      balances: { [lower]: { balance: '0.5', token_balance: '7.5' }, [other]: { balance: '0', token_balance: '0' } },
    });
    expect(await parent.wallet.getDelegatedBalances({ addresses: [one] })).toEqual({
      balances: { [one]: { balance: '0.5', token_balance: '' } },
    });
  });
});

describe('prices', () => {
  it('are of every currency and every token once, in the tenders that are asked for, as of the last full minute', async () => {
    const { lab, client, walletId: parentId } = await open();
    for (const symbol of ['ONE', 'TWO']) await lab.createWallet({ ...ETH, parentId, token: { ...USDT, symbol } });
    await lab.control.advance({ seconds: 119 });
    const told = await client.getCurrencyPrices({ convert: ' jpy,TWD,gbp' });
    expect(told.last_refresh_attempt_time).toBe(T0 + 60);
    expect(told.last_refresh_success_time).toBe(T0 + 60);
    expect(told.currency_prices.map(({ currency }) => Number(currency))).toEqual([
      ...[0, 2, 3, 60, 144, 148, 194, 195, 501, 714],
      60,
    ]);
    expect(told.currency_prices[0]).toEqual({
      currency: 0n,
      token_address: '',
      prices: { JPY: '14298953.35', TWD: '2856140.65', GBP: '69624.1315' }, // of 91 250.5 dollars
    });
    expect(told.currency_prices.at(-1)).toEqual({
      currency: 60n,
      token_address: USDT.contract,
      prices: { JPY: '156.7', TWD: '31.3', GBP: '0.763' },
    });
    for (const query of [{}, { convert: '' }]) {
      const { currency_prices } = await client.getCurrencyPrices(query);
      expect(currency_prices[1]?.prices).toEqual({ USD: '96.4' });
    }
    await expect(client.getCurrencyPrices({ convert: 'USD,DM' })).rejects.toMatchObject({
      reason: 'invalid_parameter',
    });
    expect(lab.sandbox.requests()[0]?.why).toBe('there are no prices in DM');
  });
});
