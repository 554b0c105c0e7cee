/** Whoever listens to a sandbox hears what happens in it, in the order in which it happens; and what is shown of it is the same. */
import { describe, expect, it } from 'vitest';
import { overlayFile } from '../overlays/files.ts';
import { createAuditedLab, ETH, ORDER, START, USDT, type Lab } from './lab.ts';
import { rawRequest } from './raw.ts';

/** What is heard from now on, of orders, deposits, blocks and wallets. */
function heard(lab: Lab): string[] {
  const all: string[] = [];
  lab.sandbox.listen(({ kind, text }) => {
    if (['order', 'deposit', 'block', 'wallet'].includes(kind)) all.push(`${kind}: ${text}`);
  });
  return all;
}

/** The orders with their states. */
const placed = (lab: Lab): Record<string, number> =>
  Object.fromEntries(lab.sandbox.overview().orders.map(({ orderId, state }) => [orderId, state]));

/** What `GET /_sandbox/<path>` shows. */
const shown = async (lab: Lab, path: string): Promise<unknown> =>
  (await fetch(`${lab.sandbox.url}/_sandbox/${path}`)).json();

describe('what is told', () => {
  it('of a withdrawal and what it leads to', async () => {
    const lab = await createAuditedLab();
    const { wallet, walletId } = await lab.createWallet(ETH);
    const to = await lab.createWallet({ kind: 'deposit', currency: 'ETH' });
    const all = heard(lab);
    await wallet.withdrawAssets({ requests: [{ ...ORDER, address: to.address }] });
    await lab.control.mine({ blocks: 12 });
    expect(all).toEqual([
      `order: shop1_1 of wallet ${String(walletId)}: → inPool`,
      'order: 200000000001 → inChain',
      `deposit: 1.5 ETH to wallet ${String(to.walletId)}`,
      'block: 23839001 with 1 transactions',
      'order: 200000000001 → confirmed',
    ]);
  });

  it('of deposits, addresses and reorganisations', async () => {
    const lab = await createAuditedLab();
    const { walletId: parentId, wallet } = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
    const token = await lab.createWallet({ kind: 'deposit', currency: 'ETH', parentId, token: USDT });
    const all = heard(lab);
    await wallet.createDepositAddresses({ count: 2 });
    await lab.control.deposit({ walletId: token.walletId, amount: '2.50' });
    await lab.control.mine();
    await lab.control.reorganise({ blocks: 1 });
    expect(all).toEqual([
      `wallet: 2 addresses for wallet ${String(parentId)}`,
      `deposit: 2.50 under way to wallet ${String(token.walletId)}`,
      `deposit: 2.5 USDT to wallet ${String(token.walletId)}`,
      'block: 23839001 with 1 transactions',
      'block: reorganised by 1 blocks',
    ]);
  });

  it.each([
    ['dropOrder', 'dropped', []],
    ['failOrder', 'transactionFailed', ['block: 23839001 with 1 transactions']],
  ] as const)('of an order that %s ends', async (command, state, blocks) => {
    const lab = await createAuditedLab();
    const { wallet, walletId } = await lab.createWallet(ETH);
    await wallet.withdrawAssets({ requests: [ORDER] });
    const all = heard(lab);
    await lab.control[command]({ walletId, orderId: ORDER.order_id });
    expect(all).toEqual([`order: 200000000001 → ${state}`, ...blocks]);
  });
});

it('shows an order’s own state, as that of its latest transaction', async () => {
  const lab = await createAuditedLab();
  const { wallet, walletId } = await lab.createWallet(ETH);
  const requests = ['1', '2', '3', '4'].map((n) => ({ ...ORDER, order_id: `shop1_${n}` }));
  await wallet.withdrawAssets({ requests });
  await lab.control.dropOrder({ walletId, orderId: 'shop1_1' });
  await lab.control.failOrder({ walletId, orderId: 'shop1_2' });
  await lab.control.holdOrder({ walletId, orderId: 'shop1_3' });
  await lab.control.mine();
  const ended = { shop1_1: 10, shop1_2: 11, shop1_3: 2 };
  expect(placed(lab)).toEqual({ ...ended, shop1_4: 3 });
  await lab.control.reorganise({ blocks: 1 });
  expect(placed(lab)).toEqual({ ...ended, shop1_4: 2 });
  await lab.control.mine({ blocks: 12 });
  expect(placed(lab)).toEqual({ ...ended, shop1_4: 4 });
});

it('shows the blocks that hold anything, by their height, with their time and their hash, which no other block has', async () => {
  const lab = await createAuditedLab();
  const { wallet, walletId } = await lab.createWallet(ETH);
  const blocks = async (): Promise<Record<string, unknown>[]> => {
    const { items } = (await shown(lab, 'blocks')) as { items: Record<string, unknown>[] };
    return items.map(({ height, time, hash }) => ({ height: Number(height), time, hash }));
  };
  await lab.control.advance({ seconds: 36 });
  expect(await blocks()).toEqual([]);
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.advance({ seconds: 36 });
  const [first] = await blocks();
  expect(first).toMatchObject({ height: 23_839_004, time: START + 48_000 });
  await lab.control.deposit({ walletId, amount: '1' });
  await lab.control.advance({ seconds: 12 });
  const [second] = await blocks();
  expect(await blocks()).toEqual([second, first]);
  await lab.control.reorganise({ blocks: 1 });
  expect(await blocks()).toEqual([first]);
  await lab.control.mine();
  const [again] = await blocks();
  expect([again?.height, again?.hash === second?.hash]).toEqual([second?.height, false]);
});

/** Callbacks, as far as they are looked at here. */
interface Told {
  readonly notifications: readonly { readonly processing_state: number }[];
}

describe('where callers may credit what is in a block', () => {
  it.each([
    { field: 'state', is: 'inChain' },
    { field: 'processing_state', is: 'inChain' },
  ])('no block that holds a deposit is taken back, as %j asks', async (value) => {
    const answer = { id: 'safe-to-credit', answer: 'Once it is in the chain.', value };
    const lab = await createAuditedLab({ overlay: overlayFile(answer) });
    const eth = await lab.createWallet({ kind: 'deposit', currency: 'ETH' });
    const xrp = await lab.createWallet({ kind: 'deposit', currency: 'XRP' });
    const body = { count: 1, memos: ['7'] };
    await (
      await rawRequest(lab, { operationId: 'createDepositAddresses', access: xrp, body })
    )();
    await lab.control.deposit({ walletId: eth.walletId, amount: '1' });
    await lab.control.mine();
    await expect(lab.control.reorganise({ blocks: 1 })).rejects.toThrow('The latest 1 blocks hold what is confirmed');
    await lab.control.mine();
    await lab.control.reorganise({ blocks: 1 });
    await lab.control.deposit({ walletId: xrp.walletId, amount: '1', memo: '7' });
    await lab.control.mine();
    const [, told] = (await (await rawRequest(lab, { operationId: 'listCallbacks', access: xrp }))()) as [number, Told];
    const numbers = told.notifications.map(({ processing_state }) => processing_state);
    // it is final at once, and callers that go by processing_state wait for this one
    const inChain = value.field === 'processing_state' ? [1] : [];
    expect(numbers).toEqual([...inChain, 2]);
  });

  it('blocks are taken back where callers wait until a deposit is done', async () => {
    const lab = await createAuditedLab();
    const { walletId } = await lab.createWallet({ kind: 'deposit', currency: 'ETH' });
    await lab.control.deposit({ walletId, amount: '1' });
    await lab.control.mine({ blocks: 11 });
    await lab.control.reorganise({ blocks: 11 });
    expect(lab.sandbox.overview().wallets[0]?.unconfirmed).toBe('0');
  });
});

it('pays what waited as soon as a block makes funds final, while time moves on', async () => {
  const lab = await createAuditedLab();
  const { wallet, walletId } = await lab.createWallet({ ...ETH, balance: '0' });
  await wallet.withdrawAssets({ requests: [ORDER, { ...ORDER, order_id: 'shop1_2', amount: '0.1' }] });
  await lab.control.deposit({ walletId, amount: '1.500441' });
  await lab.control.advance({ seconds: 12 * 11 });
  expect(placed(lab)).toEqual({ shop1_1: 1, shop1_2: 1 });
  await lab.control.advance({ seconds: 12 * 2 });
  expect(placed(lab)).toEqual({ shop1_1: 3, shop1_2: 1 }); // exactly what there is, for the oldest that it pays
  expect(lab.sandbox.overview().wallets[0]?.balance).toBe('0');
});
