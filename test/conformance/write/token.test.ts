/** A wallet of a token: which token it is, and that the balance of the list, which may be the coin's, proves nothing of it and stops nothing. */
import { expect, test } from 'vitest';
import { command } from '../harness.ts';
import { startPaying, verdictsOf, type Came, type Instead, type Paying } from './paying.ts';

const USDT = {
  name: 'Tether USD',
  symbol: 'USDT',
  contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  decimals: 6,
  standard: 'erc20',
} as const;

const WORD = ['--yes-spend', '0.25 USDT'];

/** The list of balances with the coin's balance in that of the wallet that pays, which is of a token. */
const inCoins =
  (service: Paying, balance: (isPaid: boolean) => string) =>
  ({ operationId }: Came): Instead => {
    if (operationId !== 'listWalletBalances') return undefined;
    const record = {
      ...{ wallet_id: Number(service.payer.walletId), currency_name: 'ETH', token_symbol: 'USDT' },
      ...{ token_name: USDT.name, token_contract_address: USDT.contract, token_decimals: '6' },
      balance: balance(service.writes().length > 0),
    };
    return { status: 200, body: { total: 1, wallet_balances: [record] } };
  };

test.each<readonly [what: string, balance: (isPaid: boolean) => string]>([
  ['falls by the fee, which is more than the amount', (isPaid) => (isPaid ? '2.5' : '3')],
  ['is less than the amount', () => '0.2'],
  ['stays', () => '3'],
  ['is not shown', () => ''],
])('a balance that may be the coin’s, and %s, proves nothing of a token, and stops nothing', async (_, balance) => {
  const service = await startPaying({ token: USDT });
  service.on.answer = inCoins(service, balance);
  const { exitCode, effects, stderr } = await service.write(WORD, { token: 'USDT' });
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  expect(effects).toMatchObject([
    { what: 'withdrawal', verdict: 'proved' },
    { what: 'balance', verdict: 'not seen', write: 1 },
  ]);
  expect(effects[1]?.evidence).toMatch(
    /^it cannot be proved of a token: .* nobody looked either whether the wallet had the amount/,
  );
  expect(service.paid().orders).toBe(1);
});

test('a plan of a token says that nobody looks whether the wallet has the amount', async () => {
  const service = await startPaying({ token: USDT });
  const plan = async (changes: object): Promise<string> =>
    (await command(['plan', '--write', '--config', service.configure(changes)])).stdout;
  expect(await plan({ token: 'USDT' })).toContain('Of a token nobody looks whether the wallet has the amount');
  expect(await plan({})).not.toContain('Of a token');
});

test.each([
  ['its symbol, in letters of another size', { token: 'usdt' }],
  ['the symbol of another', { token: 'USDC' }],
  ['the contract of another', { token: 'USDT', token_contract_address: '0x35987a0f9AE77012a5146a982966661b75CdeAa4' }],
])('a wallet of a token that is named by %s is not paid from', async (_, changes) => {
  const service = await startPaying({ token: USDT });
  const { exitCode, stdout } = await service.write(['--yes-spend', `0.25 ${changes.token}`], changes);
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain('is not of the currency and token that writing names');
  expect(service.writes()).toEqual([]);
});

test.each([
  ['left out', { token_symbol: undefined }],
  ['empty', { token_symbol: '' }],
])('a wallet whose symbol of a token is %s is not paid from', async (_, fields) => {
  const service = await startPaying({ token: USDT });
  const record = { wallet_id: Number(service.payer.walletId), currency: 60, currency_name: 'ETH', decimals: '18' };
  const wallet = { ...record, token_name: USDT.name, token_contract_address: USDT.contract, ...fields };
  service.on.answer = ({ operationId }) =>
    operationId === 'listWallets' ? { status: 200, body: { total: 1, wallets: [wallet] } } : undefined;
  expect((await service.write(WORD, { token: 'USDT' })).exitCode).toBe(1);
  expect(service.writes()).toEqual([]);
});

test('a contract is the same in letters of another size, and needs a symbol besides', async () => {
  const service = await startPaying({ token: USDT });
  const named = { token: 'USDT', token_contract_address: USDT.contract.toLowerCase() };
  expect(verdictsOf(await service.write(WORD, named))).toEqual(['withdrawal: proved', 'balance: not seen']);
  const { exitCode, stderr } = await service.write(WORD, { ...named, token: undefined });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('token_contract_address needs token');
});
