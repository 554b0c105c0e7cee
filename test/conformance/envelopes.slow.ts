/** Envelopes that the interface does not show: which of several fields has the records, and which their number. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command, conform, differencesIn, FILES, filesIn, resultsIn, type Result } from './harness.ts';
import { changedVariant, type Change } from './variants/behind.ts';
import { recordsOf, type Fields } from './variants/changes.ts';

/** Gives the successes of an operation another envelope. */
const enveloped = (operationId: string, envelope: (body: Fields) => Fields): Change => ({
  answer: (answer, request) =>
    request.operationId === operationId && answer.status === 200
      ? { ...answer, body: envelope(answer.body as Fields) }
      : undefined,
});

async function against(change: Change): Promise<Result> {
  const running = await changedVariant(change);
  onTestFinished(running.close);
  return conform(running);
}

const BALANCES = 'wallet-balance-envelope';
const PRICES = 'price-envelope';

test.each<[string, string, string, unknown, (body: Fields) => Fields]>([
  [
    'code',
    'listWalletBalances',
    BALANCES,
    { total: 'total', records: 'wallet_balances' },
    (body) => ({ code: 0, ...body }),
  ],
  [
    'start_index',
    'listWalletBalances',
    BALANCES,
    { total: 'total', records: 'wallet_balances' },
    (body) => ({ start_index: 0, ...body }),
  ],
  [
    'count',
    'listWalletBalances',
    BALANCES,
    { total: 'total', records: 'wallet_balances' },
    (body) => ({ count: recordsOf(body, 'wallet_balances').length, ...body }),
  ],
  [
    'notes',
    'listWalletBalances',
    BALANCES,
    { total: 'total', records: 'wallet_balances' },
    (body) => ({ notes: [{ message: 'maintenance' }, { message: 'soon' }], ...body }),
  ],
  ['errors', 'getCurrencyPrices', PRICES, { records: 'currency_prices' }, (body) => ({ errors: [], ...body })],
])(
  '%s before what %s answers is one field more, and its envelope the document’s',
  async (field, operationId, ...rest) => {
    const [point, value, envelope] = rest;
    const result = await against(enveloped(operationId, envelope));
    expect(result.report.points[point]).toMatchObject({ verdict: 'confirmed', value });
    const found = differencesIn(result);
    expect(found.map((line) => line.split(': ')[0])).toEqual([`${operationId} field ${field}`]);

    const folder = mkdtempSync(join(tmpdir(), 'answered-'));
    const answers = join(result.folder, FILES.answers);
    await command([
      'replay',
      join(result.folder, FILES.transcript),
      '--overlay',
      answers,
      ...filesIn(folder, ['json']),
    ]);
    expect(differencesIn(resultsIn(folder))).toEqual(found);
  },
);

test('envelopes of other names are found beside what else is there', async () => {
  const result = await against(
    enveloped('listWalletBalances', ({ total, wallet_balances }) => ({
      ...{ code: 0, count: recordsOf(wallet_balances).length, errors: [], total_count: total, items: wallet_balances },
    })),
  );
  const value = { total: 'total_count', records: 'items' };
  expect(result.report.points[BALANCES]).toMatchObject({ verdict: 'contradicted', value });
});

test('where several fields fit, none is written down, and all of them are named', async () => {
  const result = await against(
    enveloped('listWalletBalances', ({ total, wallet_balances }) => ({
      ...{ count: total, total_count: total, items: wallet_balances, records: wallet_balances },
    })),
  );
  expect(result.report.points[BALANCES]).toMatchObject({
    verdict: 'contradicted',
    evidence: 'the total may be count or total_count, and the records items or records, and nothing tells which',
  });
  expect(result.report.points[BALANCES]).not.toHaveProperty('value');
  expect(result.read('answers')).not.toContain(BALANCES);
});

test('where none fits, none is written down, and all that is there is named', async () => {
  const result = await against(enveloped('listWalletBalances', (body) => ({ code: 0, data: body })));
  expect(result.report.points[BALANCES]).toMatchObject({
    verdict: 'contradicted',
    evidence: 'the answer has code, data',
  });
  expect(result.read('answers')).not.toContain(BALANCES);
});
