/** Mock and proxy as resources of a scope: what `using` and `await using` end, when, and what becomes of who is connected. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { startMock, startProxy, type Mock, type Proxy } from '@wallet-operations/mock';
import { describe, expect, it } from 'vitest';

const headers = { 'x-api-code': 'code', 'x-checksum': 'sum' };
const PRICES = '/v1/svc/currency/prices?t=1';

/** Milliseconds that are no waiting: a graceful end has 5000. */
const AT_ONCE = 2_500;

const starts: Readonly<Record<string, (upstream: Mock) => Promise<Mock | Proxy>>> = {
  mock: () => startMock({ fault: { kind: 'silence', operationId: 'getApiCodeStatus' } }),
  proxy: (upstream) => startProxy({ upstream: upstream.url }),
};

/** What comes of connecting. */
const connecting = (url: string): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('error', ({ message }) => {
      resolve(message);
    });
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
  });

describe.each(Object.keys(starts))('a %s', (name) => {
  const start = (upstream: Mock) => (starts[name] as (upstream: Mock) => Promise<Mock>)(upstream);

  it('answers within its scope, and is gone behind it, whoever is connected', async () => {
    await using upstream = await startMock();
    let url: string;
    const began = performance.now();
    {
      await using server = await start(upstream);
      ({ url } = server);
      expect((await fetch(url + PRICES, { headers })).status).toBe(200);
      await once(connect(server.port, '127.0.0.1'), 'connect'); // as clients do in advance
    }
    expect(performance.now() - began).toBeLessThan(AT_ONCE);
    expect(await connecting(url)).toContain('ECONNREFUSED');
  });

  it('gives its port back before the next statement, without await', async () => {
    await using upstream = await startMock();
    let port: number;
    {
      using server = await start(upstream);
      ({ port } = server);
      expect((await fetch(server.url + PRICES, { headers })).status).toBe(200);
    }
    await using next = await startMock({ port });
    expect(next.port).toBe(port);
  });

  it('ends by the error of its scope', async () => {
    await using upstream = await startMock();
    const run = async (): Promise<void> => {
      await using server = await start(upstream);
      throw new Error(server.url);
    };
    const error: unknown = await run().catch((e: unknown) => e);
    expect(await connecting((error as Error).message)).toContain('ECONNREFUSED');
  });

  it('may be closed before', async () => {
    await using upstream = await startMock();
    await using server = await start(upstream);
    await server.close();
  });
});

describe('a mock that closes', () => {
  it('drops at once whom it would never answer, and answers who is late', async () => {
    await using mock = await startMock();
    const ask = (fault: string) => fetch(mock.url + PRICES, { headers: { ...headers, prefer: `fault=${fault}` } });
    const silent = ask('silence').catch((error: unknown) => error);
    const late = ask('slow; delay=200');
    await ask('none'); // by now they have arrived as well
    const began = performance.now();
    await mock.close();
    expect(performance.now() - began).toBeLessThan(AT_ONCE);
    expect(await silent).toBeInstanceOf(TypeError);
    expect((await late).status).toBe(200);
  });
});
