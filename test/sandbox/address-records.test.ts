/** Deposit addresses and whitelists: what is created and added, in which order it is listed, and what is refused. */
import { describe, expect, it } from 'vitest';
import type { NewWallet } from '@wallet-operations/sandbox';
import { ADDRESS, createAuditedLab, ETH, ORDER, OTHER_ADDRESS, START, type Lab, type LabWallet } from './lab.ts';
import { rawRequest } from './raw.ts';

const XRP = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';

async function open(wallet: NewWallet, limits = {}): Promise<LabWallet & { lab: Lab }> {
  const lab = await createAuditedLab({ limits });
  return { lab, ...(await lab.createWallet(wallet)) };
}

const balanceIn = (lab: Lab): string | undefined => lab.sandbox.overview().wallets[0]?.balance;

describe('deposit addresses', () => {
  it('of ETH are contracts: each costs three fees and has a transaction of its own', async () => {
    const { lab, wallet } = await open({ kind: 'deposit', currency: 'ETH', balance: '0.003969' });
    const { addresses, txids, ...rest } = await wallet.createDepositAddresses({ count: 2, labels: ['a'] });
    expect(new Set(addresses).size).toBe(2);
    expect(new Set(txids).size).toBe(2);
    expect(rest).toEqual({});
    expect(balanceIn(lab)).toBe('0.001323');
    const more = await wallet.createDepositAddresses({ count: 1 }); // exactly what it costs
    expect(balanceIn(lab)).toBe('0');
    await expect(wallet.createDepositAddresses({ count: 1 })).rejects.toMatchObject({ reason: 'insufficient_fund' });
    const { wallet_address, wallet_count } = await wallet.listDepositAddresses();
    expect(wallet_address.map(({ address }) => address)).toEqual([...addresses, ...more.addresses]);
    expect(wallet_count).toBe(3n);
    expect(wallet_address[0]).toEqual({ address: addresses[0], currency: 60n, token_address: '', memo: '' });
  });

  it.each(['BTC', 'SOL'])('of %s cost nothing', async (currency) => {
    const { lab, wallet } = await open({ kind: 'deposit', currency });
    const { addresses, ...rest } = await wallet.createDepositAddresses({ count: 2 });
    expect([new Set(addresses).size, rest, balanceIn(lab)]).toEqual([2, {}, '0']);
  });

  it('of a delegated wallet are no contracts, and have their indexes', async () => {
    const { wallet } = await open({ kind: 'delegated', currency: 'ETH' });
    const { addresses, ...rest } = await wallet.createDepositAddresses({ count: 2 });
    expect(rest).toEqual({ address_indexes: [0, 1] });
    const { wallet_address } = await wallet.listDepositAddresses({ start_index: 1 });
    expect(wallet_address).toMatchObject([{ address: addresses[1], address_index: 1n }]);
  });

  it('of a currency with memos are the wallet’s own, told apart by them', async () => {
    const { wallet, address, walletId } = await open({ kind: 'deposit', currency: 'XRP' });
    await wallet.createDepositAddresses({ count: 3, memos: ['1', '22', '3'] });
    expect(await wallet.listDepositAddresses({ start_index: 1, request_number: 1 })).toEqual({
      ...{ wallet_id: walletId, wallet_count: 3n },
      wallet_address: [{ address, currency: 144n, token_address: '', memo: '22' }],
    });
  });

  it('are refused with memos that the currency cannot carry, or has not', async () => {
    const xrp = await open({ kind: 'deposit', currency: 'XRP' });
    const created = xrp.wallet.createDepositAddresses({ count: 2, memos: ['1', 'x'] });
    await expect(created).rejects.toMatchObject({ reason: 'destination_tag_not_integer' });
    await expect(xrp.wallet.createDepositAddresses({ count: 1 })).rejects.toMatchObject({
      reason: 'memo_count_mismatch',
    });
    const btc = await open({ kind: 'deposit', currency: 'BTC' });
    await expect(btc.wallet.createDepositAddresses({ count: 1, memos: ['1', '2'] })).rejects.toMatchObject({
      reason: 'memo_count_mismatch',
    });
    await expect(btc.wallet.createDepositAddresses({ count: 1, memos: ['1'] })).rejects.toMatchObject({
      reason: 'body_not_parsed',
    });
    expect(btc.lab.sandbox.requests()[0]?.why).toBe('BTC has no memos');
    expect((await btc.wallet.listDepositAddresses()).wallet_count).toBe(0n);
  });

  it('are as many as the wallet may have, to the last', async () => {
    const { lab, wallet, walletId } = await open({ kind: 'deposit', currency: 'BTC' }, { depositAddresses: 3 });
    await wallet.createDepositAddresses({ count: 3 });
    await expect(wallet.createDepositAddresses({ count: 1 })).rejects.toMatchObject({
      reason: 'address_limit_reached',
    });
    await lab.control.setWallet({ walletId, addressLimit: 4 });
    await wallet.createDepositAddresses({ count: 1 });
    expect((await wallet.listDepositAddresses()).wallet_count).toBe(4n);
  });

  it('are none where none, or fewer, are asked for: the interface has no minimum', async () => {
    const { lab, apiCode, secret, walletId } = await open({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const access = { apiCode, secret, walletId };
    for (const count of [0, -3]) {
      const send = await rawRequest(lab, { operationId: 'createDepositAddresses', access, body: { count } });
      expect(await send()).toEqual([200, { addresses: [], txids: [] }]);
    }
    expect(balanceIn(lab)).toBe('1');
  });
});

describe('the whitelist', () => {
  const entry = (address: string, time: string, more: object = {}): object => ({
    ...{ address, memo: '', user_id: '', create_time: `2026-11-${time}Z`, update_time: `2026-11-${time}Z` },
    ...{ effective: false, effective_time: '2026-11-21T08:30:00Z', state: 1, ...more },
  });

  it('has each entry once, with its times, until it is removed; then it starts anew', async () => {
    const { lab, wallet, walletId } = await open(ETH);
    await wallet.addWhitelistEntries({ items: [{ address: ADDRESS }, { address: ADDRESS, user_id: 'u1' }] });
    await lab.control.advance({ seconds: 60 });
    await wallet.addWhitelistEntries({ items: [{ address: ADDRESS.toLowerCase() }, { address: OTHER_ADDRESS }] });
    const first = entry(ADDRESS, '20T08:30:00');
    const third = entry(OTHER_ADDRESS, '20T08:31:00', { effective_time: '2026-11-21T08:31:00Z' });
    expect(await wallet.listWhitelistEntries()).toEqual({
      total_count: 3,
      items: [first, { ...first, user_id: 'u1' }, third],
    });
    expect(await wallet.listWhitelistEntries({ request_number: 1n, start_index: 2n })).toEqual({
      total_count: 3,
      items: [third],
    });

    await lab.control.advance({ hours: 24 });
    await lab.control.removeWhitelistEntry({ walletId, address: OTHER_ADDRESS });
    const removed = { ...third, state: 2, update_time: '2026-11-21T08:31:00Z' };
    expect(await wallet.checkWhitelistEntry({ address: OTHER_ADDRESS })).toEqual(removed);
    await wallet.addWhitelistEntries({ items: [{ address: OTHER_ADDRESS }] });
    const anew = entry(OTHER_ADDRESS, '21T08:31:00', { effective_time: '2026-11-22T08:31:00Z' });
    expect(await wallet.checkWhitelistEntry({ address: OTHER_ADDRESS })).toEqual(anew);
    expect((await wallet.listWhitelistEntries({ state: 2 })).items).toEqual([removed]);
    expect((await wallet.listWhitelistEntries({ state: 1 })).total_count).toBe(3);
  });

  it('is of the span that is asked for, by when entries were created', async () => {
    const { lab, wallet } = await open(ETH);
    for (const address of [ADDRESS, OTHER_ADDRESS]) {
      await wallet.addWhitelistEntries({ items: [{ address }] });
      await lab.control.advance({ seconds: 10 });
    }
    const found = async (from_time: number, to_time: number): Promise<unknown[]> => {
      const at = START / 1000;
      const { items, total_count } = await wallet.listWhitelistEntries({
        from_time: at + from_time,
        to_time: at + to_time,
      });
      return [total_count, ...items.map(({ address }) => address)];
    };
    expect(await found(0, 0)).toEqual([1, ADDRESS]);
    expect(await found(1, 10)).toEqual([1, OTHER_ADDRESS]);
    expect(await found(11, 20)).toEqual([0]);
  });

  it('finds an entry by what is named of it alone', async () => {
    const { wallet } = await open({ ...ETH, currency: 'XRP' });
    const items = [
      { address: XRP, memo: '1', user_id: 'a' },
      { address: XRP, memo: '2', user_id: 'b' },
    ];
    expect(await wallet.addWhitelistEntries({ items })).toEqual({ added_items: items });
    expect(await wallet.checkWhitelistEntry({ address: XRP })).toMatchObject({ memo: '2', user_id: 'b' }); // the latest
    expect(await wallet.checkWhitelistEntry({ address: XRP, memo: '1' })).toMatchObject({ user_id: 'a' });
    expect(await wallet.checkWhitelistEntry({ address: XRP, user_id: 'a' })).toMatchObject({ memo: '1' });
    await expect(wallet.checkWhitelistEntry({ address: XRP, memo: '1', user_id: 'b' })).rejects.toMatchObject({
      reason: 'whitelist_entry_not_found',
    });
  });

  it('refuses all entries where one is wrong', async () => {
    const { wallet } = await open({ ...ETH, currency: 'XRP' });
    const items = [{ address: XRP }, { address: XRP, memo: 'x' }];
    await expect(wallet.addWhitelistEntries({ items })).rejects.toMatchObject({
      reason: 'destination_tag_not_integer',
    });
    const wrong = [{ address: XRP }, { address: ADDRESS }];
    await expect(wallet.addWhitelistEntries({ items: wrong })).rejects.toMatchObject({ reason: 'invalid_address' });
    expect((await wallet.listWhitelistEntries()).total_count).toBe(0);
    await expect(wallet.checkWhitelistEntry({ address: ADDRESS })).rejects.toMatchObject({ reason: 'invalid_address' });
  });

  it('lets a withdrawal go once its entry is in effect: with the entry’s memo, or any where it has none', async () => {
    const { lab, wallet, walletId } = await open({ ...ETH, currency: 'XRP', whitelistOnly: true });
    await wallet.addWhitelistEntries({ items: [{ address: XRP, memo: '1' }] });
    let n = 0;
    const stateWith = async (memo: string): Promise<number | undefined> => {
      const order_id = `shop1_${String(++n)}`;
      await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id, address: XRP, memo }] });
      return (await wallet.listWithdrawalStates({ ORDER_ID: order_id })).transactions[0]?.state;
    };
    await lab.control.advance({ seconds: 24 * 3600 - 1 });
    expect(await stateWith('1')).toBe(5);
    await lab.control.advance({ seconds: 1 });
    expect([await stateWith('1'), await stateWith('2'), await stateWith('')]).toEqual([2, 5, 5]);
    await wallet.addWhitelistEntries({ items: [{ address: XRP }] });
    await lab.control.advance({ hours: 24 });
    expect([await stateWith('2'), await stateWith('')]).toEqual([2, 2]);
    await lab.control.removeWhitelistEntry({ walletId, address: XRP });
    expect(await stateWith('2')).toBe(5);
  });
});
