/** The server under mock, proxy and sandbox: its promises to whoever handles requests, and to whoever sends them. */
import { serve, type Serving, type ServingOptions } from '@wallet-operations/serving';
import { expect, it, onTestFinished } from 'vitest';
import { received, send, statusOf } from './exchange.ts';

type Handle = Parameters<typeof serve>[1];

async function start(handle: Handle, options: Partial<ServingOptions> = {}): Promise<Serving> {
  const serving = await serve({ host: '127.0.0.1', port: 0, deadline: 0, ...options }, handle);
  onTestFinished(serving.close);
  return serving;
}

it('does not listen on all addresses because of an empty one', async () => {
  await expect(start(() => undefined, { host: '' })).rejects.toThrow('The host to listen on is empty');
});

const GET = 'GET / HTTP/1.1\r\n\r\n';
const all = async (port: number, ...sends: string[]): Promise<string> =>
  received(await send(port, { name: '', sends, then: 'end' }), () => false);

it.each<[string, Handle, number]>([
  [
    'throws',
    () => {
      throw new Error('a fault');
    },
    500,
  ],
  ['rejects', () => Promise.reject(new Error('a fault')), 500],
  [
    'writes a status that there is not',
    (_, response) => {
      response.writeHead(99);
    },
    500,
  ],
  [
    'throws in the middle of its answer',
    async (_, response) => {
      response.writeHead(200, { 'content-length': 9 }).write('half');
      await new Promise(setImmediate);
      throw new Error('a fault');
    },
    200,
  ],
])('goes on after a handler that %s', async (_, handle, status) => {
  let calls = 0;
  const { port } = await start((request, response) =>
    calls++ === 0 ? handle(request, response) : void response.end('{}'),
  );
  expect(statusOf(await all(port, GET))).toBe(status);
  expect(statusOf(await all(port, GET))).toBe(200);
});

it.each([
  ['has sent nothing', ''],
  ['has sent half a header', 'GET / HTTP/1.1\r\nHos'],
  ['has sent half a body', 'POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n{'],
])('gives a client that %s its time, and not much more', async (_, sent) => {
  const { port } = await start(() => undefined, { requestTimeout: 300 });
  const began = performance.now();
  const text = await received(await send(port, { name: '', sends: [sent] }));
  const waited = performance.now() - began;
  expect(statusOf(text)).toBe(408);
  expect(waited).toBeGreaterThan(250);
  expect(waited).toBeLessThan(2_000);
});

it('answers a request although what comes behind it is no HTTP: it may have been carried out', async () => {
  const { port } = await start(async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.end('carried out');
  });
  const text = await received(await send(port, { name: '', sends: [`${GET}garbage\r\n\r\n`] }), () => false);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*carried out$/s);
});

it('takes a target with an address before it for what it is behind', async () => {
  const { port } = await start((request, response) => void response.end(request.url));
  for (const [target, url] of [
    ['http://wallet.example/a?b=http://c/d', '/a?b=http://c/d'],
    ['HTTPS://wallet.example', '/'],
    ['http://wallet.example?a', '/?a'],
    ['*', '*'],
  ] as const)
    expect((await all(port, `OPTIONS ${target} HTTP/1.1\r\n\r\n`)).split('\r\n').at(-1)).toBe(url);
});

it('drops what is open at the second call', async () => {
  const { port, close } = await start(() => undefined, { deadline: 60_000 });
  const socket = await send(port, { name: '', sends: [GET], then: 'leave open' });
  const closed = close();
  void close();
  await closed;
  await received(socket);
});
