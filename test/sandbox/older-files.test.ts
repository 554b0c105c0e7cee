/** A file that an earlier sandbox wrote opens and goes on: nothing of it is lost, and what is new works on what is old. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { ADDRESS, createLab, type Lab } from './lab.ts';

/** Its own wallets: withdrawals of ETH, delegated ones of ETH and of a token, and BTC. */
const [ETH, DELEGATED, ITEMS, BTC] = [1n, 2n, 3n, 4n];
const ONE = '0xbd41BBd26Bdef0710af336c2F53a6BC07B2148c9';
const OTHER = '0xc02DBc93c0c40487aDF624Be4D61Ffb4F16418Cd';

/** What the sandbox of version 2 of the tables left; `change` is made to it as that sandbox might have. */
async function reopen(change = ''): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const data = join(folder, 'state.db');
  const db = new DatabaseSync(data);
  db.exec(readFileSync(new URL('files/version-2.sql', import.meta.url), 'utf8'));
  db.exec(change);
  db.close();
  const lab = await createLab({ data });
  onTestFinished(async () => {
    expect((await lab.control.audit()).problems).toEqual([]);
    await lab.close();
    rmSync(folder, { recursive: true });
  });
  return lab;
}

async function walletOf(lab: Lab, walletId: bigint) {
  const access = (await lab.control.wallets()).find((one) => one.walletId === walletId);
  if (!access) throw new Error(`There is no wallet ${String(walletId)}.`);
  return lab.clientOf(access).wallet(walletId);
}

it('knows addresses in other spellings', async () => {
  const lab = await reopen();
  const eth = await walletOf(lab, ETH);
  expect((await eth.checkWhitelistEntry({ address: ADDRESS })).address).toBe(ADDRESS.toLowerCase());
  await lab.control.fund({ walletId: ETH, amount: '1' });
  await eth.withdrawAssets({ requests: [{ order_id: 'shop1_4', address: ADDRESS, amount: '1' }] });
  expect((await eth.listWithdrawalStates({ ORDER_ID: 'shop1_4' })).transactions[0]?.state).toBe(2);
  await lab.control.deposit({ walletId: DELEGATED, amount: '2', address: ONE.toLowerCase() });
  await lab.control.mine({ blocks: 12 });
  const { balances } = await (await walletOf(lab, DELEGATED)).getDelegatedBalances({ addresses: [ONE.toLowerCase()] });
  expect(balances[ONE.toLowerCase()]?.balance).toBe('2.999559');
  const btc = await walletOf(lab, BTC);
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  await expect(btc.withdrawAssets({ requests: [{ order_id: 'b_1', address, amount: '0.1' }] })).rejects.toMatchObject({
    reason: 'address_blacklisted',
  });
});

it('finds tokens on the addresses that hold them, and gives back what failed', async () => {
  const lab = await reopen();
  const items = await walletOf(lab, ITEMS);
  const held = async (): Promise<unknown> => {
    const { balances } = await items.getDelegatedBalances({ addresses: [ONE, OTHER] });
    return [ONE, OTHER].map((address) => [
      balances[address]?.token_balance,
      balances[address]?.token_id_balances?.map(({ token_id }) => token_id),
    ]);
  };
  expect(await held()).toEqual([
    ['1', ['7']],
    ['2', ['8']],
  ]);
  await lab.control.failOrder({ walletId: ITEMS, orderId: 'i_1' });
  expect(await held()).toEqual([
    ['4', ['7']],
    ['2', ['8']],
  ]);
});

it('pays an order that waited, when funds come', async () => {
  const lab = await reopen();
  const eth = await walletOf(lab, ETH);
  const state = async () => (await eth.listWithdrawalStates({ ORDER_ID: 'shop1_3' })).transactions[0]?.state;
  expect(await state()).toBe(1);
  await lab.control.fund({ walletId: ETH, amount: '7' });
  expect(await state()).toBe(1);
  await lab.control.fund({ walletId: ETH, amount: '0.6' });
  expect(await state()).toBe(2);
});

it('pays an order that waited though there were funds: of a refund it was not told', async () => {
  const lab = await reopen("UPDATE orders SET amount = '1000000000000000000' WHERE order_id = 'shop1_3'");
  const { transactions } = await (await walletOf(lab, ETH)).listWithdrawalStates({ ORDER_ID: 'shop1_3' });
  expect(transactions[0]?.state).toBe(2);
});

it('knows destination tags with zeros before them', async () => {
  const address = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  const settings =
    '{"callbackUrl":"","approvalUrl":"","acl":[],"hasPolicy":true,"whitelistOnly":false,"failsBalance":false}';
  const lab = await reopen(`
    INSERT INTO wallets VALUES (5, 'XRP deposit wallet', 'deposit', 'XRP', NULL, NULL, '${address}', 'x_', '${settings}');
    INSERT INTO addresses VALUES (5, 0, '${address}', '007', ''), (5, 1, '${address}', '00', '');`);
  for (const memo of ['7', '0']) await lab.control.deposit({ walletId: 5n, amount: '1', memo });
  await lab.control.mine();
  expect(lab.sandbox.callbacks({ walletId: 5n })).toHaveLength(2);
});
