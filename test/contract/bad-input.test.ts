/** Requests that the interface forbids: each is refused with the interface's own error. */
import { type Mock, startMock } from '@wallet-operations/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withNonce } from './nonce.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const HEADERS = { 'x-api-code': 'code', 'x-checksum': 'sum' };

async function send(path: string, body?: unknown, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await fetch(withNonce(`${mock.url}/v1/svc/${path}${path.includes('?') ? '&' : '?'}t=1`), {
    headers: { ...HEADERS, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...init,
  });
  expect(response.headers.get('content-type')).toBe('application/json');
  return { status: response.status, body: await response.json() };
}

const invalid = { error_code: 112, error: 'Invalid parameter' };
const failed = (message: string) => ({ error_code: 703, error: 'Operation failed', message });
const item = { order_id: 'shop1_1', address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '1.5' };

describe('a withdrawal', () => {
  const withdraw = (fields: object) =>
    send('wallets/635743/sender/transactions', { requests: [{ ...item, ...fields }] });

  it('is accepted as it should be', async () => {
    expect((await withdraw({})).status).toBe(200);
    expect((await withdraw({ order_id: 'x'.repeat(255), block_average_fee: 100 })).status).toBe(200);
    expect((await withdraw({ manual_fee: 2000 })).status).toBe(200);
  });

  it.each<[string, object, object]>([
    ['both fees', { block_average_fee: 5, manual_fee: 40 }, invalid],
    ['an unknown field', { fee: 40 }, invalid],
    ['an amount as a number', { amount: 1.5 }, invalid],
    ['an amount like 1.5abc', { amount: '1.5abc' }, failed('invalid amount 1.5abc')],
    ['a negative amount', { amount: '-1' }, failed('invalid amount -1')],
    ['an exponent in the amount', { amount: '1e3' }, failed('invalid amount 1e3')],
    ['a line break after the amount', { amount: '1\n' }, failed('invalid amount 1\n')],
    [
      'a slash in order_id',
      { order_id: 'shop1_2026/1' },
      failed('order_id: shop1_2026/1 - the character backslash or slash is prohibited'),
    ],
    [
      'a backslash in order_id',
      { order_id: 'shop1_2026\\1' },
      failed('order_id: shop1_2026\\1 - the character backslash or slash is prohibited'),
    ],
    [
      '256 characters of order_id',
      { order_id: 'x'.repeat(256) },
      { error_code: 944, error: 'The max length of order id is 255 chars' },
    ],
    ['no order_id', { order_id: undefined }, invalid],
    ['an empty order_id', { order_id: '' }, failed('order_id:  is invalid')],
    ['block_average_fee 0', { block_average_fee: 0 }, failed('order_id: shop1_1 - invalid block_average_fee')],
    ['block_average_fee 101', { block_average_fee: 101 }, failed('order_id: shop1_1 - invalid block_average_fee')],
    ['manual_fee 0', { manual_fee: 0 }, failed('order_id: shop1_1 - invalid manual_fee')],
    ['manual_fee 2001', { manual_fee: 2001 }, failed('order_id: shop1_1 - invalid manual_fee')],
    [
      'from_address without its index',
      { from_address: item.address },
      failed('order_id: shop1_1 - from_address_index is required'),
    ],
    [
      'from_address_index without its address',
      { from_address_index: 1 },
      failed('order_id: shop1_1 - from_address is required'),
    ],
    ['contract_abi that is not hex', { contract_abi: 'mint:xyz' }, invalid],
  ])('with %s is refused', async (_, fields, body) => {
    expect(await withdraw(fields)).toEqual({ status: 400, body });
  });

  it('is refused by the name of the order that is broken, whichever of the batch it is', async () => {
    const orders = (...changes: object[]) =>
      send('wallets/635743/sender/transactions', {
        requests: changes.map((change, i) => ({ ...item, order_id: `shop1_${String(i)}`, ...change })),
      });
    expect(await orders({}, { manual_fee: 0 }, {})).toEqual({
      status: 400,
      body: failed('order_id: shop1_1 - invalid manual_fee'),
    });
    expect(await orders({}, {}, { order_id: 'shop1_0' })).toEqual({
      status: 400,
      body: { error_code: 399, error: 'Duplicated entry: shop1_0' },
    });
  });

  it.each<[string, unknown]>([
    ['an empty batch', { requests: [] }],
    ['no batch', {}],
  ])('with %s is refused as empty', async (_, body) => {
    expect(await send('wallets/635743/sender/transactions', body)).toEqual({
      status: 400,
      body: { error_code: 955, error: 'There is no content in your withdrawal request, please check your input' },
    });
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['half of a body', '{"requests":['],
    ['null', 'null'],
    ['a list', '[]'],
    ['a deep body', '['.repeat(100_000)],
    ['five megabytes', JSON.stringify({ requests: [{ ...item, message: 'x'.repeat(5_000_000) }] })],
  ])('made of %s is refused at once', async (_, body) => {
    expect(await send('wallets/635743/sender/transactions', body)).toEqual({ status: 400, body: invalid });
  });

  it('in another content type is refused', async () => {
    const headers = { ...HEADERS, 'content-type': 'text/plain' };
    expect(await send('wallets/635743/sender/transactions', { requests: [item] }, { headers })).toEqual({
      status: 400,
      body: invalid,
    });
  });
});

describe('limits', () => {
  it.each<[string, unknown, object]>([
    ['wallets/1/notifications/get_by_id', { ids: Array.from({ length: 101 }, (_, i) => i) }, invalid],
    ['wallets/1/addresses', { count: 1001 }, failed('body.count must be <= 1000')],
    ['wallets/1/sender/transactions?request_number=501', undefined, invalid],
    ['wallets/1/transactions?request_number=5001', undefined, invalid],
    ['wallets/1/addresses?request_number=5001', undefined, invalid],
    ['wallets/1/sender/whitelist?request_number=2001', undefined, invalid],
    ['wallets/readonly/walletlist/balances?request_number=101', undefined, invalid],
    ['wallets/1/transactions?state=7', undefined, invalid],
    ['wallets/1/sender/whitelist?state=0', undefined, invalid],
    [
      'wallets/1/sender/whitelist',
      { items: [{ address: 'a', user_id: 'x'.repeat(256) }] },
      failed(`invalid user id: ${'x'.repeat(256)}`),
    ],
    ['wallets/1/receiver/get-balances', { addresses: ['a'], address: ['a'] }, invalid],
    ['wallets/1/receiver/get-balances', {}, invalid],
    ['wallets/1/sender/transactions/eventlog', undefined, invalid],
  ])('%s beyond the limit is refused', async (path, body, expected) => {
    expect(await send(path, body)).toEqual({ status: 400, body: expected });
  });

  it.each<[string, unknown]>([
    ['wallets/1/notifications/get_by_id', { ids: Array.from({ length: 100 }, (_, i) => i) }],
    ['wallets/1/addresses', { count: 1000 }],
    ['wallets/1/sender/transactions?request_number=500', undefined],
    ['wallets/1/transactions?request_number=5000', undefined],
    ['wallets/1/addresses?request_number=5000', undefined],
    ['wallets/1/sender/whitelist?request_number=2000', undefined],
    ['wallets/readonly/walletlist/balances?request_number=100', undefined],
    ['wallets/1/receiver/get-balances', { addresses: Array.from({ length: 11 }, (_, i) => `a${String(i)}`) }],
  ])('%s at the limit is taken', async (path, body) => {
    expect((await send(path, body)).status).toBe(200);
  });
});

describe('new addresses', () => {
  it('with more or fewer memos than count are refused', async () => {
    const mismatch = { status: 403, body: invalid };
    expect(await send('wallets/1/addresses', { count: 2, memos: ['1'] })).toEqual(mismatch);
    expect(await send('wallets/1/addresses', { count: 1, memos: ['1', '2'] })).toEqual(mismatch);
    expect((await send('wallets/1/addresses', { count: 2, memos: ['1', '2'] })).status).toBe(200);
  });

  it('in a body that is no JSON are refused with what the parser says', async () => {
    expect(await send('wallets/1/addresses', '{"count":')).toEqual({
      status: 400,
      body: failed('Unexpected end of JSON input'),
    });
  });
});

describe('integers', () => {
  it.each(['1e3', '0x1F', '1.0', '+1', '%201', '9223372036854775808', 'true'])(
    'as %s are no wallet ID and no time',
    async (text) => {
      expect(await send(`wallets/${text}/vault/balance`)).toEqual({
        status: 403,
        body: { error: 'Forbidden. Invalid wallet ID' },
      });
      expect(await send(`wallets/1/sender/transactions?from_time=${text}`)).toEqual({ status: 400, body: invalid });
    },
  );

  it.each([
    ['9223372036854775807', 200],
    ['-9223372036854775808', 200],
    ['9223372036854775808', 400],
    ['-9223372036854775809', 400],
    ['9007199254740993.5', 400],
  ])('of 64 bits are taken to the last one and no further: %s', async (id, status) => {
    expect((await send('wallets/1/notifications/get_by_id', `{"ids":[${id}]}`)).status).toBe(status);
  });

  it('that end a time span before it begins are refused', async () => {
    expect(await send('wallets/1/sender/transactions?from_time=2&to_time=1')).toEqual({ status: 400, body: invalid });
    expect((await send('wallets/1/sender/transactions?from_time=2&to_time=2')).status).toBe(200);
  });
});

describe('what no operation answers', () => {
  it('a wallet ID that is no integer is forbidden', async () => {
    expect(await send('wallets/abc/vault/balance')).toEqual({
      status: 403,
      body: { error: 'Forbidden. Invalid wallet ID' },
    });
  });

  it.each(['nowhere', 'wallets/1/%zz', 'wallets//addresses'])('an unknown path, %s, is not found', async (path) => {
    expect((await send(path)).status).toBe(404);
  });

  it('a wrong method is not allowed', async () => {
    expect((await send('wallets/1/addresses', undefined, { method: 'DELETE', headers: HEADERS })).status).toBe(405);
  });
});
