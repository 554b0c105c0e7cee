/** The balance by which a withdrawal is proved, as services show it who do otherwise than the document says. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { startPaying, verdictsOf, WORD, type Came, type Instead, type Paying } from './paying.ts';

const PROVED = ['withdrawal: proved', 'balance: proved'];
const sends = (service: Paying): number => service.writes().filter((name) => name === 'withdrawAssets').length;

/** The list of balances with that of the wallet that pays as this makes it, in the record of a service that leaves out what it may. */
const balances =
  (service: Paying, balance: (isPaid: boolean) => string | undefined) =>
  ({ operationId }: Came): Instead => {
    const shown = operationId === 'listWalletBalances' ? balance(sends(service) > 0) : undefined;
    if (shown === undefined) return undefined;
    const id = String(service.payer.walletId);
    const record = `{"wallet_id":${id},"currency_name":"ETH","token_symbol":"","balance":${shown}}`;
    return { status: 200, body: `{"total":1,"wallet_balances":[${record}]}` };
  };

const AS_NUMBER = 'type of the balance: differs';

test.each<readonly [what: string, balance: (isPaid: boolean) => string | undefined, verdicts: readonly string[]]>([
  ['is a number', (isPaid) => (isPaid ? '9.75' : '10'), [...PROVED, AS_NUMBER]],
  [
    'is a number of more than 2^53',
    (isPaid) => (isPaid ? '90071992547409930' : '90071992547409931'),
    [...PROVED, AS_NUMBER],
  ],
  ['becomes a number', (isPaid) => (isPaid ? '9.75' : undefined), [...PROVED, AS_NUMBER]],
  ['was a number', (isPaid) => (isPaid ? '"9.75"' : '10.0'), [...PROVED, AS_NUMBER]],
  ['is a number that did not fall', () => '10', ['withdrawal: proved', 'balance: not seen', AS_NUMBER]],
  [
    'is a number with more digits than one keeps',
    (isPaid) => (isPaid ? '9.7500000000000012' : '10.000000000000002'),
    ['withdrawal: proved', 'balance: not seen', AS_NUMBER],
  ],
  [
    'is a number with an exponent',
    (isPaid) => (isPaid ? '1e22' : '1e23'),
    ['withdrawal: proved', 'balance: not seen', AS_NUMBER],
  ],
  ['is a number that is too small', () => '0.2', ['withdrawal: not sent', AS_NUMBER]],
])('a balance that %s is a finding at most, and no fault', async (_, balance, verdicts) => {
  const service = await startPaying();
  service.on.answer = balances(service, balance);
  const result = await service.write();
  expect(verdictsOf(result)).toEqual(verdicts);
  expect(result).toMatchObject({ exitCode: 1, stderr: '' });
});

test('a fault behind what is proved leaves it proved in the reports', async () => {
  const service = await startPaying();
  const file = `${service.folder}/effects.md`;
  service.on.answer = balances(service, (isPaid) => {
    if (isPaid) vi.spyOn(service.sandbox.control, 'advance').mockRejectedValue(new Error('a clock that breaks'));
    return isPaid ? '"10"' : undefined;
  });
  const { exitCode, stdout, stderr } = await service.write(['--yes-spend', WORD, '--markdown', file]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: 'Error: a clock that breaks\n' });
  expect(stdout).toContain('proved: withdrawal (write 1)');
  expect(readFileSync(file, 'utf8')).toContain('| withdrawal (write 1) | proved |');
});

test('a balance that is not shown at once behind the withdrawal is read again', async () => {
  const service = await startPaying();
  let reads = 0;
  service.on.answer = balances(service, (isPaid) => (isPaid && reads++ < 2 ? 'null' : undefined));
  expect(verdictsOf(await service.write())).toEqual(PROVED);
  expect(reads).toBe(3);
});
