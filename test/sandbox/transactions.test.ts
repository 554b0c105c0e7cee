/** A transaction is in one block, at one position, and each of its outputs is there once. */
import { expect, it } from 'vitest';
import { createAuditedLab, ETH, type Lab, type LabWallet } from './lab.ts';

async function start(): Promise<{ lab: Lab; made: LabWallet; created: string[] }> {
  const lab = await createAuditedLab();
  const made = await lab.createWallet({ kind: 'deposit', currency: 'BTC' });
  const { addresses } = await made.wallet.createDepositAddresses({ count: 2 });
  return { lab, made, created: addresses };
}

it('has one position for all its outputs, to whomever', async () => {
  const { lab, made, created } = await start();
  const other = await lab.createWallet({ kind: 'deposit-withdrawal', currency: 'BTC' });
  const [theirs = ''] = (await other.wallet.createDepositAddresses({ count: 1 })).addresses;
  const { txid } = await lab.control.deposit({ walletId: made.walletId, amount: '1', address: created[0] ?? '' });
  const between = await lab.control.deposit({ walletId: made.walletId, amount: '2', address: created[1] ?? '' });
  await lab.control.deposit({ walletId: made.walletId, amount: '3', address: created[1] ?? '', txid, vout: 1 });
  await lab.control.deposit({ walletId: other.walletId, amount: '4', address: theirs, txid, vout: 2 });
  await lab.control.mine();
  const told = [
    ...(await made.wallet.listCallbacks()).notifications,
    ...(await other.wallet.listCallbacks()).notifications,
  ];
  const positions = (of: string): Set<number> =>
    new Set(told.filter((one) => one.txid === of).map(({ tindex }) => tindex));
  expect(told).toHaveLength(4);
  expect(positions(txid).size).toBe(1);
  expect(positions(between.txid).size).toBe(1);
  expect(positions(txid)).not.toEqual(positions(between.txid));
});

it('is in one block, even if more wait than a block holds', async () => {
  const { lab, made, created } = await start();
  const address = created[0] ?? '';
  const { txid } = await lab.control.deposit({ walletId: made.walletId, amount: '1', address });
  await Promise.all(
    Array.from({ length: 1000 }, () => lab.control.deposit({ walletId: made.walletId, amount: '0.001', address })),
  );
  await lab.control.deposit({ walletId: made.walletId, amount: '1', address, txid, vout: 1 });
  await lab.control.mine();
  const told = (await made.wallet.listCallbacks()).notifications.filter((one) => one.txid === txid);
  expect(told.map(({ vout_index }) => vout_index)).toEqual([0, 1]);
  expect(new Set(told.map(({ block_height }) => block_height)).size).toBe(1);
});

it('has each output once, and none that comes later', async () => {
  const { lab, made, created } = await start();
  const address = created[0] ?? '';
  const deposit = { walletId: made.walletId, amount: '1', address };
  const { txid } = await lab.control.deposit(deposit);
  await expect(lab.control.deposit({ ...deposit, txid })).rejects.toThrow('Output 0');
  await expect(lab.control.deposit({ ...deposit, address: created[1] ?? '', txid })).rejects.toThrow('another vout');
  await lab.control.mine();
  await expect(lab.control.deposit({ ...deposit, txid, vout: 1 })).rejects.toThrow('all its outputs');
  await lab.control.mine({ blocks: 2 });
  expect(lab.sandbox.overview().wallets[0]?.balance).toBe('1');
});

it('is not one that a wallet of the sandbox sent', async () => {
  const { lab } = await start();
  const sender = await lab.createWallet(ETH);
  await sender.wallet.withdrawAssets({ requests: [{ order_id: 'shop1_1', address: sender.address, amount: '1' }] });
  const { txid } = await sender.wallet.getWithdrawalState({ ORDER_ID: 'shop1_1' });
  const again = { walletId: sender.walletId, amount: '1', txid, vout: 1 };
  await expect(lab.control.deposit(again)).rejects.toThrow('all its outputs');
  await lab.control.mine();
  await expect(lab.control.deposit(again)).rejects.toThrow('all its outputs');
});

it('keeps its outputs together when the chain puts it back', async () => {
  const { lab, made, created } = await start();
  const { txid } = await lab.control.deposit({ walletId: made.walletId, amount: '1', address: created[0] ?? '' });
  await lab.control.deposit({ walletId: made.walletId, amount: '2', address: created[1] ?? '', txid, vout: 7 });
  await lab.control.mine();
  await lab.control.reorganise({ blocks: 1 });
  await lab.control.deposit({ walletId: made.walletId, amount: '4', address: created[1] ?? '', txid, vout: 8 });
  await lab.control.mine({ blocks: 2 });
  const { notifications } = await made.wallet.listCallbacks();
  const credited = notifications.filter(({ processing_state }) => processing_state === 2);
  expect(credited.map(({ vout_index }) => vout_index)).toEqual([0, 7, 8]);
  expect(new Set(credited.map(({ tindex }) => tindex)).size).toBe(1);
  expect(lab.sandbox.overview().wallets[0]?.balance).toBe('7');
});
