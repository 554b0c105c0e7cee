/** What is read before anything is written: a wallet that is not the one that writing names, by any of what a list says, is not paid from. */
import { expect, test } from 'vitest';
import { OWN, startPaying, verdictsOf, WORD, type Paying } from './paying.ts';

const sends = (service: Paying): number => service.writes().filter((name) => name === 'withdrawAssets').length;

test.each([
  ['a wallet that cannot pay it', { balance: '0.2' }, {}, ['withdrawal: not sent'], 'less than the amount'],
  ['a wallet of another currency', {}, { currency: 'BTC' }, [], 'is not of the currency that writing names'],
  ['a wallet that is none of a token', {}, { token: 'ETH' }, [], 'is not of the currency and token'],
])('%s is found out before anything is sent', async (_, options, changes, verdicts, says) => {
  const service = await startPaying(options);
  const result = await service.write(['--yes-spend', 'currency' in changes ? '0.25 BTC' : WORD], changes);
  expect(result.exitCode).toBe(1);
  expect(verdictsOf(result)).toEqual(verdicts);
  expect(result.stdout.replace(/\s+/g, ' ')).toContain(says);
  expect(service.writes()).toEqual([]);
  expect(service.paid().orders).toBe(0);
});

test('a code that is not the activated one ends it with the first call', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) =>
    operationId === 'getApiCodeStatus'
      ? { status: 200, body: { valid: { api_code: 'ANOTHER', exp: 1999999999 }, inactivated: { api_code: 'MINE' } } }
      : undefined;
  const { exitCode, stdout } = await service.write();
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain('names another code as the activated one');
  expect(service.came).toHaveLength(1);
});

/** The answer with its list changed. */
const listChanged =
  (operationId: string, change: (record: Record<string, unknown>) => Record<string, unknown>[]) =>
  (service: Paying): void => {
    const key = operationId === 'listWallets' ? 'wallets' : 'wallet_balances';
    const record = {
      ...{ wallet_id: Number(service.payer.walletId), currency: 60, currency_name: 'ETH', decimals: '18' },
      ...{ token_symbol: '', balance: '10', error: false },
    };
    service.on.answer = (came) =>
      came.operationId === operationId
        ? { status: 200, body: { total: change(record).length, [key]: change(record) } }
        : undefined;
  };

test.each([
  ['is twice in listWallets', listChanged('listWallets', (it) => [it, { ...it, currency_name: 'BTC' }])],
  ['is twice in listWalletBalances', listChanged('listWalletBalances', (it) => [it, { ...it, balance: '0' }])],
  [
    'has another currency in listWalletBalances',
    listChanged('listWalletBalances', (it) => [{ ...it, currency_name: 'BTC' }]),
  ],
  ['has a token in listWalletBalances', listChanged('listWalletBalances', (it) => [{ ...it, token_symbol: 'USDT' }])],
])('where the wallet that pays %s, nothing is sent', async (_, change) => {
  const service = await startPaying();
  change(service);
  expect(await service.write()).toMatchObject({ exitCode: 1, stderr: '' });
  expect(service.writes()).toEqual([]);
});

test.each([
  ['listWallets', { wallets: [null], total: 1 }],
  ['listWalletBalances', { wallet_balances: [null], total: 1 }],
  ['getApiCodeStatus', null],
])('%s without a record in its list is no fault of the pack, and nothing is sent', async (operationId, body) => {
  const service = await startPaying();
  service.on.answer = (came) => (came.operationId === operationId ? { status: 200, body } : undefined);
  const result = await service.write();
  expect(result).toMatchObject({ exitCode: 1, stderr: '' });
  expect(sends(service)).toBe(0);
});

/** What a list says of tokens. */
const OF_TOKEN = { token_name: 'Gold Bar Token', token_contract_address: OWN, token_decimals: '18' };

test.each([
  ['has all but its symbol, which is empty', { ...OF_TOKEN, token_symbol: '' }],
  ['has all but its symbol', OF_TOKEN],
  ['has its name alone', { token_name: 'Gold Bar Token' }],
  ['has its contract alone', { token_contract_address: OWN }],
  ['has its decimals alone', { token_decimals: '18' }],
  ['has its symbol alone', { token_symbol: 'GBT' }],
])('where the list of wallets %s of a token, and writing names none, nothing is sent', async (_, fields) => {
  for (const operationId of ['listWallets', 'listWalletBalances']) {
    const service = await startPaying();
    listChanged(operationId, (it) => [{ ...it, token_symbol: undefined, ...fields }])(service);
    const { exitCode, stdout } = await service.write();
    expect(exitCode).toBe(1);
    if (operationId === 'listWallets')
      expect(stdout.replace(/\s+/g, ' ')).toContain(
        'The wallet that pays is one of a token by the list of wallets, and writing names none: it would pay the token. Nothing was written.',
      );
    expect(service.writes()).toEqual([]);
  }
});

test.each([
  ['empty', { token_symbol: '', token_name: '', token_contract_address: '', token_decimals: '' }],
  ['null', { token_symbol: null, token_name: null, token_contract_address: null, token_decimals: null }],
  ['of no decimals', { token_symbol: '', token_decimals: '0' }],
])('a wallet whose fields of a token are %s is one of none', async (_, fields) => {
  const service = await startPaying();
  listChanged('listWallets', (it) => [{ ...it, ...fields }])(service);
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved', 'balance: proved']);
});
