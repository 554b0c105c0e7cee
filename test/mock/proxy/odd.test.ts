/** What else a message may have passes the proxy, or is left out honestly: the client gets an answer that is one. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMock, startProxy, type ProxyLogEntry } from '@wallet-operations/mock';
import { received, send } from '../../peers/exchange.ts';
import { setUp } from './kit.ts';
import { startUpstream } from './upstream.ts';

const GET = 'GET /v1/svc/currency/prices?t=1 HTTP/1.1\r\nHost: a\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** All that comes back until the connection ends. */
const exchange = async (port: number, request: string): Promise<string> =>
  received(await send(port, { name: '', sends: [request] }), () => false);

describe('an answer', () => {
  it.each([
    [
      'trailers',
      `${OK}Trailer: X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: 1\r\n\r\n`,
      /\r\n0\r\nX: 1\r\n\r\n$/,
    ],
    [
      'an early hint',
      `HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${OK}Content-Length: 2\r\n\r\n{}`,
      /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1\.1 200 OK\r\n.*\{\}$/is,
    ],
    [
      'word that it takes time',
      `HTTP/1.1 102 Processing\r\n\r\n${OK}Content-Length: 2\r\n\r\n{}`,
      /^HTTP\/1\.1 102 Processing\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    ],
  ])('passes with %s', async (_, answer, expected) => {
    const { proxy } = await setUp(answer);
    expect(await exchange(proxy.port, `${GET}Connection: close\r\n\r\n`)).toMatch(expected);
  });

  it.each([
    ['a trailer that it cannot have', `${OK}Trailer: X\r\nContent-Length: 2\r\n\r\n{}`, 'Trailer'],
    ['a control character in its reason', 'HTTP/1.1 200 O\u0001K\r\nContent-Length: 2\r\n\r\n{}', '\u0001'],
    ['bytes behind its end', `${OK}Content-Length: 2\r\n\r\n{}more`, 'more'],
  ])('passes without %s', async (_, answer, lacks) => {
    const { proxy } = await setUp(answer);
    const text = await exchange(proxy.port, `${GET}Connection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
    expect(text).not.toContain(lacks);
  });

  it.each([
    ['a status that there is not', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}', /099|99/],
    ['another protocol', 'HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', /another protocol/],
    ['no HTTP', 'hello\r\n\r\n', /Parse Error/],
    ['nothing', '', /h[au]ng up/],
  ])('with %s is a 502 that says so', async (_, answer, said) => {
    const { proxy, checked } = await setUp(answer);
    const text = await exchange(proxy.port, `${GET}Connection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(text).toMatch(said);
    expect((await checked()).failure).toMatch(said);
  });

  it('goes in one piece to a client of version 1.0, which knows no chunks', async () => {
    const { proxy } = await setUp(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
    const text = await exchange(proxy.port, GET.replace('1.1', '1.0') + '\r\n');
    expect(text).not.toMatch(/transfer-encoding/i);
    expect(text).toMatch(/\r\n\r\n\{\}$/);
  });

  it('of four megabytes of brackets in a text is checked', async () => {
    const body = `{"a":"${'['.repeat(4_000_000)}"}`;
    const { proxy, checked } = await setUp(`${OK}Content-Length: ${String(body.length)}\r\n\r\n${body}`);
    await exchange(proxy.port, `${GET}Connection: close\r\n\r\n`);
    const { complete, problems } = await checked();
    expect(complete).toBe(true);
    expect(problems.map(({ code }) => code)).not.toContain('unchecked');
  });
});

describe('a request', () => {
  it('passes with its trailers', async () => {
    const { proxy, upstream } = await setUp(`${OK}Content-Length: 2\r\n\r\n{}`);
    const head = 'POST /v1/svc/wallets/1/addresses?t=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTrailer: X\r\n';
    await exchange(proxy.port, `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: 1\r\n\r\n`);
    expect(upstream.got[0]).toMatch(/\r\n0\r\nX: 1\r\n\r\n$/);
  });

  it.each(['Trailer: X', 'Connection: close, host, content-length', 'Connection: close, X-API-CODE'])(
    'passes although it has %s',
    async (header) => {
      const { proxy, upstream } = await setUp(`${OK}Content-Length: 2\r\n\r\n{}`);
      expect(await exchange(proxy.port, `${GET}${header}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200/);
      expect(upstream.got[0]).toMatch(/^Host: 127\.0\.0\.1:\d+\r$/m);
      expect(upstream.got[0]).not.toMatch(/^Trailer/m);
    },
  );

  it('for an address in front of its path goes to the path behind the upstream’s own', async () => {
    const upstream = await startUpstream(`${OK}Content-Length: 2\r\n\r\n{}`);
    const proxy = await startProxy({ upstream: `${upstream.url}/base/` });
    onTestFinished(async () => {
      await proxy.close();
      await upstream.close();
    });
    await exchange(proxy.port, `${GET.replace('/v1', 'http://wallet.example/v1')}Connection: close\r\n\r\n`);
    expect(upstream.got[0]).toMatch(/^GET \/base\/v1\/svc\/currency\/prices\?t=1 HTTP/);
  });
});

it('is asked itself whether it is there, which is neither passed on nor counted', async () => {
  const { proxy, upstream } = await setUp(`${OK}Content-Length: 2\r\n\r\n{}`);
  const health = await fetch(`${proxy.url}/healthz`);
  expect([health.status, await health.text()]).toEqual([200, '{"status":"ok"}']);
  expect([upstream.got, proxy.report().requests]).toEqual([[], 0]);
});

it('goes on when its log throws, or rejects', async () => {
  const service = await startUpstream(`${OK}Content-Length: 2\r\n\r\n{}`);
  onTestFinished(service.close);
  const logs: (() => unknown)[] = [() => Promise.reject(new Error('log')), thrown];
  for (const log of logs) {
    await using proxy = await startProxy({ upstream: service.url, log });
    const status = async () => (await fetch(`${proxy.url}/v1/svc/currency/prices?t=1`)).status;
    expect([await status(), await status(), proxy.report().requests]).toEqual([200, 200, 2]);
  }
});

const thrown = (): never => {
  throw new Error('log');
};

describe('an exchange with a service that is silent', () => {
  it('breaks off because the proxy was stopped, or because the client hung up', async () => {
    let arrived = 0;
    await using silent = await startMock({ fault: { kind: 'silence' }, log: () => arrived++ });
    const log: ProxyLogEntry[] = [];
    const ask = async () => {
      const before = arrived;
      const proxy = await startProxy({ upstream: silent.url, log: (entry) => log.push(entry) });
      const client = await send(proxy.port, { name: '', sends: [`${GET}\r\n`] });
      await expect.poll(() => arrived).toBe(before + 1);
      return { proxy, client };
    };
    const first = await ask();
    await first.proxy[Symbol.asyncDispose]();
    const second = await ask();
    second.client.destroy();
    await second.proxy.close();
    const third = await ask();
    const closed = third.proxy.close();
    third.client.resetAndDestroy();
    await closed;
    const client = 'the client hung up';
    expect(log.map(({ failure }) => failure)).toEqual(['the proxy was stopped', client, client]);
  });
});
