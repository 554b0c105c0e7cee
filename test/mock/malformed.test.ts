/** What two parsers could read differently is refused, whatever it would mean: a signature is over bytes. */
import { type Mock, startMock } from '@wallet-operations/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

interface Given {
  readonly status: number;
  readonly body: unknown;
  readonly violations: { path: string[]; code: string; message: string }[];
}

async function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
): Promise<Given> {
  const headers = { 'x-api-code': 'code', 'x-checksum': 'sum', 'content-type': 'application/json', ...more };
  const response = await fetch(`${mock.url}/v1/svc/${path}?t=1`, { method: 'POST', headers, body });
  const violations = JSON.parse(response.headers.get('x-mock-violations') ?? '[]') as Given['violations'];
  return { status: response.status, body: await response.json(), violations };
}

const WITHDRAW = 'wallets/1/sender/transactions';
const order = (fields: string): string => `{"requests":[{"order_id":"a","address":"0x1","amount":"1"${fields}}]}`;
const MALFORMED = { error_code: 112, error: 'Invalid parameter' };

describe('a body is malformed', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['half of a surrogate pair in a value', order(String.raw`,"memo":"\ud800"`), 'surrogate'],
    ['half of a surrogate pair in a key', order(String.raw`,"\uDFFF":1`), 'surrogate'],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from(order(',"memo":"')), Buffer.from([0xff]), Buffer.from('"')]),
      'encoding',
    ],
    ['a key that stands twice', order(',"memo":"a","memo":"a"'), 'key'],
    ['a key that stands twice, spelled in two ways', order(String.raw`,"memo":"a","m\u0065mo":"b"`), 'key'],
    ['a key that stands twice in what a later one replaces', `{"requests":[{"a":1,"a":1}],"requests":[]}`, 'key'],
    ['a byte order mark', `\ufeff${order('')}`, 'json'],
    ['ten million brackets in a string that has no end', `{"a":"${'['.repeat(3_000_000)}`, 'json'],
    ['millions of brackets', '['.repeat(3_000_000), 'depth'],
  ])('with %s', async (_, body, code) => {
    const { status, body: answer, violations } = await post(WITHDRAW, body);
    expect([status, answer]).toEqual([400, MALFORMED]);
    expect(violations).toMatchObject([{ path: ['body'], code }]);
  });

  it('but not for what only looks so', async () => {
    const memo = String.raw`\ud83d\ude00 {\"memo\":1,\"memo\":2} \\ud800 ${'['.repeat(100)}`;
    expect((await post(WITHDRAW, order(`,"memo":"${memo}","message":"memo"`))).status).toBe(200);
  });
});

describe('an integer', () => {
  it.each([
    ['9223372036854775807.0', 200],
    ['-9223372036854775808.00', 200],
    ['9223372036854775808.0', 400],
    ['9007199254740993.5', 400],
    ['1.00000000000000000000001', 400],
    ['1.0', 200],
    ['1e2', 200],
  ])('%s gets %i', async (literal, status) => {
    expect((await post('wallets/1/notifications/get_by_id', `{"ids":[${literal}]}`)).status).toBe(status);
  });
});

describe('a wallet ID that is none', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a body that cannot be parsed', '{', {}],
    ['no credentials', order(''), { 'x-api-code': '', 'x-checksum': '' }],
    ['another content type', order(''), { 'content-type': 'text/plain' }],
  ])('is refused before %s', async (_, body, headers) => {
    const { status, body: answer } = await post('wallets/abc/sender/transactions', body, headers);
    expect([status, answer]).toEqual([403, { error: 'Forbidden. Invalid wallet ID' }]);
  });
});

describe('what is wrong is told in whole JSON', () => {
  it('in characters that a header cannot hold', async () => {
    const { violations } = await post(WITHDRAW, order(',"é☃":1'));
    expect(violations).toMatchObject([{ path: ['body', 'requests', '0', 'é☃'], message: 'is not declared' }]);
  });

  it('of half a million items, and soon', async () => {
    const { status, violations } = await post(WITHDRAW, `{"requests":[${Array(500_000).fill('1').join(',')}]}`);
    expect(status).toBe(400);
    expect(violations[0]).toMatchObject({ path: ['body', 'requests', '0'] });
  }, 5_000);

  it.each(['0', '{}', '{"amount":[]}'])(
    'of a quarter of a million bytes of %s, and soon, and counted',
    async (item) => {
      const items = Array(Math.floor(250_000 / (item.length + 1)))
        .fill(item)
        .join(',');
      const { status, violations } = await post(WITHDRAW, `{"requests":[${items}]}`);
      expect(status).toBe(400);
      expect(violations.at(-1)).toMatchObject({ code: 'more' });
    },
    5_000,
  );

  it('of more than fits into a header, counted', async () => {
    const { violations } = await post(WITHDRAW, `{"requests":[${Array(90).fill('1').join(',')}]}`);
    expect(violations.length).toBeGreaterThan(10);
    expect(violations.at(-1)).toMatchObject({ path: [], code: 'more' });
  });

  it('of a name that does not fit itself', async () => {
    const { violations } = await post(WITHDRAW, order(`,"${'é'.repeat(5_000)}":1`));
    expect(violations).toEqual([{ path: [], code: 'more', message: '1 more do not fit in here' }]);
  });
});
