/** Memos of deposit addresses: an empty one is none, and one that is there already is the same address. */
import { describe, expect, it } from 'vitest';
import { createAuditedLab, type LabWallet } from './lab.ts';

async function start(
  currency: string,
  more: object = {},
): Promise<LabWallet & { told: () => Promise<string[]>; pay: (memo: string) => Promise<void> }> {
  const lab = await createAuditedLab();
  const made = await lab.createWallet({ kind: 'deposit', currency, ...more });
  return {
    ...made,
    async pay(memo) {
      await lab.control.deposit({ walletId: made.walletId, amount: '1', memo });
      await lab.control.mine({ blocks: 4 });
    },
    async told() {
      const { notifications } = await made.wallet.listCallbacks();
      return notifications.filter(({ processing_state }) => processing_state === 2).map(({ memo }) => memo);
    },
  };
}

describe.each(['XRP', 'XLM', 'EOS', 'BNB'])('of %s', (currency) => {
  it('are as many as count, and an empty one is none', async () => {
    const { wallet, pay, told } = await start(currency);
    for (const memos of [['1', ''], ['', ''], ['']])
      await expect(wallet.createDepositAddresses({ count: memos.length, memos })).rejects.toMatchObject({
        reason: 'memo_count_mismatch',
      });
    expect((await wallet.listDepositAddresses()).wallet_count).toBe(0n);
    await wallet.createDepositAddresses({ count: 1, memos: ['1'] });
    await pay('');
    expect(await told()).toEqual([]); // it is for no customer
    await pay('1');
    expect(await told()).toEqual(['1']);
  });

  it('give the same address again where they are there already', async () => {
    const { wallet, pay, told } = await start(currency, { addressLimit: 3 });
    expect((await wallet.createDepositAddresses({ count: 2, memos: ['1', '2'] })).addresses).toEqual(['1', '2']);
    const { addresses } = await wallet.createDepositAddresses({ count: 4, memos: ['2', '3', '3', '1'] });
    expect(addresses).toEqual(['2', '3', '3', '1']);
    const { wallet_count, wallet_address } = await wallet.listDepositAddresses();
    expect([wallet_count, wallet_address.map(({ memo }) => memo)]).toEqual([3n, ['1', '2', '3']]);
    await expect(wallet.createDepositAddresses({ count: 1, memos: ['4'] })).rejects.toMatchObject({
      reason: 'address_limit_reached',
    });
    await pay('3');
    expect(await told()).toEqual(['3']);
  });
});

describe('destination tags are numbers', () => {
  it('and the same with zeros before them, wherever they are compared', async () => {
    const { wallet, pay, told } = await start('XRP');
    expect((await wallet.createDepositAddresses({ count: 1, memos: ['7'] })).addresses).toEqual(['7']);
    await wallet.createDepositAddresses({ count: 3, memos: ['07', '0', '000'] });
    const { wallet_address } = await wallet.listDepositAddresses();
    expect(wallet_address.map(({ memo }) => memo)).toEqual(['7', '0']);
    for (const memo of ['7', '007', '00', '8']) await pay(memo);
    expect(await told()).toEqual(['7', '7', '0']);
  });

  it('of withdrawals and whitelist entries as well', async () => {
    const lab = await createAuditedLab();
    const from = await lab.createWallet({ kind: 'withdrawal', currency: 'XRP', prefix: 'shop1_', balance: '100' });
    const to = await lab.createWallet({ kind: 'deposit', currency: 'XRP' });
    await to.wallet.createDepositAddresses({ count: 1, memos: ['7'] });
    const [address, memo] = [to.address, '0007'];
    await from.wallet.withdrawAssets({ requests: [{ order_id: 'shop1_1', address, amount: '1', memo }] });
    await lab.control.mine();
    const { notifications } = await to.wallet.listCallbacks();
    expect(notifications.map(({ to_address, memo: said }) => [to_address, said])).toEqual([[address, '7']]);
    await from.wallet.addWhitelistEntries({ items: [{ address, memo: '7' }] });
    await from.wallet.addWhitelistEntries({ items: [{ address, memo }] });
    expect((await from.wallet.listWhitelistEntries()).total_count).toBe(1);
    expect(await from.wallet.checkWhitelistEntry({ address, memo })).toMatchObject({ memo: '7' });
  });

  it('but no other memo is a number', async () => {
    const { wallet } = await start('XLM');
    await wallet.createDepositAddresses({ count: 2, memos: ['7', '07'] });
    expect((await wallet.listDepositAddresses()).wallet_count).toBe(2n);
  });
});
