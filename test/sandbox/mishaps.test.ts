/** Withdrawals that go another way: replaced, stuck, dropped, failed, put back by the chain; and where their money and tokens are then. */
import { describe, expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, ORDER, START, USDT, type Lab, type LabWallet } from './lab.ts';

interface Made extends LabWallet {
  readonly lab: Lab;
  readonly order: { readonly walletId: bigint; readonly orderId: string };
  /** States and transactions of the order. */
  readonly states: () => Promise<number[]>;
  readonly balances: () => string[];
}

/** A wallet with an order in the pool; with a token's, where it is mapped. */
async function open(kind: 'coins' | 'token' | 'delegated' = 'coins'): Promise<Made> {
  const lab = await createAuditedLab();
  const parent = await lab.createWallet(
    kind === 'delegated' ? { kind, currency: 'ETH', prefix: 'p_' } : { ...ETH, prefix: 'p_' },
  );
  const { walletId: parentId } = parent;
  const token = { ...USDT, decimals: 0, standard: 'erc1155' } as const;
  const made =
    kind === 'coins'
      ? await lab.createWallet(ETH)
      : await lab.createWallet({ kind: parent.kind, currency: 'ETH', prefix: 'shop1_', parentId, token });
  const { wallet, walletId } = made;
  let sender = {};
  if (kind === 'delegated') {
    const [address = ''] = (await parent.wallet.createDepositAddresses({ count: 1 })).addresses;
    sender = { from_address: address, from_address_index: 0n };
    await lab.control.fund({ walletId: parentId, amount: '100', address });
    await lab.control.fund({ walletId, amount: '5', address, tokenId: '7' });
  } else if (kind === 'token') await lab.control.fund({ walletId, amount: '5', tokenId: '7' });
  await wallet.withdrawAssets({ requests: [{ ...ORDER, ...sender, amount: '2' }] });
  return {
    lab,
    ...made,
    order: { walletId, orderId: ORDER.order_id },
    async states() {
      const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: ORDER.order_id });
      return transactions.map(({ state }) => state);
    },
    balances: () => lab.sandbox.overview().wallets.map(({ balance }) => balance),
  };
}

const PAID = '0.000441';
const GENESIS = 23_839_000;

describe('a transaction that is stuck', () => {
  it('is in no block, however many come, until another takes its place', async () => {
    const { lab, order, states, wallet } = await open();
    const { txid } = await wallet.getWithdrawalState({ ORDER_ID: order.orderId });
    await lab.control.holdOrder(order);
    await lab.control.advance({ hours: 1 });
    expect(await states()).toEqual([2]);
    await lab.control.resendOrder(order);
    expect(await states()).toEqual([6, 2]);
    await lab.control.mine();
    expect(await states()).toEqual([6, 3]);
    expect((await wallet.getWithdrawalState({ ORDER_ID: order.orderId })).txid).not.toBe(txid);
    for (const command of ['holdOrder', 'resendOrder', 'dropOrder', 'failOrder'] as const)
      await expect(lab.control[command](order)).rejects.toThrow('Order shop1_1 has no transaction in the pool.');
  });

  it('may be replaced again and again, each time by another', async () => {
    const { lab, order, states, wallet, balances } = await open();
    for (let i = 0; i < 3; i++) await lab.control.resendOrder(order);
    expect(await states()).toEqual([6, 6, 6, 2]);
    const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: order.orderId });
    expect(new Set(transactions.map(({ txid }) => txid)).size).toBe(4);
    await lab.control.mine({ blocks: 13 });
    expect(await states()).toEqual([6, 6, 6, 4]);
    expect(balances()[1]).toBe('97.999559'); // paid once
    expect((await wallet.listWithdrawalHistory()).total_count).toBe(1);
    expect((await wallet.listCallbacks()).notifications).toHaveLength(1);
  });
});

describe('a transaction that the chain lets go of', () => {
  it.each([
    ['coins', ['100', '100']],
    ['token', ['100', '5']],
    ['delegated', ['100', '5']],
  ] as const)('gives back amount and fee: %s', async (kind, all) => {
    const { lab, order, states, balances, wallet } = await open(kind);
    expect(balances()).not.toEqual(all);
    await lab.control.dropOrder(order);
    expect([await states(), balances()]).toEqual([[10], all]);
    await lab.control.advance({ minutes: 10 });
    expect([await states(), balances()]).toEqual([[10], all]);
    expect((await wallet.listWithdrawalHistory()).total_count).toBe(0); // it never happened
    if (kind !== 'coins') expect(await tokensIn(lab)).toEqual([undefined, ['7']]);
  });
});

describe('a transaction that fails in the chain', () => {
  it.each([
    ['coins', ['100', `99.999559`]],
    ['token', ['99.999559', '5']],
    ['delegated', ['99.999559', '5']],
  ] as const)('gives back the amount, and not the fee: %s', async (kind, left) => {
    const { lab, order, states, balances, wallet } = await open(kind);
    await lab.control.failOrder(order);
    expect([await states(), balances()]).toEqual([[11], left]);
    await lab.control.advance({ minutes: 10 });
    expect([await states(), balances()]).toEqual([[11], left]);
    expect((await wallet.listWithdrawalHistory()).transactions).toMatchObject([
      { amount: '2', fee: PAID, state: 2, source: 'withdraw-api', out: true, to_address: ADDRESS },
    ]);
    if (kind !== 'coins') expect(await tokensIn(lab)).toEqual([undefined, ['7']]);
  });

  it('is in a block of its own: later than its order, and it takes nothing else along', async () => {
    const { lab, order, states, wallet } = await open();
    await lab.control.advance({ seconds: 5 });
    await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
    await lab.control.failOrder({ ...order, orderId: 'shop1_2' });
    const [one] = (await wallet.listWithdrawalHistory()).transactions;
    expect([one?.block_height, Date.parse(one?.block_time ?? '')]).toEqual([BigInt(GENESIS + 1), START + 5000]);
    expect(await states()).toEqual([2]);
  });

  it('puts off no other: the regular block comes when it was due', async () => {
    const { lab, wallet, walletId, states } = await open();
    for (const n of ['2', '3']) {
      await lab.control.advance({ seconds: 5 });
      await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `shop1_${n}` }] });
      await lab.control.failOrder({ walletId, orderId: `shop1_${n}` });
    }
    expect(await states()).toEqual([2]);
    await lab.control.advance({ seconds: 2 });
    expect(await states()).toEqual([3]);
  });

  it('is where a reorganisation left the chain, and not before it', async () => {
    const { lab, order, wallet } = await open();
    await lab.control.holdOrder(order);
    await lab.control.advance({ seconds: 48 });
    await lab.control.reorganise({ blocks: 4 });
    await lab.control.advance({ seconds: 1 });
    await lab.control.failOrder(order);
    const [one] = (await wallet.listWithdrawalHistory()).transactions;
    expect([one?.block_height, Date.parse(one?.block_time ?? '')]).toEqual([BigInt(GENESIS + 1), START + 49_000]);
  });

  it('is in the chain for good: no reorganisation takes it back', async () => {
    const { lab, order } = await open();
    await lab.control.mine({ blocks: 2 });
    await expect(lab.control.failOrder(order)).rejects.toThrow('no transaction in the pool');
    const failing = { ...order, orderId: 'shop1_2' };
    const made = (await lab.control.wallets())[1];
    if (!made) throw new Error('There are two.');
    await lab
      .clientOf(made)
      .wallet(made.walletId)
      .withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
    await lab.control.failOrder(failing);
    await expect(lab.control.reorganise({ blocks: 1 })).rejects.toThrow(
      'The latest 1 blocks hold what is confirmed or safe to credit already.',
    );
  });
});

/** The single tokens of each wallet, as the list of balances shows them. */
async function tokensIn(lab: Lab): Promise<unknown[]> {
  const client = lab.clientOf(await lab.control.createReadOnlyCode());
  const { wallet_balances } = await client.listWalletBalances();
  return wallet_balances.map(({ token_id_balances }) => token_id_balances?.map(({ token_id }) => token_id));
}

describe('a reorganisation', () => {
  it('puts back what its blocks held, which comes again in others', async () => {
    const { lab, states, wallet } = await open();
    const made = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const [created = ''] = (await made.wallet.createDepositAddresses({ count: 1 })).addresses;
    await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2', address: created }] });
    await lab.control.deposit({ walletId: made.walletId, amount: '3', address: created });
    await lab.control.advance({ seconds: 12 });
    const unconfirmed = (): string | undefined => lab.sandbox.overview().wallets[2]?.unconfirmed;
    expect([await states(), unconfirmed()]).toEqual([[3], '4.5']);
    const { height } = lab.sandbox.overview();
    await lab.control.mine({ blocks: 2 });
    await lab.control.reorganise({ blocks: 3 });
    expect([await states(), unconfirmed(), lab.sandbox.overview().height]).toEqual([[2], '0', height - 1]);
    const record = await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id });
    expect(record.in_chain_block).toBe(0n);
    expect((await wallet.listWithdrawalHistory()).total_count).toBe(0);
    await lab.control.advance({ seconds: 12 });
    expect([await states(), unconfirmed()]).toEqual([[3], '4.5']);
    await lab.control.mine({ blocks: 11 });
    expect([await states(), unconfirmed()]).toEqual([[4], '0']);
    expect(lab.sandbox.overview().wallets[2]?.balance).toBe('5.498677');
    const { notifications } = await made.wallet.listCallbacks();
    const told = notifications.map(({ amount, processing_state }) => [amount.slice(0, 2), processing_state]);
    expect(told.toSorted()).toEqual([
      ...[
        ['15', 1],
        ['15', 1],
        ['15', 2],
      ],
      ...[
        ['30', 1],
        ['30', 1],
        ['30', 2],
      ],
    ]);
  });

  it('leaves what was in earlier blocks, and takes back none with what is final', async () => {
    const { lab, states, wallet } = await open();
    await lab.control.mine();
    await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
    await lab.control.mine({ blocks: 10 });
    const { notifications } = await wallet.listCallbacks();
    await lab.control.reorganise({ blocks: 9 });
    expect(await states()).toEqual([3]);
    expect((await wallet.listWithdrawalHistory()).total_count).toBe(2);
    expect((await wallet.listCallbacks()).notifications).toEqual(notifications);
    await lab.control.mine({ blocks: 10 });
    expect(await states()).toEqual([4]);
    await expect(lab.control.reorganise({ blocks: 12 })).rejects.toThrow(RangeError);
    await lab.control.reorganise({ blocks: 11 }); // the second is not final yet
    expect((await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_2' })).transactions[0]?.state).toBe(2);
  });

  it('takes no deposit back that is final', async () => {
    const lab = await createAuditedLab();
    const { walletId } = await lab.createWallet({ kind: 'deposit', currency: 'BTC' });
    await lab.control.deposit({ walletId, amount: '1' });
    await lab.control.mine();
    await lab.control.reorganise({ blocks: 1 });
    await lab.control.mine({ blocks: 2 });
    await expect(lab.control.reorganise({ blocks: 2 })).rejects.toThrow('The latest 2 blocks');
    await lab.control.reorganise({ blocks: 1 });
    expect(lab.sandbox.overview().wallets[0]).toMatchObject({ balance: '1', unconfirmed: '0' });
  });
});
