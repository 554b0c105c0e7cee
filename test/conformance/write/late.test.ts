/** A service that refuses and pays all the same, and shows it only after the run that was refused: the next one looks before it pays again. */
import { expect, test } from 'vitest';
import { command } from '../harness.ts';
import { startPaying, verdictsOf, type Instead } from './paying.ts';

const NOT_FOUND = { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } };

const REFUSALS: readonly (readonly [verdict: string, answer: Instead])[] = [
  [
    'refused',
    { status: 404, body: { error_code: 312, error: 'Policy not found', message: 'no active withdrawal policy found' } },
  ],
  ['not taken', { status: 403, body: { error: 'Forbidden. Call too frequently (300 calls/minute)' } }],
];

test.each(REFUSALS)(
  'what was %s and is there later is told, and takes the place of a new one',
  async (verdict, answer) => {
    const service = await startPaying();
    service.on.answer = ({ operationId }) => {
      if (operationId === 'withdrawAssets') return answer;
      return operationId === 'getWithdrawalState' ? NOT_FOUND : undefined;
    };
    expect(verdictsOf(await service.write())).toEqual([`withdrawal: ${verdict}`]);
    expect(service.paid().orders).toBe(1);

    service.on.answer = () => undefined; // now it shows
    const next = await service.write();
    expect(next.exitCode).toBe(1);
    expect(next.effects).toEqual([
      {
        what: 'withdrawal',
        verdict: 'differs',
        write: 1,
        evidence: 'an earlier run was told that there was none, and getWithdrawalState has it by now',
      },
    ]);
    expect(service.paid().orders).toBe(1);
    expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'proved' });

    expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved', 'balance: proved']);
    expect(service.paid()).toMatchObject({ orders: 2, total: 0.5 });
  },
);

test.each(
  REFUSALS.flatMap(([verdict, answer]) => [
    [verdict, 'no answer', answer, { status: 502, body: {} }] as const,
    [verdict, 'the order', answer, undefined] as const,
  ]),
)('what was %s, and lookups behind it gave %s, differs as well once it is there', async (_, _gave, answer, shown) => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') return answer;
    return operationId === 'getWithdrawalState' && service.writes().length > 0 ? shown : undefined;
  };
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  service.on.answer = () => undefined;
  const next = await service.write();
  expect(next.exitCode).toBe(1);
  expect(next.effects).toMatchObject([
    {
      what: 'withdrawal',
      verdict: 'differs',
      evidence: expect.stringContaining('was told that there was none') as string,
    },
  ]);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'proved' });
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved', 'balance: proved']);
  expect(service.paid()).toMatchObject({ orders: 2, total: 0.5 });
});

test('what another stood under the order_id of for a while, and was refused, differs, too', async () => {
  const service = await startPaying();
  const [[, refusal] = []] = REFUSALS;
  let isOther = true;
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') return refusal;
    if (operationId !== 'getWithdrawalState' || service.writes().length === 0 || !isOther) return undefined;
    const [order_id] = service.paid().ids;
    const record = { order_id, address: 'another-address', amount: '7', memo: '', txid: '', in_chain_block: 0 };
    return { status: 200, body: { ...record, create_time: '2026-11-20T08:30:00Z' } };
  };
  for (let run = 0; run < 2; run++) expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'conflict' });
  isOther = false;
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: differs']);
});

test('what was closed by hand and is there later takes the place of a new one, too', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') return 'no answer';
    return operationId === 'getWithdrawalState' ? NOT_FOUND : undefined;
  };
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  await command([
    ...['close', '--ledger', service.ledger, '--write', '1', '--reason', 'The panel of 20 November has no such order.'],
  ]);
  service.on.answer = () => undefined;
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: differs']);
  expect(service.paid().orders).toBe(1);
});

test('where another stands under the order_id of what was refused, nothing is proved and the next run stops', async () => {
  const service = await startPaying();
  const [[, refusal] = []] = REFUSALS;
  service.on.request = ({ operationId }) => (operationId === 'withdrawAssets' ? refusal : undefined);
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: refused']);
  const { order } = service.lines().find(({ write }) => write === 1) as { order: { order_id: string } };

  service.on.request = ({ operationId }) => {
    if (operationId !== 'getWithdrawalState') return undefined;
    const record = { order_id: order.order_id, address: 'another-address', amount: '7', memo: '', txid: '' };
    return { status: 200, body: { ...record, in_chain_block: 0, create_time: '2026-11-20T08:30:00Z' } };
  };
  const next = await service.write();
  expect(next.effects).toEqual([
    {
      what: 'withdrawal',
      verdict: 'unclear',
      write: 1,
      evidence: 'getWithdrawalState has another withdrawal under its order_id',
    },
  ]);
  expect(next.exitCode).toBe(1);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'conflict' });
  expect(service.paid().orders).toBe(0);
});
