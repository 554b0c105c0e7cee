/** Withdrawals to addresses of the sandbox's own wallets arrive there: in the wallet that holds what was sent, and nowhere else. */
import { expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, ORDER, OTHER_ADDRESS, USDT, type Lab, type LabWallet } from './lab.ts';

/** What each wallet has, with what is not final yet. */
const held = (lab: Lab): Record<string, string> =>
  Object.fromEntries(
    lab.sandbox.overview().wallets.map(({ name, balance, unconfirmed }) => [name, `${balance} + ${unconfirmed}`]),
  );

const send = ({ wallet, prefix }: LabWallet, more: object): Promise<unknown> =>
  wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `${prefix}1`, ...more }] });

it('at the wallet’s own address as well, of which no callback tells', async () => {
  const lab = await createAuditedLab();
  const from = await lab.createWallet({ ...ETH, name: 'from' });
  const to = await lab.createWallet({ kind: 'deposit', currency: 'ETH', name: 'to' });
  await send(from, { address: to.address.toLowerCase() });
  await lab.control.mine();
  expect(held(lab)).toEqual({ from: '98.499559 + 0', to: '0 + 1.5' });
  await lab.control.mine({ blocks: 11 });
  expect(held(lab)).toEqual({ from: '98.499559 + 0', to: '1.5 + 0' });
  expect((await to.wallet.listCallbacks()).notifications).toEqual([]);
});

it('at the very wallet that sent it', async () => {
  const lab = await createAuditedLab();
  const own = await lab.createWallet({ ...ETH, name: 'own' });
  await send(own, { address: own.address });
  await lab.control.mine({ blocks: 12 });
  expect(held(lab)).toEqual({ own: '99.999559 + 0' }); // less the fee
  const { transactions } = await own.wallet.listWithdrawalHistory();
  expect(transactions.map(({ out, amount }) => [out, amount])).toEqual([
    [false, '1.5'],
    [true, '1.5'],
  ]);
});

it('with its memo, or at the wallet as a whole where nobody has it', async () => {
  const lab = await createAuditedLab();
  const from = await lab.createWallet({ ...ETH, currency: 'XRP', name: 'from' });
  const to = await lab.createWallet({ kind: 'deposit', currency: 'XRP', name: 'to' });
  await to.wallet.createDepositAddresses({ count: 2, memos: ['1', '2'] });
  await send(from, { address: to.address, memo: '2' });
  await send(from, { order_id: 'shop1_2', address: to.address, memo: '3' });
  await lab.control.mine();
  expect(held(lab)).toEqual({ from: '96.999976 + 0', to: '3 + 0' });
  const { notifications } = await to.wallet.listCallbacks();
  expect(notifications.map(({ memo }) => memo)).toEqual(['2']);
});

it('a token at the wallet that is mapped to the address’s, if it is of that token', async () => {
  const lab = await createAuditedLab();
  const token = (contract: string) => ({ ...USDT, contract });
  const from = await lab.createWallet({ ...ETH, name: 'from' });
  const to = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1', name: 'to' });
  const [created = ''] = (await to.wallet.createDepositAddresses({ count: 1 })).addresses;
  const mapped = { ...ETH, parentId: from.walletId, balance: '9' };
  const usdt = await lab.createWallet({ ...mapped, name: 'from usdt', prefix: 'u_', token: USDT });
  const other = await lab.createWallet({ ...mapped, name: 'from other', prefix: 'o_', token: token(OTHER_ADDRESS) });
  const spelled = token(USDT.contract.toLowerCase());
  const toUsdt = { kind: 'deposit', currency: 'ETH', parentId: to.walletId, name: 'to usdt', token: spelled } as const;
  const receiving = await lab.createWallet(toUsdt);
  for (const each of [usdt, other]) await send(each, { address: created });
  await lab.control.mine({ blocks: 12 });
  expect(held(lab)).toEqual({
    from: '99.999118 + 0',
    to: '0.998677 + 0', // coins did not come
    'from usdt': '7.5 + 0',
    'from other': '7.5 + 0',
    'to usdt': '1.5 + 0',
  });
  const { notifications } = await receiving.wallet.listCallbacks();
  expect(notifications).toMatchObject([
    { currency: 'USDT', to_address: created, from_address: from.address, processing_state: 1 },
    { currency: 'USDT', to_address: created, from_address: from.address, processing_state: 2 },
  ]);
  expect((await to.wallet.listCallbacks()).notifications).toEqual([]);
});

it('at a delegated address, which has it from then on', async () => {
  const lab = await createAuditedLab();
  const from = await lab.createWallet({ ...ETH, name: 'from' });
  const to = await lab.createWallet({ kind: 'delegated', currency: 'ETH', name: 'to' });
  const [one = '', other = ''] = (await to.wallet.createDepositAddresses({ count: 2 })).addresses;
  await send(from, { address: other });
  await lab.control.mine({ blocks: 12 });
  const { balances } = await to.wallet.getDelegatedBalances({ addresses: [one, other] });
  expect([balances[one]?.balance, balances[other]?.balance]).toEqual(['0', '1.5']);
  expect(held(lab).to).toBe('1.5 + 0');
});

it('nowhere where the address is nobody’s here', async () => {
  const lab = await createAuditedLab();
  const from = await lab.createWallet({ ...ETH, name: 'from' });
  await lab.createWallet({ kind: 'deposit', currency: 'ETH', name: 'to' });
  await send(from, { address: ADDRESS });
  await lab.control.mine({ blocks: 12 });
  expect(held(lab)).toEqual({ from: '98.499559 + 0', to: '0 + 0' });
});

it('a thousand in a block, the rest in the next, in the order of asking', async () => {
  const lab = await createAuditedLab({ limits: { withdrawalsPerCall: 2000 } });
  const { wallet } = await lab.createWallet(ETH);
  const requests = Array.from({ length: 1001 }, (_, i) => ({ ...ORDER, order_id: `shop1_${String(i)}`, amount: '0' }));
  await wallet.withdrawAssets({ requests });
  const stateOf = async (i: number): Promise<number | undefined> =>
    (await wallet.listWithdrawalStates({ ORDER_ID: `shop1_${String(i)}` })).transactions[0]?.state;
  await lab.control.mine();
  expect([await stateOf(0), await stateOf(999), await stateOf(1000)]).toEqual([3, 3, 2]);
  await lab.control.mine();
  expect(await stateOf(1000)).toBe(3);
});
