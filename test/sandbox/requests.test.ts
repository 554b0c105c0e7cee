/** The log of requests: what came, why it was answered as it was, and what became of its orders. */
import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { LogEntry, RequestDetails, RequestEntry, SandboxOptions } from '@wallet-operations/sandbox';
import { ADDRESS, createLab, ETH, ORDER, START, type Lab } from './lab.ts';
import { rawRequest } from './raw.ts';
import { startReceiver } from './receiver.ts';

async function open(options?: SandboxOptions): Promise<Lab> {
  const lab = await createLab(options);
  onTestFinished(lab.close);
  return lab;
}

const look = async (lab: Lab, path: string, headers: Record<string, string> = {}): Promise<[number, unknown]> => {
  const response = await fetch(`${lab.sandbox.url}/_sandbox/${path}`, { headers });
  return [response.status, await response.json()];
};

it('tells of what was carried out and of what was refused, with row and reason, the latest first', async () => {
  const lines: LogEntry[] = [];
  const lab = await open({ log: (entry) => lines.push(entry) });
  const { wallet, walletId } = await lab.createWallet(ETH);
  await wallet.withdrawAssets({ requests: [ORDER] });
  await expect(wallet.withdrawAssets({ requests: [ORDER] })).rejects.toThrow();
  await expect(wallet.listWithdrawalHistory({ request_number: 501 })).rejects.toThrow();
  await fetch(`${lab.sandbox.url}/v1/svc/nowhere`);
  const path = `/v1/svc/wallets/${String(walletId)}/sender/transactions`;
  const common = { at: START, callbacks: [], milliseconds: expect.any(Number) as number };
  const withdrawal = { ...common, method: 'POST', path, operationId: 'withdrawAssets', walletId: String(walletId) };
  const expected = [
    {
      ...common,
      ...{ number: 4, method: 'GET', path: '/v1/svc/nowhere', query: '', status: 404, orderIds: [] },
      why: 'No operation at /v1/svc/nowhere',
    },
    {
      ...common,
      ...{
        number: 3,
        method: 'GET',
        path: expect.stringContaining(String(walletId)) as string,
        query: expect.any(String) as string,
      },
      ...{ operationId: 'listWithdrawalHistory', walletId: String(walletId), status: 400, orderIds: [] },
      ...{ reason: 'invalid_time', why: 'query.request_number must be <= 500' },
    },
    {
      ...withdrawal,
      ...{ number: 2, query: expect.stringContaining('t=') as string, status: 400, orderIds: ['shop1_1'] },
      ...{ reason: 'duplicated_entry', why: expect.any(String) as string },
    },
    {
      ...withdrawal,
      number: 1,
      query: expect.stringContaining('t=') as string,
      status: 200,
      why: '',
      orderIds: ['shop1_1'],
    },
  ];
  expect(lab.sandbox.requests()).toEqual(expected);
  expect(await look(lab, 'requests')).toEqual([200, expected]);
  // the terminal has the same numbers; control has none
  expect(lines.slice(0, 4).map(({ number, status }) => [number, status])).toEqual([
    [1, 200],
    [2, 400],
    [3, 400],
    [4, 404],
  ]);
  expect(lines[4]?.number).toBeUndefined();
});

it('shows what is sent under a name that only looks like a secret', async () => {
  const lab = await open();
  const { walletId, apiCode } = await lab.createWallet(ETH);
  const path = `/v1/svc/wallets/${String(walletId)}`;
  const headers = { 'content-type': 'application/json', 'x-api-code': apiCode, 'x-checksum': '00' };
  const t = `t=${String(Math.floor(START / 1000))}&token_id=5`;
  await fetch(`${lab.sandbox.url}${path}/apisecret?${t}`, { headers });
  const message = 'refund, token=USDT; see https://shop.test/?access_token=a&secret=b ?token=c';
  const body = JSON.stringify({ requests: [{ token_id: '7', message, ...ORDER }] });
  await fetch(`${lab.sandbox.url}${path}/sender/transactions?${t}`, { method: 'POST', headers, body });
  const [order, status] = lab.sandbox.requests();
  expect(status?.query).toBe(t);
  expect(order?.toSign).toBe(`${t}&${body}&secret=***`);
  expect(order?.why).toContain(body);
  expect(lab.sandbox.request(order?.number ?? 0).body).toBe(body);
});

it('tells the text to sign as it is, whatever its query has for a name', async () => {
  const lab = await open();
  const access = await lab.createWallet(ETH);
  const path = `/v1/svc/wallets/${String(access.walletId)}/apisecret`;
  const query = `t=${String(Math.floor(START / 1000))}&access_token=abc&api_secret=def`;
  const ask = (text: string): Promise<Response> =>
    fetch(`${lab.sandbox.url}${path}?${query}`, {
      headers: { 'x-api-code': access.apiCode, 'x-checksum': createHash('sha256').update(text).digest('hex') },
    });
  await ask('something else');
  const [entry] = lab.sandbox.requests();
  expect(entry?.query).toBe(query.replace('abc', '***').replace('def', '***'));
  await ask(entry?.toSign?.replace(/\*\*\*$/, access.secret) ?? '');
  expect(lab.sandbox.requests()[0]?.reason).not.toBe('checksum_unmatch');
});

it('says of a wrong checksum what should have been signed', async () => {
  const lab = await open();
  const { walletId, apiCode, secret } = await lab.createWallet(ETH);
  const send = await rawRequest(lab, {
    operationId: 'withdrawAssets',
    access: { walletId, apiCode, secret: 'another' },
    body: { requests: [ORDER] },
  });
  await send();
  const [entry] = lab.sandbox.requests();
  expect(entry).toMatchObject({ reason: 'checksum_unmatch', status: 403, orderIds: ['shop1_1'] });
  const text = entry?.toSign?.replace(/\*\*\*$/, secret) ?? '';
  expect(text).not.toBe(entry?.toSign);
  // signed so, it is taken
  const t = String(Math.floor(START / 1000));
  const response = await fetch(`${lab.sandbox.url}${entry?.path ?? ''}?${entry?.query ?? ''}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-code': apiCode,
      'x-checksum': createHash('sha256').update(text).digest('hex'),
    },
    body: JSON.stringify({ requests: [ORDER] }),
  });
  expect([response.status, entry?.query]).toEqual([200, expect.stringContaining(`t=${t}`)]);
});

it('leads from a withdrawal to the callbacks of its orders, as soon as there are some', async () => {
  const lab = await open();
  const receiver = await startReceiver(() => Promise.resolve(new Response(null, { status: 200 })));
  onTestFinished(receiver.close);
  const { wallet } = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  await wallet.withdrawAssets({ requests: [ORDER] });
  await wallet.withdrawAssets({ requests: ['a', 'b'].map((name) => ({ ...ORDER, order_id: `shop1_${name}` })) });
  expect(lab.sandbox.requests().map(({ callbacks }) => callbacks)).toEqual([[], []]);
  await lab.control.mine();
  const serialOf = (orderId: string): string =>
    String(receiver.deliveries.find(({ told }) => told.order_id === orderId)?.told.serial);
  expect(lab.sandbox.requests().map(({ orderIds, callbacks }) => [orderIds, callbacks])).toEqual([
    [
      ['shop1_a', 'shop1_b'],
      [serialOf('shop1_a'), serialOf('shop1_b')],
    ],
    [['shop1_1'], [serialOf('shop1_1')]],
  ]);
});

it('finds by wallet, operation, status, row and order, and refuses what it does not know', async () => {
  const lab = await open();
  const [one, other] = [await lab.createWallet(ETH), await lab.createWallet({ ...ETH, prefix: 'shop2_' })];
  await one.wallet.withdrawAssets({ requests: [ORDER] });
  await other.wallet.getApiCodeStatus();
  await expect(one.wallet.getWithdrawalState({ ORDER_ID: 'shop1_9' })).rejects.toThrow();
  const numbers = async (query: string): Promise<unknown> => {
    const [status, body] = await look(lab, `requests?${query}`);
    return status === 200 ? (body as RequestEntry[]).map(({ number }) => number) : body;
  };
  expect(await numbers(`wallet=${String(one.walletId)}`)).toEqual([3, 1]);
  expect(await numbers('operation=getApiCodeStatus')).toEqual([2]);
  expect(await numbers('status=404')).toEqual([3]);
  expect(await numbers('reason=not_found')).toEqual([3]);
  expect(await numbers('order=shop1_1')).toEqual([1]);
  expect(await numbers(`wallet=${String(one.walletId)}&status=200`)).toEqual([1]);
  expect(await numbers('latest=2')).toEqual([3, 2]);
  expect(lab.sandbox.requests({ walletId: other.walletId, latest: 5 }).map(({ number }) => number)).toEqual([2]);
  for (const [query, said] of [
    ['latest=0', 'The parameter latest is a number from 1 to 1000, not 0.'],
    ['latest=1001', 'not 1001'],
    ['operation=nope', 'withdrawAssets'],
    ['walet=1', 'There is no parameter walet. There are: wallet, operation, status, reason, order, latest.'],
  ] as const)
    expect(await numbers(query)).toEqual({ error: expect.stringContaining(said) as string });
  expect(await look(lab, 'requests/4')).toEqual([404, { error: 'There is no request 4: the log has 1 to 3.' }]);
});

it('gives one with headers and body, and shows no secret anywhere', async () => {
  const lab = await open({ controlToken: 'let-me-in' });
  const { walletId, apiCode, secret } = await lab.createWallet(ETH);
  const path = `/v1/svc/wallets/${String(walletId)}/sender/transactions?t=1&secret=${secret}&x=${secret}`;
  const body = JSON.stringify({ requests: [{ ...ORDER, order_id: `shop1_${secret}`, memo: 'let-me-in' }] });
  const headers = {
    'content-type': 'application/json',
    'x-api-code': apiCode,
    'x-checksum': secret,
    'x-own-secret': 'wrong one',
    authorization: 'Bearer let-me-in',
    cookie: 'a=b',
  };
  await fetch(lab.sandbox.url + path, { method: 'POST', headers, body });
  const asked = { authorization: 'Bearer let-me-in' };
  const [status, details] = (await look(lab, 'requests/1', asked)) as [number, RequestDetails];
  expect(status).toBe(200);
  expect(details).toEqual(lab.sandbox.request(1));
  expect(details.body).toBe(body.replace(secret, '***').replace('let-me-in', '***'));
  expect(details.bodyLength).toBe(body.length);
  expect(details.answer).toContain('Forbidden');
  expect(details.headers).toMatchObject({
    ...{ 'x-api-code': apiCode, 'x-checksum': '***', 'x-own-secret': '***', authorization: '***', cookie: '***' },
    'content-type': 'application/json',
  });
  const all = JSON.stringify([details, await look(lab, 'requests', asked)]);
  for (const hidden of [secret, 'let-me-in', 'wrong one']) expect(all).not.toContain(hidden);
  expect((await look(lab, 'requests'))[0]).toBe(401);
});

it.each([
  ['letters of three bytes', () => '€'],
  ['other secrets', (secret: string) => `${secret} `],
  ['letters of one byte', () => 'x '],
])('shows no part of a secret through which the end of what is kept goes, after %s', async (_, fillerOf) => {
  const lab = await open();
  const { walletId, apiCode, secret } = await lab.createWallet(ETH);
  const { secret: other } = await lab.createWallet({ ...ETH, prefix: 'shop2_' });
  const filler = fillerOf(other);
  const path = `/v1/svc/wallets/${String(walletId)}/sender/transactions?t=1`;
  for (const inside of [1, secret.length - 1]) {
    // the end lies by characters where the log says that it is, and lay by bytes once
    for (const [length, sizeOf] of [
      [16_384, (text: string) => text.length],
      [16_384 + 200, (text: string) => Buffer.byteLength(text)],
    ] as const) {
      const before = filler.repeat(Math.floor((length - inside) / sizeOf(filler)));
      const body = before + ' '.repeat(length - inside - sizeOf(before)) + secret + filler.repeat(20_000);
      const headers = { 'content-type': 'application/json', 'x-api-code': apiCode, 'x-checksum': '00' };
      await fetch(lab.sandbox.url + path, { method: 'POST', headers, body });
      const kept = lab.sandbox.request(lab.sandbox.requests()[0]?.number ?? 0).body;
      for (let size = 4; size <= secret.length; size++) expect(kept).not.toContain(secret.slice(0, size));
    }
  }
});

it('keeps the latest thousand, of each as much as it says, and nothing across a reset', async () => {
  const lab = await open();
  const { walletId } = await lab.createWallet(ETH);
  const headers = { 'x-api-code': 'x', 'x-checksum': 'x', 'content-type': 'application/json' };
  const url = `${lab.sandbox.url}/v1/svc/wallets/${String(walletId)}/sender/transactions?t=1`;
  await fetch(url, { method: 'POST', headers, body: 'ä'.repeat(100_000) });
  await fetch(url, { method: 'POST', headers, body: 'x'.repeat(4 * 1024 * 1024 + 1) });
  const [tooLarge, large] = lab.sandbox.requests({ latest: 2 }).map(({ number }) => lab.sandbox.request(number));
  expect([large?.body.length, large?.bodyLength]).toEqual([expect.any(Number), 200_000]);
  expect(large?.body.length).toBeLessThanOrEqual(16_384);
  expect([tooLarge?.body, tooLarge?.bodyLength, tooLarge?.status]).toEqual(['', undefined, 400]);
  for (let i = 0; i < 1000; i += 100)
    await Promise.all(
      Array.from({ length: 100 }, () => fetch(`${lab.sandbox.url}/nowhere`).then((each) => each.text())),
    );
  const numbers = lab.sandbox.requests({ latest: 5000 }).map(({ number }) => number);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([1000, 1002, 3]);
  expect(() => lab.sandbox.request(2)).toThrow('the log has 3 to 1002');
  await lab.control.reset();
  expect(lab.sandbox.requests()).toEqual([]);
});

it.each([
  ['lost-request', 0, 'not carried out, by an injected fault'],
  ['lost-answer', 0, ''],
  ['bad-gateway-after', 502, ''],
] as const)('tells of a fault that hit it: %s', async (kind, status, why) => {
  const lab = await open();
  const access = await lab.createWallet(ETH);
  await lab.control.injectFault({ kind });
  const send = await rawRequest(lab, { operationId: 'withdrawAssets', access, body: { requests: [ORDER] } });
  await expect(send()).rejects.toThrow(); // none of them is an answer in JSON
  expect(lab.sandbox.requests()).toMatchObject([{ fault: kind, status, why, orderIds: [ORDER.order_id] }]);
});

it('reads order IDs out of anything that calls itself a body', async () => {
  const lab = await open();
  const { walletId } = await lab.createWallet(ETH);
  const url = `${lab.sandbox.url}/v1/svc/wallets/${String(walletId)}/sender/transactions?t=1`;
  const headers = { 'x-api-code': 'x', 'x-checksum': 'x', 'content-type': 'application/json' };
  const idsOf = async (body: string): Promise<unknown> => {
    await fetch(url, { method: 'POST', headers, body });
    return lab.sandbox.requests()[0]?.orderIds;
  };
  expect(await idsOf('')).toEqual([]);
  expect(
    await idsOf('{"requests":[{"order_id":1},{"order_id" : "a\\u0041\\"b"},{"order_id":"\\x"},{"order_id":"c'),
  ).toEqual(['aA"b']);
  expect(await idsOf(`{"order_id":"${'\\"'.repeat(50_000)}`)).toEqual([]);
  const many = Array.from({ length: 500 }, (_, i) => ({ order_id: `shop1_${String(i)}`, address: ADDRESS }));
  expect(await idsOf(JSON.stringify({ requests: many }))).toEqual(many.slice(0, 100).map(({ order_id }) => order_id));
});
