/** What the proxy finds: each way in which a request or an answer can break the document. */
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, findings, JSON_TYPE, setUp } from './kit.ts';
import { answerOf } from './upstream.ts';

describe('an exchange as documented', () => {
  it('is fine, an error too', async () => {
    expect(await findings({})).toEqual([]);
    expect(await findings({ error: 'Forbidden. Call too frequently (12 calls/minute)' }, 403)).toEqual([]);
    expect(await findings({ error_code: 385, error: 'API Secret not valid' }, 403)).toEqual([]);
  });
});

describe('an answer', () => {
  it.each<[string, object | string, number, string]>([
    ['has an undeclared field', { surprise: 1 }, 200, 'body.surprise is not declared'],
    ['lacks a field', { balance: undefined }, 200, "body must have required property 'balance'"],
    ['has a field of another type', { balance: 1 }, 200, 'body.balance must be string'],
    ['has an integer beyond 64 bits', '9223372036854775808', 200, 'body.currency must match format "int64"'],
    ['has an undocumented status', {}, 418, 'status 418 is not documented'],
    ['is not JSON', '<html>', 200, 'body is not JSON'],
    ['is empty', '', 200, 'body Unexpected end of JSON input'],
    [
      'is an error with another number',
      { error_code: 999, error: 'API Secret not valid' },
      403,
      'body.error with another error_code is no documented error here',
    ],
    [
      'is an error with a number of another error',
      { error_code: 385, error: 'Go away' },
      403,
      'body.error with error_code 385 is no documented error here',
    ],
    [
      'is an error with another text',
      { error: 'Go away' },
      403,
      'body.error with no error_code is no documented error here',
    ],
  ])('that %s is reported', async (_, fields, status, finding) => {
    const integer = typeof fields === 'string' && /^\d+$/.test(fields);
    const found = await findings(integer ? balanceWith(fields) : fields, status);
    expect(found).toEqual([`response ${finding}`]);
  });

  it('with an integer within 64 bits is fine to its last digit', async () => {
    expect(await findings(balanceWith('9223372036854775807'))).toEqual([]);
    expect(await findings(balanceWith('-9223372036854775808'))).toEqual([]);
    expect(await findings(balanceWith('-9223372036854775809'))).toHaveLength(1);
  });

  it('of another content type is reported', async () => {
    const { proxy, checked } = await setUp(answerOf(200, '{}', 'Content-Type: text/html'));
    await fetch(`${proxy.url}/v1/svc/wallets/1/vault/balance?t=1`, { headers: CREDENTIALS });
    expect((await checked()).problems).toMatchObject([
      { in: 'response', path: ['content-type'], message: 'must be application/json, not text/html' },
    ]);
  });

  it('may hold what it likes in a field that is free', async () => {
    const callback = {
      type: 1,
      serial: 1,
      order_id: '',
      currency: 'ETH',
      txid: '',
      block_height: 1,
      tindex: 0,
      vout_index: 0,
      amount: '1',
      fees: '1',
      memo: '',
      broadcast_at: 0,
      chain_at: 0,
      from_address: '',
      to_address: '',
      wallet_id: 1,
      state: 3,
      confirm_blocks: 1,
      processing_state: 2,
      addon: { anything: { at: ['all'] } },
    };
    for (const [change, found] of [
      [{}, []],
      [{ extra: 1 }, ['body.notifications.[].extra']],
    ] as const) {
      const body = JSON.stringify({ notifications: [{ ...callback, ...change }] });
      const { proxy, checked } = await setUp(answerOf(200, body, JSON_TYPE));
      await fetch(`${proxy.url}/v1/svc/wallets/1/notifications?t=1`, { headers: CREDENTIALS });
      expect((await checked()).problems.map(({ path }) => path.join('.'))).toEqual(found);
    }
  });
});

const balanceWith = (currency: string): string =>
  `{"currency":${currency},"wallet_address":"0x1","token_address":"","balance":"1","token_balance":"","unconfirm_balance":"0","unconfirm_token_balance":""}`;

describe('a request', () => {
  it.each<[string, string, Record<string, string>, string[]]>([
    ['an undeclared parameter', 't=1&r=2', CREDENTIALS, ['query.{} is not declared']],
    ['no t', '', CREDENTIALS, ['query.t is missing']],
    ['no credentials', 't=1', {}, ['header.X-API-CODE is missing', 'header.X-CHECKSUM is missing']],
  ])('with %s is reported', async (_, query, headers, expected) => {
    expect(await findings({}, 200, query, headers)).toEqual(expected.map((finding) => `request ${finding}`));
  });

  it.each<[string, string, string | undefined, string[]]>([
    ['GET', '/v1/svc/wallets/abc/vault/balance?t=1', undefined, ['path.WALLET_ID must be integer']],
    ['GET', '/v1/svc/nowhere?t=1', undefined, ['path no operation answers GET here']],
    ['DELETE', '/v1/svc/wallets/1/addresses?t=1', undefined, ['path no operation answers DELETE here']],
    ['POST', '/v1/svc/wallets/1/addresses?t=1', '{"count":2,"cuont":2}', ['body.{} is not declared']],
    [
      'POST',
      '/v1/svc/wallets/1/addresses?t=1',
      '{"count":2,"memos":["1"]}',
      ['body.memos must have as many items as count says'],
    ],
    ['POST', '/v1/svc/wallets/1/addresses?t=1', '{"count":', ['body Unexpected end of JSON input']],
    [
      'POST',
      '/v1/svc/wallets/1/notifications/get_by_id?t=1',
      '{"ids":[9223372036854775808]}',
      ['body.ids.[] must match format "int64"'],
    ],
    ['POST', '/v1/svc/wallets/1/notifications/get_by_id?t=1', '{"ids":[9223372036854775807]}', []],
  ])('is held against the document: %s %s %s', async (method, path, body, expected) => {
    const { proxy, checked } = await setUp(answerOf(404, '{"error_code":304,"error":"Wallet ID invalid"}', JSON_TYPE));
    const headers = { ...CREDENTIALS, ...(body !== undefined && { 'content-type': 'application/json' }) };
    await fetch(proxy.url + path, { method, headers, ...(body !== undefined && { body }) });
    const { problems } = await checked();
    expect(problems.map((problem) => `${problem.path.join('.')} ${problem.message}`)).toEqual(expected);
  });
});

describe('the report', () => {
  it('counts by operation, and one kind of breach once', async () => {
    const { proxy, checked } = await setUp(answerOf(200, '{"total":1,"wallets":[{},{}]}', JSON_TYPE));
    for (let i = 0; i < 3; i++) {
      await fetch(`${proxy.url}/v1/svc/wallets/readonly/walletlist?t=1`, { headers: CREDENTIALS });
      await checked();
    }
    const { ok, requests, operations } = proxy.report();
    expect([ok, requests, operations.length]).toEqual([false, 3, 1]);
    expect(operations[0]).toMatchObject({ operationId: 'listWallets', requests: 3, statuses: { 200: 3 } });
    const missing = operations[0]?.problems.find(({ message }) => message.includes("'wallet_id'"));
    expect(missing).toMatchObject({ in: 'response', status: 200, path: ['body', 'wallets', '[]'], count: 6 });
  });

  it('holds neither credentials nor values', async () => {
    const { proxy, checked } = await setUp(
      answerOf(200, '{"valid":{"api_code":"SECRET","exp":"SECRET"},"inactivated":"SECRET"}', JSON_TYPE),
    );
    await fetch(`${proxy.url}/v1/svc/wallets/1/apisecret?t=SECRET&x=SECRET`, {
      headers: { 'x-api-code': 'SECRET', 'x-checksum': 'SECRET' },
    });
    const entry = await checked();
    expect(entry.problems.length).toBeGreaterThan(1);
    expect(JSON.stringify([entry, proxy.report()])).not.toContain('SECRET');
  });
});
