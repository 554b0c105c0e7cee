/** What a wallet may be made with, and set to: nothing with which all its orders would be refused, and no limit for ever. */
import { expect, it } from 'vitest';
import { createAuditedLab, ETH, ORDER } from './lab.ts';

const LONG = 'x'.repeat(254);

it.each([
  ['a/b', '"a/b" has what no order_id may have'],
  ['a\\b', '"a\\\\b" has what'],
  ['a\nb', '"a\\nb" has what'],
  ['\u007f', 'has what no order_id may have'],
  ['\ud800', '"\\ud800" has what'],
  [`${LONG}x`, 'The prefix is too long: an order_id has at most 255 characters, and more of them than its prefix.'],
])('refuses the prefix %j, with which no order could be taken', async (prefix, said) => {
  const { control } = await createAuditedLab();
  const before = await control.fingerprint();
  await expect(control.createWallet({ ...ETH, prefix })).rejects.toThrow(said);
  expect(await control.fingerprint()).toEqual(before);
});

it.each(['', LONG, `it's "$HOME" é😀_`])('takes the prefix %j, and orders with it', async (prefix) => {
  const { createWallet, control, sandbox } = await createAuditedLab();
  const { wallet, walletId } = await createWallet({ ...ETH, prefix });
  await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `${prefix}1` }] });
  expect(sandbox.overview().orders).toMatchObject([{ orderId: `${prefix}1`, stage: 'inPool' }]);
  await control.trigger({ scenario: 'deposit', walletId }).catch(() => undefined); // it does not fit, and does no harm
});

it('takes a limit of addresses back with null, in the library as over HTTP, as if it had never been', async () => {
  const { createWallet, control, sandbox } = await createAuditedLab({ limits: { depositAddresses: 3 } });
  const { walletId, wallet } = await createWallet({ kind: 'deposit', currency: 'BTC' });
  const { fingerprint } = await control.fingerprint();
  const post = async (addressLimit: string): Promise<[number, string]> => {
    const response = await fetch(`${sandbox.url}/_sandbox/setWallet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"walletId":${String(walletId)},"addressLimit":${addressLimit}}`,
    });
    return [response.status, await response.text()];
  };
  await control.setWallet({ walletId, addressLimit: 1 });
  await control.setWallet({ walletId, addressLimit: undefined } as object as { walletId: bigint }); // is left out
  await expect(wallet.createDepositAddresses({ count: 2 })).rejects.toMatchObject({ reason: 'address_limit_reached' });
  await control.setWallet({ walletId, addressLimit: null });
  expect(await control.fingerprint()).toEqual({ fingerprint });
  expect([await post('0'), await post('null')]).toEqual([
    [200, '{}'],
    [200, '{}'],
  ]);
  expect(await control.fingerprint()).toEqual({ fingerprint });
  for (const addressLimit of [Infinity, NaN, 1.5, -1, 2e9])
    await expect(control.setWallet({ walletId, addressLimit })).rejects.toThrow('setWallet.addressLimit must be');
  expect(await post('1.5')).toMatchObject([400, expect.stringContaining('must be integer') as string]);
  await wallet.createDepositAddresses({ count: 3 });
  await expect(wallet.createDepositAddresses({ count: 1 })).rejects.toMatchObject({ reason: 'address_limit_reached' });
  const unlimited = await createWallet({ kind: 'deposit', currency: 'BTC', addressLimit: null });
  await unlimited.wallet.createDepositAddresses({ count: 3 });
});
