/** Everything that looks random is made of the seed: the same in every run, another thing for each, in the form of its currency. */
import { expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, ORDER } from './lab.ts';
import { rawRequest } from './raw.ts';

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

it('stay what they are from one release to the next, for whoever wrote them down', async () => {
  const lab = await createAuditedLab();
  const { wallet, walletId, address, apiCode, secret, inactive } = await lab.createWallet(ETH);
  const readOnly = await lab.control.createReadOnlyCode();
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  const { txid } = await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id });
  const { items } = (await (await fetch(`${lab.sandbox.url}/_sandbox/blocks`)).json()) as { items: { hash: string }[] };
  expect([walletId, address, apiCode, secret, inactive, readOnly, txid, items[0]?.hash]).toMatchInlineSnapshot(`
    [
      635743n,
      "0x35A3dA9879589874B53a94d0F8743814a7fBc27A",
      "2FJ2MAB7EEKOZINSZASRYASGYA",
      "FyQ3-qwtqa8ALnut4IPE21poVgQR",
      {
        "apiCode": "CDF35IBJ7G2NTPHBGV6BKN44FE",
        "secret": "_uQfZ3iB04fBXfSteknjD6WSbbVI",
      },
      {
        "apiCode": "PHCNBBXYLUMXOPJGLQQC2KCLDU",
        "secret": "Ndk-5eRqY_FGlWRn_QLM7hJSwq_y",
      },
      "0xac624d50d3e4d512cc4d075ce56641befdc1764dc2aed8ef2af2b17d1c42b30c",
      "0x058834026dd7ad28afd7f8ba02965fab498abd17f3c23469f32b02d71740c2a7",
    ]
  `);
});

it('of wallets are 64 bits with their sign, and tell neighbours apart', async () => {
  const lab = await createAuditedLab();
  const most = 2n ** 63n - 1n;
  const access = await lab.createWallet({ ...ETH, walletId: most });
  const statusOf = async (walletId: bigint): Promise<unknown> =>
    (await (await rawRequest(lab, { operationId: 'getApiCodeStatus', access, walletId }))())[0];
  expect(await statusOf(most)).toBe(200);
  const { wallets } = await lab.clientOf(await lab.control.createReadOnlyCode()).listWallets();
  expect(wallets.map(({ wallet_id }) => wallet_id)).toEqual([most]);
  for (const [walletId, reason] of [
    [most + 1n, 'invalid_wallet_id'],
    [2n ** 64n + most, 'invalid_wallet_id'],
    [most - 1n, 'api_code_mismatched'],
    [-1n, 'api_code_mismatched'],
  ] as const) {
    expect(await statusOf(walletId)).toBe(403);
    expect(lab.sandbox.requests()[0]?.reason).toBe(reason);
  }
});
