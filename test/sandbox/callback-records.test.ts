/** Callbacks as they are read back, field by field: of withdrawals, of deposits at each step, and of what the service moves by itself. */
import { describe, expect, it } from 'vitest';
import type { WalletClient } from '@wallet-operations/client';
import { ADDRESS, createAuditedLab, ETH, ORDER, START, USDT, type Lab, type LabWallet } from './lab.ts';

type Callback = Awaited<ReturnType<ReturnType<WalletClient['wallet']>['listCallbacks']>>['notifications'][number];

const T0 = START / 1000;
const GENESIS = 23_839_000n;
const ETHER = 10n ** 18n;
const FEE = '441000000000000';
const OUTSIDE = '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f';
const TXID = expect.stringMatching(/^0x[0-9a-f]{64}$/) as string;

/** What callbacks of transfers have in common. */
const COMMON = {
  serial: expect.any(BigInt) as bigint,
  order_id: '',
  txid: TXID,
  tindex: 0,
  vout_index: 0,
  fees: FEE,
  memo: '',
  broadcast_at: 0,
  state: 3,
  addon: {},
} satisfies Partial<Callback>;

const toldOf = async ({ wallet }: LabWallet, type = -1): Promise<Callback[]> =>
  (await wallet.listCallbacks({ type })).notifications;

describe('a withdrawal', () => {
  it('is told of once it is in the chain: what, from where, where to, in which block', async () => {
    const lab = await createAuditedLab();
    const eth = await lab.createWallet(ETH);
    await lab.control.advance({ seconds: 5 });
    await eth.wallet.withdrawAssets({ requests: [ORDER, { ...ORDER, order_id: 'shop1_2', amount: '2' }] });
    await lab.control.advance({ seconds: 7 });
    const first: Callback = {
      ...COMMON,
      type: 2,
      order_id: 'shop1_1',
      currency: 'ETH',
      block_height: GENESIS + 1n,
      amount: '1500000000000000000',
      broadcast_at: T0 + 5,
      chain_at: T0 + 12,
      from_address: eth.address,
      to_address: ADDRESS,
      wallet_id: eth.walletId,
      confirm_blocks: 1,
      processing_state: 1,
    };
    expect(await toldOf(eth)).toEqual([
      first,
      { ...first, order_id: 'shop1_2', amount: '2000000000000000000', tindex: 1 },
    ]);
    await lab.control.advance({ minutes: 5 });
    expect(await toldOf(eth)).toHaveLength(2); // that it is final has no callback
  });

  it('of a token is of the token’s symbol and smallest unit, and its fee of the parent’s', async () => {
    const lab = await createAuditedLab();
    const { walletId: parentId } = await lab.createWallet(ETH);
    const usdt = await lab.createWallet({ ...ETH, parentId, token: USDT, balance: '5' });
    await usdt.wallet.withdrawAssets({ requests: [ORDER] });
    await lab.control.mine();
    expect(await toldOf(usdt)).toMatchObject([{ currency: 'USDT', amount: '1500000', fees: FEE }]);
  });

  it.each([
    ['dropOrder', { state: 10, block_height: 0n, chain_at: 0 }],
    ['failOrder', { state: 11, block_height: GENESIS + 4n, chain_at: T0 + 24 }],
  ] as const)('that comes to no good end is told of if %s is asked to, and is done with', async (command, end) => {
    const lab = await createAuditedLab();
    const eth = await lab.createWallet(ETH);
    await lab.control.advance({ seconds: 24 });
    for (const n of ['1', '2']) {
      const orderId = `shop1_${n}`;
      await eth.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: orderId }] });
      await lab.control[command]({ walletId: eth.walletId, orderId, ...(n === '2' && { callback: true }) });
    }
    expect(await toldOf(eth)).toMatchObject([
      { type: 2, order_id: 'shop1_2', confirm_blocks: 0, processing_state: 2, broadcast_at: T0 + 24, ...end },
    ]);
  });
});

describe('a deposit', () => {
  const deposits = async (currency: string): Promise<LabWallet & { lab: Lab; created: string }> => {
    const lab = await createAuditedLab();
    const made = await lab.createWallet({ kind: 'deposit', currency, balance: '1' });
    const { addresses } = await made.wallet.createDepositAddresses({ count: 1 });
    return { lab, ...made, created: addresses[0] ?? '' };
  };

  it('is told of in the chain, and again when it is final', async () => {
    const { lab, created, ...made } = await deposits('ETH');
    const to = { walletId: made.walletId, address: created.toLowerCase(), from: OUTSIDE };
    const { txid, vout } = await lab.control.deposit({ ...to, amount: '0.5', vout: 3 });
    expect([txid, vout]).toEqual([TXID, 3]);
    await lab.control.advance({ seconds: 12 });
    const inChain: Callback = {
      ...COMMON,
      type: 1,
      txid,
      currency: 'ETH',
      block_height: GENESIS + 1n,
      vout_index: 3,
      amount: String(ETHER / 2n),
      chain_at: T0 + 12,
      from_address: OUTSIDE,
      to_address: created, // as the wallet spells it
      wallet_id: made.walletId,
      confirm_blocks: 1,
      processing_state: 1,
    };
    expect(await toldOf(made)).toEqual([inChain]);
    await lab.control.advance({ seconds: 12 * 10 });
    expect(await toldOf(made)).toHaveLength(1);
    await lab.control.advance({ seconds: 12 });
    const final = { ...inChain, confirm_blocks: 12, processing_state: 2 };
    expect(await toldOf(made)).toEqual([inChain, final]);
    expect((await made.wallet.getDepositCallback({ TX_ID: txid, VOUT_INDEX: 3 })).notification).toEqual(final);
    await lab.control.advance({ minutes: 10 });
    expect(await toldOf(made)).toHaveLength(2);
  });

  it('is told of in the pool where that is asked for, without a block', async () => {
    const { lab, created, ...made } = await deposits('ETH');
    await lab.control.advance({ seconds: 3 });
    await lab.control.deposit({ walletId: made.walletId, address: created, amount: '0.5', announced: true });
    expect(await toldOf(made)).toMatchObject([
      { block_height: 0n, chain_at: 0, broadcast_at: T0 + 3, state: 2, confirm_blocks: 0, processing_state: 0 },
    ]);
    await lab.control.mine();
    expect((await toldOf(made))[1]).toMatchObject({ broadcast_at: 0, state: 3, processing_state: 1 });
  });

  it('is told of once where its first block is final', async () => {
    const lab = await createAuditedLab();
    const xrp = await lab.createWallet({ kind: 'deposit', currency: 'XRP' });
    await xrp.wallet.createDepositAddresses({ count: 1, memos: ['7'] });
    await lab.control.deposit({ walletId: xrp.walletId, amount: '2.5', memo: '7' });
    await lab.control.mine();
    expect(await toldOf(xrp)).toMatchObject([
      {
        memo: '7',
        amount: '2500000',
        currency: 'XRP',
        confirm_blocks: 1,
        processing_state: 2,
        to_address: xrp.address,
      },
    ]);
  });

  it('to the wallet’s own address is none of which callbacks tell, and counts all the same', async () => {
    const { lab, ...made } = await deposits('BTC');
    await lab.control.deposit({ walletId: made.walletId, amount: '0.25' });
    await lab.control.mine();
    expect(lab.sandbox.overview().wallets[0]).toMatchObject({ balance: '1', unconfirmed: '0.25' });
    await lab.control.mine();
    expect(lab.sandbox.overview().wallets[0]).toMatchObject({ balance: '1.25', unconfirmed: '0' });
    expect(await toldOf(made)).toEqual([]);
  });

  it('from a withdrawal of another wallet has its transaction, its sender and its fee', async () => {
    const { lab, created, ...made } = await deposits('ETH');
    const sender = await lab.createWallet(ETH);
    await sender.wallet.withdrawAssets({ requests: [{ ...ORDER, address: created }] });
    await lab.control.advance({ seconds: 12 });
    const { txid } = await sender.wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id });
    expect(await toldOf(made)).toMatchObject([
      { type: 1, txid, order_id: '', from_address: sender.address, to_address: created, fees: FEE, tindex: 0 },
    ]);
  });
});

describe('what the service moves between addresses of its own', () => {
  it('is told of as done: what was collected, and the gas for it', async () => {
    const lab = await createAuditedLab();
    const parent = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const { walletId: parentId } = parent;
    const usdt = await lab.createWallet({ kind: 'deposit', currency: 'ETH', parentId, token: USDT, balance: '9' });
    const { addresses } = await parent.wallet.createDepositAddresses({ count: 1 });
    const [address = ''] = addresses;
    await lab.control.advance({ seconds: 7 });
    const own = await lab.control.sweep({ walletId: parentId, kind: 'collect', address, amount: '0.5' });
    const gas = await lab.control.sweep({ walletId: usdt.walletId, kind: 'airdrop', address, amount: '0.25' });
    const token = await lab.control.sweep({ walletId: usdt.walletId, kind: 'collect', address, amount: '0.125' });
    expect(new Set([own.txid, gas.txid, token.txid]).size).toBe(3);

    const moved = { ...COMMON, confirm_blocks: 1, processing_state: 2, broadcast_at: T0 + 7, chain_at: T0 + 7 };
    const toWallet = { from_address: address, to_address: parent.address };
    const collected = { ...moved, ...toWallet, type: 3, txid: own.txid, currency: 'ETH' };
    expect(await toldOf(parent)).toEqual([
      { ...collected, amount: '500000000000000000', block_height: GENESIS + 1n, wallet_id: parentId },
    ]);
    expect(await toldOf(usdt)).toEqual([
      {
        ...moved,
        ...{ type: 4, txid: gas.txid, currency: 'ETH', amount: '250000000000000000', block_height: GENESIS + 2n },
        ...{ from_address: parent.address, to_address: address, wallet_id: usdt.walletId },
      },
      {
        ...{ ...moved, ...toWallet, type: 3, txid: token.txid },
        ...{ currency: 'USDT', amount: '125000', block_height: GENESIS + 3n, wallet_id: usdt.walletId },
      },
    ]);
    // an address was deployed for three fees, and each of the three moves cost one, of the parent: nothing else is spent
    expect(lab.sandbox.overview().wallets.map(({ balance }) => balance)).toEqual(['0.997354', '9']);
  });

  it('is between deposit addresses of the wallet, which a delegated wallet has none of, in amounts that there are', async () => {
    const lab = await createAuditedLab();
    const xrp = await lab.createWallet({ kind: 'deposit', currency: 'XRP', balance: '2' });
    const { walletId, address } = xrp;
    await xrp.wallet.createDepositAddresses({ count: 1, memos: ['7'] });
    const collect = { walletId, kind: 'collect', address, amount: '1' } as const;
    await expect(lab.control.sweep(collect)).rejects.toThrow(`${address} is no deposit address of wallet`);
    await expect(lab.control.sweep({ ...collect, memo: '8' })).rejects.toThrow(`${address} with memo 8 is no deposit`);
    await expect(lab.control.sweep({ ...collect, memo: '7', amount: '1.0000001' })).rejects.toThrow(
      'at most 6 decimals',
    );
    await lab.control.sweep({ ...collect, memo: '7' });
    expect(await toldOf(xrp)).toMatchObject([{ memo: '7', amount: '1000000', fees: '12' }]);

    const delegated = await lab.createWallet({ kind: 'delegated', currency: 'ETH' });
    const { addresses } = await delegated.wallet.createDepositAddresses({ count: 1 });
    const left = { walletId: delegated.walletId, kind: 'collect', address: addresses[0] ?? '', amount: '1' } as const;
    await expect(lab.control.sweep(left)).rejects.toThrow('A delegated wallet leaves what arrives on its addresses.');
    const poor = await lab.createWallet({ kind: 'deposit', currency: 'DOGE', balance: '0.0099' });
    const created = await poor.wallet.createDepositAddresses({ count: 1 });
    const dear = {
      walletId: poor.walletId,
      kind: 'collect',
      address: created.addresses[0] ?? '',
      amount: '1',
    } as const;
    await expect(lab.control.sweep(dear)).rejects.toThrow(RangeError);
  });

  it.each(['DOGE', 'EOS'])(
    'is final at once, as the callback says: its block is not taken back, and the one after it is (%s)',
    async (currency) => {
      const lab = await createAuditedLab();
      const { walletId, wallet, address: own } = await lab.createWallet({ kind: 'deposit', currency, balance: '2' });
      const hasMemos = currency === 'EOS';
      const [created = ''] = (await wallet.createDepositAddresses({ count: 1, ...(hasMemos && { memos: ['7'] }) }))
        .addresses;
      const place = hasMemos ? { address: own, memo: created } : { address: created };
      await lab.control.sweep({ walletId, kind: 'collect', ...place, amount: '1' });
      await lab.control.mine();
      await lab.control.reorganise({ blocks: 1 });
      await expect(lab.control.reorganise({ blocks: 1 })).rejects.toThrow('The latest 1 blocks hold what is confirmed');
    },
  );
});
