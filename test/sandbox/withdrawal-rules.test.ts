/** What a withdrawal must be for its wallet: where it goes, with what, and who pays; and that nothing is taken that is not. */
import { describe, expect, it } from 'vitest';
import type { NewWallet } from '@wallet-operations/sandbox';
import { ADDRESS, createAuditedLab, ETH, ORDER, OTHER_ADDRESS, USDT, type Lab, type LabWallet } from './lab.ts';

const CONTRACT = USDT.contract;
const ADDRESSES = {
  BNB: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2',
  EOS: 'exchangeacct',
  XLM: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  XRP: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh',
};

async function open(wallet: Partial<NewWallet> = {}): Promise<LabWallet & { lab: Lab }> {
  const lab = await createAuditedLab();
  return { lab, ...(await lab.createWallet({ ...ETH, ...wallet })) };
}

/** A wallet of a token, and its parent, which has coins for fees. */
async function openMapped(standard: 'erc20' | 'erc721' | 'erc1155'): Promise<LabWallet & { lab: Lab }> {
  const { lab, walletId: parentId } = await open();
  const token = { ...USDT, decimals: standard === 'erc20' ? 6 : 0, standard };
  const mapped = { kind: 'withdrawal', currency: 'ETH', prefix: 'shop1_', parentId, token, balance: '9' } as const;
  return { lab, ...(await lab.createWallet(mapped)) };
}

const INVALID_PARAMETER = { status: 400, reason: 'malformed_body' };

/** Expects that an order is refused, and for the owner of the sandbox why. */
async function expectRefused({ lab, wallet }: LabWallet & { lab: Lab }, order: object, why: string): Promise<void> {
  const before = await lab.control.fingerprint();
  await expect(wallet.withdrawAssets({ requests: [{ ...ORDER, ...order }] })).rejects.toMatchObject(INVALID_PARAMETER);
  expect(lab.sandbox.requests()[0]?.why).toBe(why);
  expect(await lab.control.fingerprint()).toEqual(before);
}

describe('the outgoing address', () => {
  it('has the format of its currency, down to the checksum', async () => {
    const eth = await open();
    const wrong = ADDRESS.replace('C', 'c');
    await expectRefused(eth, { address: wrong }, `${wrong} is no ETH address`);
    await expectRefused(eth, { address: ADDRESSES.XRP }, `${ADDRESSES.XRP} is no ETH address`);
  });

  it('is a contract that is known where one is called, and only from mapped wallets', async () => {
    const call = { contract_abi: 'mint(uint256):01' };
    const mapped = await openMapped('erc20');
    await expectRefused(mapped, { ...call, address: OTHER_ADDRESS }, `${OTHER_ADDRESS} is no contract`);
    await mapped.lab.control.declareContract({ address: OTHER_ADDRESS });
    const { wallet } = mapped;
    await wallet.withdrawAssets({ requests: [{ ...ORDER, ...call, address: OTHER_ADDRESS }] });
    await wallet.withdrawAssets({ requests: [{ ...ORDER, ...call, order_id: 'shop1_2', address: CONTRACT }] }); // its own token's

    const { lab } = mapped;
    const parent = await lab.createWallet({ ...ETH, prefix: 'shop1_' });
    await expectRefused({ lab, ...parent }, { ...call, address: CONTRACT }, 'only mapped wallets may call contracts');
    await parent.wallet.withdrawAssets({ requests: [{ ...ORDER, contract_abi: '', address: ADDRESS }] }); // calls none
  });
});

describe('a memo', () => {
  it('is refused where the currency has none, and an empty one is none', async () => {
    const eth = await open();
    await expectRefused(eth, { memo: '7' }, 'ETH has no memos');
    await eth.wallet.withdrawAssets({ requests: [{ ...ORDER, memo: '' }] });
  });

  it.each([
    ['BNB', 'm'.repeat(256)],
    ['EOS', 'm'.repeat(128)],
    ['XLM', '🂡'.repeat(20)],
    ['XRP', '12345678901234567890'],
  ] as const)('of %s may have all characters that the interface allows', async (currency, memo) => {
    const { wallet } = await open({ currency });
    await wallet.withdrawAssets({ requests: [{ ...ORDER, address: ADDRESSES[currency], memo }] });
    expect((await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id })).memo).toBe(memo);
  });

  it.each(['1a', 'a1', '1 ', '-1', '1.0'])('of XRP is an integer, which %j is not', async (memo) => {
    const { wallet } = await open({ currency: 'XRP' });
    const order = { ...ORDER, address: ADDRESSES.XRP, memo };
    await expect(wallet.withdrawAssets({ requests: [order] })).rejects.toMatchObject({
      reason: 'destination_tag_not_integer',
    });
  });

  it('may be missing where no address is known to need one, and where one is given', async () => {
    const { wallet, lab } = await open({ currency: 'XRP' });
    const order = { ...ORDER, address: ADDRESSES.XRP };
    await wallet.withdrawAssets({ requests: [order] });
    await lab.control.requireMemo({ address: ADDRESSES.XRP });
    await wallet.withdrawAssets({ requests: [{ ...order, order_id: 'shop1_2', memo: '7' }] });
    await expect(
      wallet.withdrawAssets({ requests: [{ ...order, order_id: 'shop1_3', memo: '' }] }),
    ).rejects.toMatchObject({ reason: 'destination_tag_required' });
  });

  it('is never required on XLM and EOS, whatever is known of the address', async () => {
    for (const currency of ['XLM', 'EOS'] as const) {
      const { wallet, lab } = await open({ currency });
      await lab.control.requireMemo({ address: ADDRESSES[currency] });
      await wallet.withdrawAssets({ requests: [{ ...ORDER, address: ADDRESSES[currency] }] });
    }
  });
});

describe('a token ID', () => {
  it('is refused where the wallet has no single tokens', async () => {
    await expectRefused(await open(), { token_id: '7' }, 'the wallet has no token IDs');
    await expectRefused(await openMapped('erc20'), { token_id: '7' }, 'the wallet has no token IDs');
  });

  it('makes the amount 1 on an ERC721 wallet, and only there', async () => {
    for (const [standard, amount] of [
      ['erc721', '1'],
      ['erc1155', '3'],
    ] as const) {
      const { wallet } = await openMapped(standard);
      await wallet.withdrawAssets({ requests: [{ ...ORDER, amount: '3', token_id: '7' }] });
      expect((await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id })).amount).toBe(amount);
    }
  });
});

describe('an amount', () => {
  it.each([
    ['0.1234567', 'invalid_amount_decimals'],
    [`1${'0'.repeat(72)}`, 'invalid_amount'], // with 6 decimals 79 digits, more than any chain counts with
  ])('of an ERC20 wallet is refused where it is %s', async (amount, reason) => {
    const { wallet } = await openMapped('erc20');
    await expect(wallet.withdrawAssets({ requests: [{ ...ORDER, amount }] })).rejects.toMatchObject({
      reason,
      body: { message: expect.stringContaining(amount) as string },
    });
  });

  it('may have zeros behind the decimals that there are', async () => {
    const { wallet } = await openMapped('erc20');
    await wallet.withdrawAssets({ requests: [{ ...ORDER, amount: '0001.12345600' }] });
    expect((await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id })).amount).toBe('1.123456');
  });
});

it.each(['\u0000', '\u001f', '\u007f'])('an order ID has no control characters, as %j is', async (character) => {
  const { wallet } = await open();
  const order_id = `shop1_${character}1`;
  await expect(wallet.withdrawAssets({ requests: [{ ...ORDER, order_id }] })).rejects.toMatchObject({
    reason: 'invalid_order_id',
  });
});

describe('the delegated address that pays', () => {
  it.each([
    ['told whole', { from_address: ADDRESS, from_address_index: 0n }],
    ['an address alone', { from_address: ADDRESS }],
    ['an index alone', { from_address_index: 0n }],
  ])('is refused as not supported on a wallet that is not delegated: %s', async (_, sender) => {
    const { wallet } = await open();
    await expect(wallet.withdrawAssets({ requests: [{ ...ORDER, ...sender } as typeof ORDER] })).rejects.toMatchObject({
      reason: 'from_address_not_supported',
      body: { message: 'order_id: shop1_1 - from_address not support' },
    });
  });

  it('is one of the wallet’s own, and is named by its index as well', async () => {
    const { lab } = await open();
    const [one, other] = await Promise.all(
      ['a_', 'b_'].map((prefix) => lab.createWallet({ kind: 'delegated', currency: 'ETH', prefix })),
    );
    if (!one || !other) throw new Error('There are two.');
    const { addresses } = await one.wallet.createDepositAddresses({ count: 2 });
    await other.wallet.createDepositAddresses({ count: 1 });
    const [, second = ''] = addresses;
    await lab.control.fund({ walletId: one.walletId, amount: '2', address: second });
    const order = { ...ORDER, from_address: second.toLowerCase(), from_address_index: 1n };
    const call = (more: object): Promise<unknown> =>
      one.wallet.withdrawAssets({ requests: [{ ...order, order_id: 'a_1', ...more }] });
    await expect(call({ from_address_index: 0n })).rejects.toMatchObject({ reason: 'from_address_index_mismatch' });
    await expect(other.wallet.withdrawAssets({ requests: [{ ...order, order_id: 'b_1' }] })).rejects.toMatchObject({
      reason: 'invalid_from_address',
    });
    await call({});
    await lab.control.mine();
    const { notifications } = await one.wallet.listCallbacks({ type: 2 });
    expect(notifications).toMatchObject([{ from_address: second, state: 3 }]); // as the wallet spells it
  });
});
