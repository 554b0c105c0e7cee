/** Equal breaches are one row with its true count, however many there are and wherever they stand. */
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, JSON_TYPE, setUp } from './kit.ts';
import { answerOf } from './upstream.ts';

const WALLETS = '/v1/svc/wallets/readonly/walletlist?t=1';
const withdrawal = JSON.stringify({ requests: [{ order_id: 'shop1_1', address: '0x1', amount: '1' }] });

describe('equal breaches', () => {
  it('under the keys of a map are one, though each answer has another key', async () => {
    const { proxy, upstream, checked } = await setUp('');
    const path = '/v1/svc/wallets/1/sender/transactions?t=1';
    const headers = { ...CREDENTIALS, 'content-type': 'application/json' };
    for (let i = 0; i < 130; i++) {
      upstream.answer = answerOf(200, JSON.stringify({ results: { [`shop1_${String(i)}`]: 'none' } }), JSON_TYPE);
      await fetch(proxy.url + path, { method: 'POST', headers, body: withdrawal });
      await checked();
    }
    expect(proxy.report().operations[0]?.problems).toMatchObject([
      { path: ['body', 'results', '{}'], message: 'must be integer', count: 130 },
    ]);
  });

  it('within one answer are one, beyond the hundred that others are told', async () => {
    const wallets = JSON.stringify({ total: 1, wallets: Array.from({ length: 1300 }, () => 1) });
    const { proxy, checked } = await setUp(answerOf(200, wallets, JSON_TYPE));
    await fetch(proxy.url + WALLETS, { headers: CREDENTIALS });
    await checked();
    expect(proxy.report().operations[0]?.problems).toMatchObject([{ path: ['body', 'wallets', '[]'], count: 1300 }]);
  });
});

it('breaches of more than a hundred sorts are counted as others, by kind and under nobody else’s name', async () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const fields = letters.flatMap((a) => letters.slice(0, 5).map((b) => [`${a}_${b}`, 1])); // 130 that are not declared
  const body = JSON.stringify({ total: 1, wallets: [], ...Object.fromEntries(fields) });
  const { proxy, checked } = await setUp(answerOf(200, body, JSON_TYPE));
  await fetch(proxy.url + WALLETS, { headers: CREDENTIALS });
  await checked();
  const problems = proxy.report().operations[0]?.problems ?? [];
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toMatchObject({ path: [], kind: 'undocumented', code: 'others', count: 30 });
  expect(proxy.report().problems).toBe(130);
});
