/** Each operation of the interface: what it gives, and what it leaves behind. */
import { endpoints } from '@wallet-operations/openapi/tables';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ADDRESS, createLab, ETH, ORDER, OTHER_ADDRESS, USDT, type Lab } from './lab.ts';

let lab: Lab;
beforeEach(async () => {
  lab = await createLab();
});
afterEach(() => lab.close());

const programs: Record<keyof typeof endpoints, () => Promise<void>> = {
  async withdrawAssets() {
    const { wallet } = await lab.createWallet(ETH);
    const requests = [ORDER, { ...ORDER, order_id: 'shop1_2', amount: '0.5', manual_fee: 30 }];
    expect(await wallet.withdrawAssets({ requests })).toEqual({
      results: { shop1_1: 200000000001n, shop1_2: 200000000002n },
    });
    // 100 − 1.5 − 0.000441 − 0.5 − 30 gwei of 21 000 gas
    expect(lab.sandbox.overview().wallets[0]?.balance).toBe('97.998929');
  },

  async createDepositAddresses() {
    const eth = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const created = await eth.wallet.createDepositAddresses({ count: 2, labels: ['a', 'b'] });
    expect(created.addresses).toHaveLength(2);
    expect(created.txids).toHaveLength(2);
    expect(created.address_indexes).toBeUndefined();
    const xrp = await lab.createWallet({ kind: 'deposit', currency: 'XRP' });
    expect(await xrp.wallet.createDepositAddresses({ count: 2, memos: ['1', '2'] })).toEqual({ addresses: ['1', '2'] });
    const delegated = await lab.createWallet({ kind: 'delegated', currency: 'ETH' });
    expect((await delegated.wallet.createDepositAddresses({ count: 2 })).address_indexes).toEqual([0, 1]);
    expect((await delegated.wallet.createDepositAddresses({ count: 1 })).address_indexes).toEqual([2]);
  },

  async getWithdrawalState() {
    const { wallet } = await lab.createWallet(ETH);
    await wallet.withdrawAssets({ requests: [{ ...ORDER, amount: '1.50' }] });
    const inPool = await wallet.getWithdrawalState({ ORDER_ID: 'shop1_1' });
    expect(inPool).toMatchObject({ amount: '1.5', address: ADDRESS, in_chain_block: 0n, memo: '' });
    expect(inPool.create_time).toBe('2026-11-20T08:30:00Z');
    await lab.control.mine();
    const inChain = await wallet.getWithdrawalState({ ORDER_ID: 'shop1_1' });
    expect(inChain).toEqual({ ...inPool, in_chain_block: 23839001n });
  },

  async listWithdrawalStates() {
    const { wallet, walletId } = await lab.createWallet({ ...ETH, balance: '2' });
    await wallet.withdrawAssets({ requests: [ORDER, { ...ORDER, order_id: 'shop1_2' }] });
    const statesOf = async (ORDER_ID: string): Promise<number[]> =>
      (await wallet.listWithdrawalStates({ ORDER_ID })).transactions.map(({ state }) => state);
    expect(await statesOf('shop1_1')).toEqual([2]);
    expect(await statesOf('shop1_2')).toEqual([1]); // not enough is left: it waits, and nothing is overdrawn
    await lab.control.resendOrder({ walletId, orderId: 'shop1_1' });
    expect(await statesOf('shop1_1')).toEqual([6, 2]);
    await lab.control.mine();
    expect(await statesOf('shop1_1')).toEqual([6, 3]);
    await lab.control.mine({ blocks: 11 });
    expect(await statesOf('shop1_1')).toEqual([6, 4]);
    await lab.control.fund({ walletId, amount: '2' });
    expect(await statesOf('shop1_2')).toEqual([2]);
    await lab.control.failOrder({ walletId, orderId: 'shop1_2' });
    expect(await statesOf('shop1_2')).toEqual([11]);
    expect(lab.sandbox.overview().wallets[0]?.balance).toBe('2.499118'); // 4 − 1.5 − two fees
  },

  async listWithdrawalHistory() {
    const { wallet, walletId } = await lab.createWallet(ETH);
    for (const n of ['1', '2', '3']) {
      await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `shop1_${n}`, amount: n }] });
      await lab.control.advance({ seconds: 12 });
    }
    await lab.control.blacklist({ address: OTHER_ADDRESS, causes: ['mixer'] });
    await lab.control.deposit({ walletId, amount: '7', from: OTHER_ADDRESS });
    await lab.control.advance({ seconds: 12 });
    const { total_count, transactions } = await wallet.listWithdrawalHistory({ start_index: 0, request_number: 2 });
    expect(total_count).toBe(4);
    expect(transactions).toMatchObject([
      { out: false, amount: '7', blocklist_tags: ['mixer'], source: '', block_time: '2026-11-20T08:30:48Z' },
      { out: true, amount: '3', blocklist_tags: [], source: 'withdraw-api', fee: '0.000441', state: 1 },
    ]);
    const start = Date.parse('2026-11-20T08:30:00Z') / 1000;
    const span = await wallet.listWithdrawalHistory({ from_time: start + 13, to_time: start + 36, start_index: 1 });
    expect(span).toMatchObject({ total_count: 2, transactions: [{ amount: '2' }] });
  },

  async listVaultHistory() {
    const { wallet, walletId } = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '50' });
    await lab.control.addVaultTransaction({ walletId, amount: '40', outgoingAddress: ADDRESS });
    await lab.control.addVaultTransaction({ walletId, amount: '1', outgoingAddress: ADDRESS, state: 2 });
    const all = await wallet.listVaultHistory();
    expect(all.transaction_item.map(({ state, amount }) => [state, amount])).toEqual([
      [2, '1'],
      [0, '40'],
    ]);
    expect(await wallet.listVaultHistory({ state: 0 })).toMatchObject({ transaction_count: 1 });
    expect((await wallet.getVaultBalance()).balance).toBe('48.999559');
  },

  async listCallbacks() {
    const { wallet } = await lab.createWallet(ETH);
    await wallet.withdrawAssets({ requests: [ORDER] });
    await lab.control.mine();
    const { notifications } = await wallet.listCallbacks();
    expect(notifications).toMatchObject([
      { type: 2, order_id: 'shop1_1', amount: '1500000000000000000', fees: '441000000000000', state: 3 },
    ]);
    expect(await wallet.listCallbacks({ type: 1 })).toEqual({ notifications: [] });
    expect(await wallet.listCallbacks({ to_time: 1 })).toEqual({ notifications: [] });
  },

  async getCallbacksById() {
    const { wallet } = await lab.createWallet(ETH);
    const other = await lab.createWallet(ETH);
    await wallet.withdrawAssets({ requests: [ORDER] });
    await lab.control.mine();
    const { notifications } = await wallet.listCallbacks();
    const ids = notifications.map(({ serial }) => serial);
    expect(await wallet.getCallbacksById({ ids: [...ids, 9223372036854775807n] })).toEqual({ notifications });
    expect(await other.wallet.getCallbacksById({ ids })).toEqual({ notifications: [] });
  },

  async getDepositCallback() {
    const { wallet, walletId } = await lab.createWallet({ kind: 'deposit', currency: 'BTC' });
    const { addresses } = await wallet.createDepositAddresses({ count: 2 });
    const [first = '', second = ''] = addresses;
    const { txid } = await lab.control.deposit({ walletId, amount: '0.5', address: first, vout: 0 });
    await lab.control.deposit({ walletId, amount: '0.25', address: second, vout: 1, txid });
    await lab.control.mine();
    const { notification } = await wallet.getDepositCallback({ TX_ID: txid, VOUT_INDEX: 1 });
    expect(notification).toMatchObject({ to_address: second, amount: '25000000', processing_state: 1, order_id: '' });
    const other = await wallet.getDepositCallback({ TX_ID: txid, VOUT_INDEX: 0 });
    expect(notification.from_address).toBe(other.notification.from_address); // of one transaction
    await expect(wallet.getDepositCallback({ TX_ID: txid, VOUT_INDEX: 2 })).rejects.toMatchObject({
      reason: 'not_found',
    });
  },

  async listDepositAddresses() {
    const parent = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const mapped = await lab.createWallet({ kind: 'deposit', currency: 'ETH', parentId: parent.walletId, token: USDT });
    const { addresses } = await parent.wallet.createDepositAddresses({ count: 3 });
    const page = await mapped.wallet.listDepositAddresses({ start_index: 1, request_number: 1 });
    expect(page).toEqual({
      wallet_id: mapped.walletId,
      wallet_count: 3n,
      wallet_address: [{ address: addresses[1], currency: 60n, token_address: USDT.contract, memo: '' }],
    });
  },

  async addWhitelistEntries() {
    const { wallet } = await lab.createWallet(ETH);
    const items = [{ address: ADDRESS, user_id: 'u1' }, { address: OTHER_ADDRESS }];
    expect(await wallet.addWhitelistEntries({ items })).toEqual({
      added_items: [
        { address: ADDRESS, memo: '', user_id: 'u1' },
        { address: OTHER_ADDRESS, memo: '', user_id: '' },
      ],
    });
    await wallet.addWhitelistEntries({ items });
    expect(await wallet.listWhitelistEntries()).toMatchObject({ total_count: 2 });
  },

  async checkWhitelistEntry() {
    const { wallet, walletId } = await lab.createWallet(ETH);
    await wallet.addWhitelistEntries({ items: [{ address: ADDRESS }] });
    const entry = await wallet.checkWhitelistEntry({ address: ADDRESS });
    expect(entry).toMatchObject({ effective: false, effective_time: '2026-11-21T08:30:00Z', state: 1 });
    await lab.control.advance({ hours: 24 });
    expect(await wallet.checkWhitelistEntry({ address: ADDRESS })).toEqual({ ...entry, effective: true });
    await lab.control.removeWhitelistEntry({ walletId, address: ADDRESS });
    expect(await wallet.checkWhitelistEntry({ address: ADDRESS })).toMatchObject({ effective: false, state: 2 });
  },

  async listWhitelistEntries() {
    const { wallet, walletId } = await lab.createWallet(ETH);
    await wallet.addWhitelistEntries({ items: [{ address: ADDRESS }, { address: OTHER_ADDRESS }] });
    await lab.control.removeWhitelistEntry({ walletId, address: ADDRESS });
    expect(await wallet.listWhitelistEntries({ state: 1 })).toMatchObject({
      total_count: 1,
      items: [{ address: OTHER_ADDRESS }],
    });
    expect(await wallet.listWhitelistEntries({ start_index: 1n })).toMatchObject({
      total_count: 2,
      items: [{ address: OTHER_ADDRESS }],
    });
  },

  async getDelegatedBalances() {
    const { wallet, walletId } = await lab.createWallet({ kind: 'delegated', currency: 'ETH', prefix: 'shop1_' });
    const { addresses } = await wallet.createDepositAddresses({ count: 11 });
    const [from_address = '', second = ''] = addresses;
    await lab.control.fund({ walletId, amount: '2', address: from_address });
    await wallet.withdrawAssets({ requests: [{ ...ORDER, from_address, from_address_index: 0n }] });
    const { balances } = await wallet.getDelegatedBalances({ addresses: [ADDRESS, from_address, second] });
    expect(balances).toEqual({
      [from_address]: { balance: '0.499559', token_balance: '' },
      [second]: { balance: '0', token_balance: '' },
    });
    const eleven = await wallet.getDelegatedBalances({ addresses });
    expect(Object.keys(eleven.balances)).toEqual(addresses.slice(0, 10));
  },

  async listWalletBalances() {
    const parent = await lab.createWallet(ETH);
    const { walletId } = await lab.createWallet({
      ...ETH,
      parentId: parent.walletId,
      token: USDT,
      balance: '10.5',
    });
    await lab.createWallet({ kind: 'vault', currency: 'BTC', failsBalance: true });
    await lab.control.deposit({ walletId, amount: '3' });
    await lab.control.mine();
    const client = lab.clientOf(await lab.control.createReadOnlyCode());
    const { total, wallet_balances } = await client.listWalletBalances();
    expect(total).toBe(3);
    expect(wallet_balances).toMatchObject([
      { balance: '100', unconfirm_balance: '0', unconfirm_token_balance: '', error: false, type: 3 },
      { balance: '10.5', unconfirm_balance: '3', unconfirm_token_balance: '3', token_symbol: 'USDT' },
      { balance: '', error: true, type: 0 },
    ]);
    expect(await client.listWalletBalances({ type: 0 })).toMatchObject({ total: 1 });
    await expect(parent.client.listWalletBalances()).rejects.toMatchObject({ reason: 'api_secret_not_valid' });
  },

  async listWallets() {
    const { walletId, address } = await lab.createWallet({ kind: 'vault', currency: 'BTC', walletId: 2n ** 62n });
    const client = lab.clientOf(await lab.control.createReadOnlyCode());
    expect(await client.listWallets()).toEqual({
      total: 1,
      wallets: [{ wallet_id: walletId, address, currency: 0n, currency_name: 'BTC', decimals: '8', type: 0 }],
    });
    expect(walletId).toBe(4611686018427387904n);
  },

  async getVaultBalance() {
    const parent = await lab.createWallet({ kind: 'vault', currency: 'ETH', balance: '5' });
    const mapped = await lab.createWallet({
      kind: 'vault',
      currency: 'ETH',
      parentId: parent.walletId,
      token: USDT,
      balance: '7',
    });
    expect(await mapped.wallet.getVaultBalance()).toMatchObject({
      balance: '5',
      token_balance: '7',
      token_address: USDT.contract,
    });
    const other = await lab.createWallet(ETH);
    await expect(other.wallet.getVaultBalance()).rejects.toMatchObject({ reason: 'not_found' });
  },

  async getCurrencyPrices() {
    const { client } = await lab.createWallet(ETH);
    const { currency_prices, last_refresh_success_time } = await client.getCurrencyPrices({ convert: 'USD,EUR' });
    expect(currency_prices.find(({ currency }) => currency === 60n)).toEqual({
      currency: 60n,
      token_address: '',
      prices: { USD: '3021.75', EUR: '2622.879' },
    });
    expect(last_refresh_success_time).toBe(Date.parse('2026-11-20T08:30:00Z') / 1000);
    await expect(client.getCurrencyPrices({ convert: 'XXX' })).rejects.toMatchObject({ reason: 'invalid_parameter' });
  },

  async getApiCodeStatus() {
    const { wallet, apiCode, inactive } = await lab.createWallet(ETH);
    const { valid, inactivated } = await wallet.getApiCodeStatus();
    expect(valid).toEqual({ api_code: apiCode, exp: Date.parse('2026-11-20T08:30:00Z') / 1000 + 90 * 24 * 3600 });
    expect(inactivated).toEqual({ api_code: inactive.apiCode });
    await lab.control.advance({ hours: 90 * 24 });
    await expect(wallet.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });
  },

  async getWithdrawalEventLogs() {
    const parent = await lab.createWallet(ETH);
    const token = await lab.createWallet({ ...ETH, parentId: parent.walletId, token: USDT, balance: '300' });
    await token.wallet.withdrawAssets({ requests: [{ ...ORDER, amount: '250' }] });
    await lab.control.mine();
    const { txid } = await token.wallet.getWithdrawalState({ ORDER_ID: 'shop1_1' });
    const { logs } = await token.wallet.getWithdrawalEventLogs({ txid });
    expect(logs).toMatchObject([
      {
        address: USDT.contract,
        block_number: 23839001n,
        removed: false,
        data: '0x000000000000000000000000000000000000000000000000000000000ee6b280',
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          `0x000000000000000000000000${token.address.slice(2).toLowerCase()}`,
          '0x00000000000000000000000025d5ccebbe3312bfa782543e744f50b1db0bce62',
        ],
      },
    ]);
    await lab.control.reorganise({ blocks: 1 });
    expect(await token.wallet.getWithdrawalEventLogs({ txid })).toMatchObject({ logs: [{ removed: true }] });
    expect(await token.wallet.listWithdrawalHistory()).toMatchObject({ total_count: 0 });
    await lab.control.mine({ blocks: 2 });
    const again = await token.wallet.getWithdrawalEventLogs({ txid });
    expect(again).toMatchObject({ logs: [{ removed: true }, { removed: false, block_number: 23839001n }] });
    expect(again.logs[1]?.block_hash).not.toBe(logs[0]?.block_hash);
    expect(await token.wallet.listWithdrawalHistory()).toMatchObject({ total_count: 1 });
  },
};

it.each(Object.keys(endpoints) as (keyof typeof endpoints)[])('%s gives its result and leaves its state', (id) =>
  programs[id](),
);
