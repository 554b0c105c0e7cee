/** Amounts: decimal strings of the main unit, exact to the smallest, in their shortest form when they are shown. */
import { expect, it } from 'vitest';
import { createAuditedLab, ETH, USDT, type Lab } from './lab.ts';

async function open(balance?: string): Promise<{ lab: Lab; fund: (amount: string) => Promise<string | undefined> }> {
  const lab = await createAuditedLab();
  const { walletId } = await lab.createWallet({ kind: 'deposit', currency: 'XRP', ...(balance && { balance }) });
  return {
    lab,
    async fund(amount) {
      await lab.control.fund({ walletId, amount });
      return lab.sandbox.overview().wallets[0]?.balance;
    },
  };
}

it.each([
  ['0', '0'],
  ['1', '1'],
  ['10', '10'],
  ['0010', '10'],
  ['0.5', '0.5'],
  ['00.5', '0.5'],
  ['0.000001', '0.000001'],
  ['1.100000', '1.1'],
  ['1.10000000000000', '1.1'], // zeros behind the decimals that there are
  ['1.0', '1'],
  ['100.000', '100'],
  ['9007199254740993.000001', '9007199254740993.000001'], // beyond what a double can tell apart
])('%s is %s', async (amount, shown) => {
  const { fund } = await open();
  expect(await fund(amount)).toBe(shown);
});

it.each(['', '.', '.5', '5.', '-1', '+1', '1e3', '1,5', ' 1', '1 ', '0x10', '1.0000001', '1.00000010', '1.2.3', '١'])(
  '%j is none',
  async (amount) => {
    const { lab, fund } = await open('7');
    const isWritten = /^[0-9]+(\.[0-9]+)?$/.test(amount);
    await expect(fund(amount)).rejects.toThrow(
      isWritten ? `${amount} is no amount with at most 6 decimals that a chain could carry.` : 'fund.amount must match',
    );
    expect(lab.sandbox.overview().wallets[0]?.balance).toBe('7');
  },
);

it('has at most 78 digits in the smallest unit, as the largest number of any chain has', async () => {
  const { fund } = await open();
  const most = '9'.repeat(72);
  expect(await fund(`0000${most}`)).toBe(most);
  const beyond = `1${'0'.repeat(72)}`;
  await expect(fund(beyond)).rejects.toThrow(`${beyond} is no amount`);
  await expect(fund('7'.repeat(100))).rejects.toThrow(/^7{100} is no/);
  await expect(fund('7'.repeat(101))).rejects.toThrow(/^7{100}… is no/); // so much of it is shown
});

it('of a token has the token’s decimals, of none as well', async () => {
  const lab = await createAuditedLab();
  const { walletId: parentId } = await lab.createWallet({ ...ETH, balance: '1.000000000000000001' });
  for (const [decimals, balance] of [
    [0, '12'],
    [2, '12.34'],
    [18, '0.000000000000000001'],
  ] as const)
    await lab.createWallet({ ...ETH, parentId, token: { ...USDT, decimals }, balance });
  expect(lab.sandbox.overview().wallets.map(({ balance }) => balance)).toEqual([
    ...['1.000000000000000001', '12', '12.34', '0.000000000000000001'],
  ]);
  const whole = { ...ETH, parentId, token: { ...USDT, decimals: 0 } };
  await expect(lab.createWallet({ ...whole, balance: '1.5' })).rejects.toThrow('1.5 is no amount with at most 0');
});

it('is not paid that is not there', async () => {
  const { lab } = await open();
  const { walletId, wallet } = await lab.createWallet({ kind: 'deposit', currency: 'DOGE', balance: '1.01' });
  const [address = ''] = (await wallet.createDepositAddresses({ count: 1 })).addresses;
  await lab.control.sweep({ walletId, kind: 'collect', address, amount: '1' }); // costs a hundredth
  await expect(lab.control.sweep({ walletId, kind: 'collect', address, amount: '1' })).rejects.toThrow(
    `Wallet ${String(walletId)} holds 1 DOGE: less than the 1.01 that this needs, its fee included.`,
  );
});
