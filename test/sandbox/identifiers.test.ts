/** Everything that looks random is made of the seed: the same in every run, another thing for each, in the form of its currency. */
import { expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH } from './lab.ts';

const TARGETS = {
  ETH: [ADDRESS, /^0x[0-9a-f]{64}$/],
  BTC: ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', /^[0-9a-f]{64}$/],
  XRP: ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', /^[0-9A-F]{64}$/],
  TRX: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /^[0-9a-f]{64}$/],
} as const;

/** Transactions of a withdrawal, a deposit and, for ETH, a deployment; and every address. */
async function idsOf(currency: keyof typeof TARGETS, seed?: string): Promise<{ txids: string[]; addresses: string[] }> {
  const lab = await createAuditedLab({ ...(seed !== undefined && { seed }) });
  const { wallet, walletId, address } = await lab.createWallet({ ...ETH, currency, kind: 'deposit-withdrawal' });
  const order = { order_id: 'shop1_1', address: TARGETS[currency][0], amount: '1' };
  await wallet.withdrawAssets({ requests: [order] });
  const { txid } = await lab.control.deposit({ walletId, amount: '1' });
  const memos = currency === 'XRP' ? { memos: ['1', '2'] } : {};
  const { txids = [], addresses } = await wallet.createDepositAddresses({ count: 2, ...memos });
  const sent = (await wallet.getWithdrawalState({ ORDER_ID: order.order_id })).txid;
  return { txids: [sent, txid, ...txids], addresses: [address, ...(currency === 'XRP' ? [] : addresses)] };
}

it.each(Object.keys(TARGETS) as (keyof typeof TARGETS)[])('of %s', async (currency) => {
  const { txids, addresses } = await idsOf(currency);
  expect(txids).toHaveLength(currency === 'ETH' ? 4 : 2);
  for (const txid of txids) expect(txid).toMatch(TARGETS[currency][1]);
  for (const all of [txids, addresses]) expect(new Set(all).size).toBe(all.length);
  expect(await idsOf(currency, 'sandbox')).toEqual({ txids, addresses }); // the seed where none is given
  const other = await idsOf(currency, 'another');
  expect(other.txids.filter((txid) => txids.includes(txid))).toEqual([]);
  expect(other.addresses.filter((address) => addresses.includes(address))).toEqual([]);
});

it('are the same again after a restore, and after a reset', async () => {
  const lab = await createAuditedLab({ seed: 'one' });
  const { snapshot } = await lab.control.snapshot();
  const { address } = await lab.createWallet(ETH);
  await lab.control.restore({ snapshot });
  expect((await lab.createWallet(ETH)).address).toBe(address);
  await lab.control.reset();
  expect((await lab.createWallet(ETH)).address).toBe(address);
});

it('are no part of each other: who shifts a digit between wallet and index gets another one', async () => {
  const lab = await createAuditedLab();
  const all: string[] = [];
  for (const walletId of [1, 11, 111]) {
    const { wallet, address } = await lab.createWallet({ kind: 'deposit', currency: 'BTC', walletId });
    all.push(address, ...(await wallet.createDepositAddresses({ count: 120 })).addresses);
  }
  expect(new Set(all).size).toBe(3 * 121);
});
