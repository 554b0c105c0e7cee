/** A service may answer before it has read the request: its answer comes through, and the connection is as good as before. */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProxy, type Proxy, type ProxyLogEntry } from '@wallet-operations/mock';
import { expect, it, onTestFinished } from 'vitest';
import { received, send, statusOf } from '../../peers/exchange.ts';
import { CREDENTIALS } from './kit.ts';

const WITHDRAW = '/v1/svc/wallets/1/sender/transactions?t=1';
const HEADERS = { ...CREDENTIALS, 'content-type': 'application/json' };

/** A proxy before a service that refuses each request at once, and reads nothing of it. */
async function setUp(): Promise<{ proxy: Proxy; log: ProxyLogEntry[] }> {
  const service = createServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"Forbidden. Checksum unmatch"}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const log: ProxyLogEntry[] = [];
  const upstream = `http://127.0.0.1:${String((service.address() as AddressInfo).port)}`;
  const proxy = await startProxy({ upstream, log: (entry) => log.push(entry) });
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    service.closeAllConnections();
    service.close();
  });
  return { proxy, log };
}

const statusFrom = async (answer: IncomingMessage): Promise<number | undefined> => {
  await once(answer.resume(), 'end');
  return answer.statusCode;
};

it.each([100_000, 3_000_000])(
  'what comes after the answer, %i bytes, is read and checked, and the next request on the connection is answered',
  async (size) => {
    const { proxy } = await setUp();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => {
      agent.destroy();
    });
    const slow = httpRequest(proxy.url + WITHDRAW, { agent, method: 'POST', headers: HEADERS });
    slow.write('{"requests":');
    const [answer] = (await once(slow, 'response')) as [IncomingMessage];
    const port = answer.socket.localPort;
    expect(await statusFrom(answer)).toBe(403);
    slow.end(`"${'a'.repeat(size)}"}`);
    const next = httpRequest(`${proxy.url}/v1/svc/wallets/1/vault/balance?t=2`, { agent, headers: CREDENTIALS }).end();
    const [second] = (await once(next, 'response', { signal: AbortSignal.timeout(4_000) })) as [IncomingMessage];
    expect(second.socket.localPort).toBe(port);
    expect(await statusFrom(second)).toBe(403);
    expect(proxy.report()).toMatchObject({ ok: true, requests: 2, kinds: { request: 1, unchecked: 0 } });
    expect(proxy.report().operations[0]?.problems).toMatchObject([
      { in: 'request', kind: 'request', path: ['body', 'requests'], message: 'must be array' },
    ]);
  },
);

it('what never comes because the client has heard enough is told, and fails no run', async () => {
  const { proxy, log } = await setUp();
  const head = [`POST ${WITHDRAW} HTTP/1.1`, ...Object.entries(HEADERS).map((each) => each.join(': '))];
  const socket = await send(proxy.port, {
    name: '',
    sends: [`${[...head, 'Host: a', 'Content-Length: 1000000'].join('\r\n')}\r\n\r\n{"requests":`],
  });
  expect(statusOf(await received(socket, (text) => text.endsWith('\r\n0\r\n\r\n') || text.endsWith('}')))).toBe(403);
  socket.destroy();
  await expect.poll(() => log.length).toBe(1);
  const message = 'was refused before it had come, and never came whole, so it was not checked';
  expect(log[0]).toMatchObject({ failure: undefined, complete: true, rows: ['checksum_unmatch'] });
  expect(log[0]?.problems).toMatchObject([{ in: 'request', kind: 'request', path: ['body'], message }]);
  expect(proxy.report()).toMatchObject({ ok: true, coverage: { seen: 1 } });
});

it('a refusal comes through, though the service hangs up on what is still being sent', async () => {
  const { proxy } = await setUp();
  const body = Buffer.alloc(3_000_000, ' ');
  const statuses = new Set<number | undefined>();
  for (let i = 0; i < 20; i++) {
    const sent = httpRequest(proxy.url + WITHDRAW, { method: 'POST', headers: HEADERS }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    statuses.add(await statusFrom(answer));
  }
  expect([...statuses]).toEqual([403]);
  expect(proxy.report().kinds.unchecked).toBe(0);
});
