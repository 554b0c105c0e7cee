/** The mock as a server: health, pages of other origins, and how it stops. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { startMock, type MockLogEntry, type MockOptions } from '@wallet-operations/mock';
import { describe, expect, it, onTestFinished } from 'vitest';

async function start(options: MockOptions = {}): Promise<Awaited<ReturnType<typeof startMock>>> {
  const mock = await startMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

const PRICES = '/v1/svc/currency/prices?t=1';
const headers = { 'x-api-code': 'code', 'x-checksum': 'sum' };

describe('a health check', () => {
  it('is answered outside of the interface, and not logged', async () => {
    const log: MockLogEntry[] = [];
    const mock = await start({ log: (entry) => log.push(entry) });
    const response = await fetch(`${mock.url}/healthz`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(log).toEqual([]);
  });
});

describe('a page of another origin', () => {
  const preflight = {
    origin: 'https://page.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-api-code,x-checksum,content-type',
  };

  it('may call the mock and read why with cors', async () => {
    const mock = await start({ cors: true });
    const asked = await fetch(mock.url + PRICES, { method: 'OPTIONS', headers: preflight });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-headers')).toBe('x-api-code,x-checksum,content-type');
    const answered = await fetch(mock.url + PRICES, { headers });
    expect(answered.headers.get('access-control-allow-origin')).toBe('*');
    expect(answered.headers.get('access-control-expose-headers')).toContain('x-mock-violations');
  });

  it('may not without', async () => {
    const mock = await start();
    const asked = await fetch(mock.url + PRICES, { method: 'OPTIONS', headers: preflight });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });
});

describe('a product', () => {
  it('has its own segment in the place of svc', async () => {
    const mock = await start({ product: 'sofa' });
    expect((await fetch(mock.url + PRICES.replace('svc', 'sofa'), { headers })).status).toBe(200);
    expect((await fetch(mock.url + PRICES, { headers })).status).toBe(404);
  });
});

describe('the log', () => {
  it('says for each request which operation answered, and why', async () => {
    const log: MockLogEntry[] = [];
    const mock = await start({ log: (entry) => log.push(entry) });
    await fetch(mock.url + PRICES, { headers });
    await fetch(`${mock.url}/elsewhere`);
    expect(log).toEqual([
      {
        method: 'GET',
        url: PRICES,
        status: 200,
        operationId: 'getCurrencyPrices',
        because: 'the request fits the document',
      },
      { method: 'GET', url: '/elsewhere', status: 404, operationId: undefined, because: 'unknown path' },
    ]);
  });
});

describe('a mock that stops', () => {
  const post = {
    method: 'POST',
    path: '/v1/svc/wallets/1/addresses?t=1',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': '11' },
  };

  it('answers the request that it has, and takes no other', async () => {
    const mock = await startMock();
    const open = request({ port: mock.port, ...post });
    open.write('{"cou');
    await once(open, 'socket');
    await fetch(`${mock.url}/healthz`); // by now the open request has arrived too
    const closed = mock.close();
    await expect(fetch(`${mock.url}/healthz`)).rejects.toThrow();
    open.end('nt":1}');
    const [response] = (await once(open, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
    await closed;
  });

  it('drops what is open when it is told again', async () => {
    const mock = await startMock();
    const open = request({ port: mock.port, ...post });
    open.write('{"cou');
    await once(open, 'socket');
    await fetch(`${mock.url}/healthz`);
    const failed = once(open, 'error');
    const closed = mock.close();
    void mock.close();
    await closed;
    await failed;
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['too long a header', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['a request that breaks off', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{', 400],
    ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n', 400],
  ])('gets an answer in JSON: %s', async (_, bytes, status) => {
    const mock = await start();
    const socket = connect({ port: mock.port, allowHalfOpen: true });
    socket.end(bytes);
    const chunks: string[] = [];
    socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    await once(socket, 'end');
    const [head = '', body = ''] = chunks.join('').split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${String(status)} `);
    expect(head).toContain('content-type: application/json');
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) as string });
  });
});
