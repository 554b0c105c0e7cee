/** Addresses of each currency: well-known ones are taken, mistyped ones are not, and those that the sandbox makes are of their kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remembering } from '../../packages/sandbox/src/currencies/addresses.ts';
import { createLab, type Lab, type LabWallet } from './lab.ts';

const KNOWN = {
  BTC: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
  LTC: ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  DOGE: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ETH: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ],
  XRP: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh'],
  XLM: ['GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'],
  EOS: ['eosio.token', 'exchangeacct'],
  TRX: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  SOL: ['So11111111111111111111111111111111111111112'],
  BNB: ['bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2'],
} as const;

/** One letter is another: what a hand that copies an address does. */
const mistyped = (address: string): string => {
  const at = Math.floor(address.length / 2);
  const letter = address.charAt(at);
  return (
    address.slice(0, at) + (letter === 'q' ? 'p' : letter === letter.toUpperCase() ? 'q' : 'Q') + address.slice(at + 1)
  );
};

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
});
afterAll(() => lab.close());

describe.each(Object.entries(KNOWN))('%s', (currency, known) => {
  let made: LabWallet;
  const takes = async (address: string): Promise<unknown> =>
    made.wallet.addWhitelistEntries({ items: [{ address }] }).then(
      () => true,
      (error: unknown) => (error as { reason: string }).reason,
    );
  beforeAll(async () => {
    made = await lab.createWallet({ kind: 'deposit-withdrawal', currency, balance: '10' });
  });

  it('takes what is well known', async () => {
    for (const address of known) expect([address, await takes(address)]).toEqual([address, true]);
  });

  it('refuses what is mistyped, and what belongs to others', async () => {
    const others = Object.entries(KNOWN).filter(([name]) => name !== currency && name !== 'SOL' && currency !== 'SOL');
    // EOS names have no checksum, and an address in base58 alone none either
    const broken = currency === 'SOL' || currency === 'EOS' ? [`${known[0]}!`] : known.map(mistyped);
    for (const address of [...broken, ...others.map(([, [first]]) => first)])
      expect([address, await takes(address)]).toEqual([address, 'invalid_address']);
  });

  it('makes addresses of its own kind', async () => {
    expect(await takes(made.address)).toBe(true);
    const memos = ['BNB', 'XRP', 'XLM', 'EOS'].includes(currency) ? { memos: ['1'] } : {};
    const { addresses } = await made.wallet.createDepositAddresses({ count: 1, ...memos });
    if (!('memos' in memos)) expect(await takes(addresses[0] ?? '')).toBe(true);
  });
});

it('remembers good addresses alone, and not without end', () => {
  const checked: string[] = [];
  const format = remembering({
    make: () => '',
    accepts: (address) => checked.push(address) > 0 && address.startsWith('good'),
  });
  const answers = ['good', 'bad', 'good', 'bad'].map((address) => format.accepts(address));
  expect(answers).toEqual([true, false, true, false]);
  expect(checked).toEqual(['good', 'bad', 'bad']);
  for (let i = 0; i < 1000; i++) format.accepts(`good ${String(i)}`);
  format.accepts('good');
  expect(checked.at(-1)).toBe('good');
});
