/** Whatever a service answers through the proxy: its client gets an answer or an end, the exchange is reported, the next is as good as ever. */
import { startProxy, type Proxy, type ProxyLogEntry } from '@wallet-operations/mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oddAnswers, startOddService, type OddService } from './answers.ts';
import { received, send, statusOf } from './exchange.ts';

const GET =
  'GET /v1/svc/currency/prices?t=1 HTTP/1.1\r\nHost: a\r\nX-API-CODE: code\r\nX-CHECKSUM: sum\r\nConnection: close\r\n\r\n';

let service: OddService;
let proxy: Proxy;
const checked: ProxyLogEntry[] = [];
beforeAll(async () => {
  service = await startOddService();
  proxy = await startProxy({ upstream: service.url, log: (entry) => checked.push(entry) });
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

it.each(oddAnswers)('goes on after a service that answers with $name', async (answer) => {
  service.answer(answer);
  const before = proxy.report().requests;
  const socket = await send(proxy.port, { name: '', sends: [GET] });
  if (answer.then === 'leave open')
    socket.destroy(); // only its client can end this one, or a proxy that closes
  else {
    const text = await received(socket, () => false);
    if (text !== '') expect(statusOf(text)).toBeGreaterThanOrEqual(200);
    socket.destroy();
  }

  service.answer({ name: 'good', sends: ['HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n'], then: 'end' });
  const good = await fetch(`${proxy.url}/v1/svc/currency/prices?t=1`, { signal: AbortSignal.timeout(5_000) });
  expect(good.status).toBe(404);
  await expect.poll(() => proxy.report().requests, { interval: 1 }).toBe(before + 2);
  expect(checked).toHaveLength(before + 2);
});
