/** Answers of an operator, with which the service is read, as a run writes them. */
import { expect, test } from 'vitest';
import { overlayFileOf } from '../../overlays/files.ts';
import { startPaying, verdictsOf, WORD } from './paying.ts';

test('the balance is read under the names that an operator has told', async () => {
  const value = { total: 'wallets_in_all', records: 'items' };
  const overlay = overlayFileOf([{ id: 'wallet-balance-envelope', answer: 'So it is.', value }]);
  const service = await startPaying({ overlay });
  const without = await service.write();
  expect([without.exitCode, service.writes()]).toEqual([1, []]);
  const result = await service.write(['--yes-spend', WORD, '--overlay', overlay]);
  expect(verdictsOf(result)).toEqual(['withdrawal: proved', 'balance: proved']);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
});

test.each<readonly [what: string, more: (balances: unknown) => object, isPaid: boolean]>([
  ['an empty list', () => ({ wallet_balances: [] }), true],
  ['nothing', () => ({ wallet_balances: null }), true],
  ['a list that has the balance, and its own has none', (items) => ({ items: [], wallet_balances: items }), false],
])('%s under the name that is not told changes nothing', async (_, more, isPaid) => {
  const value = { total: 'total', records: 'items' };
  const overlay = overlayFileOf([{ id: 'wallet-balance-envelope', answer: 'So it is.', value }]);
  const service = await startPaying({ overlay });
  service.on.answer = ({ operationId }, given) => {
    if (operationId !== 'listWalletBalances') return undefined;
    const answer = JSON.parse(given ?? '') as { items: unknown };
    return { status: 200, body: { ...answer, ...more(answer.items) } };
  };
  const result = await service.write(['--yes-spend', WORD, '--overlay', overlay]);
  expect([result.exitCode, service.writes().length]).toEqual(isPaid ? [0, 1] : [1, 0]);
});
