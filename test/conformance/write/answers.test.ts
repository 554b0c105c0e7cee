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
