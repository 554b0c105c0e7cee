/** An error is the row that its message says: no other counts as seen, and a message that no row has is a finding. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operationsOf } from '@wallet-operations/validator';
import { expect, it } from 'vitest';
import { createCoverage } from '../../../packages/mock/src/proxy/coverage.ts';
import { CREDENTIALS, JSON_TYPE, setUp } from './kit.ts';
import { answerOf } from './upstream.ts';

/** What is found, and which rows count as seen, where the error 703 comes with a message. */
async function seenBy(path: string, body: object, message: string | undefined): Promise<[string[], string[]]> {
  const answer = JSON.stringify({ error_code: 703, error: 'Operation failed', message });
  const { proxy, checked } = await setUp(answerOf(400, answer, JSON_TYPE));
  const before = proxy.report().coverage.missing;
  const headers = { ...CREDENTIALS, 'content-type': 'application/json' };
  await fetch(`${proxy.url}/v1/svc/wallets/1/${path}?t=1`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { problems } = await checked();
  const missing = new Set(proxy.report().coverage.missing.map((each) => JSON.stringify(each)));
  const seen = before.filter((each) => !missing.has(JSON.stringify(each)));
  return [
    problems.map((each) => `${each.kind} ${each.path.join('.')} ${each.message}`),
    seen.map(({ row }) => String(row)),
  ];
}

const CHECK = ['sender/whitelist/check', { address: '0x1' }] as const;
const WITHDRAW = ['sender/transactions', { requests: [{ order_id: 'a', address: '0x1', amount: '1' }] }] as const;
const none = (which: string): string => `undocumented body.message with ${which} is no documented error here`;

it.each([
  ['a message of no row', CHECK, 'wallet is frozen by compliance', [none('this message')], []],
  ['an empty message', CHECK, '', [none('this message')], []],
  ['no message, where all rows have one', CHECK, undefined, [none('no message')], []],
  ['no message, where one row leaves it open', WITHDRAW, undefined, [none('no message')], []],
  ['the message of a row', CHECK, 'not found', [], ['whitelist_entry_not_found']],
  [
    'the message of two rows, one of which says more of it',
    WITHDRAW,
    'invalid amount decimals 0.12',
    [],
    ['invalid_amount_decimals'],
  ],
  [
    'any message, where one row leaves it open',
    WITHDRAW,
    'wallet is frozen',
    [],
    ['authentication_callback_unreachable'],
  ],
] as const)('%s', async (_, [path, body], message, found, rows) => {
  expect(await seenBy(path, body, message)).toEqual([found, rows]);
});

it('an answer that nothing tells apart from several rows counts as none of them', () => {
  const coverage = createCoverage(operationsOf(bundled));
  const rows = ['invalid_address', 'invalid_user_id'];
  const answer = {
    operationId: 'checkWhitelistEntry',
    status: 400,
    method: 'POST',
    path: '',
    problems: [],
    complete: true,
  };
  coverage.add({ ...answer, rows });
  expect(coverage.report().seen).toBe(0);
  coverage.add({ ...answer, rows: rows.slice(1) });
  expect(coverage.report().seen).toBe(1);
});
