/** The proxy changes nothing: not a byte of a body, not a header, not a status. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { startProxy } from '@wallet-operations/mock';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, JSON_TYPE, setUp } from './kit.ts';
import { answerOf } from './upstream.ts';

/** Odd white space, an integer beyond 2^53, a character beyond ASCII, and a key that is there twice. */
const ODD = '{ "results" :\t{"shop1_é": 9007199254740993,\n "a":1e0, "a":0.10 } }\n\n';

/** Sends raw bytes, and gives all that comes back until the connection ends, both as latin1. */
async function raw(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

const post = (body: Buffer, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        'POST /v1/svc/wallets/1/sender/transactions?t=1&x=%2f%7E+ HTTP/1.1',
        'hOsT: there',
        'X-api-CODE: the-api-code',
        'x-checksum: the-checksum',
        'X-Twice: 1',
        'X-Other:   spaced  ',
        'X-Twice: 2',
        'Content-Type: application/json',
        ...headers,
        '',
        '',
      ].join('\r\n'),
    ),
    body,
  ]);

describe('a request', () => {
  const body = Buffer.from(ODD);

  it('reaches the service with its path, its query, its headers in their order and its body as they are', async () => {
    const { proxy, upstream } = await setUp(answerOf(200, '{}', JSON_TYPE));
    await raw(proxy.port, post(body, `Content-Length: ${String(body.length)}`, 'Connection: close'));
    const [head, sent] = (upstream.got[0] ?? '').split('\r\n\r\n');
    expect(head?.split('\r\n')).toEqual([
      'POST /v1/svc/wallets/1/sender/transactions?t=1&x=%2f%7E+ HTTP/1.1',
      `hOsT: ${new URL(upstream.url).host}`,
      'X-api-CODE: the-api-code',
      'x-checksum: the-checksum',
      'X-Twice: 1',
      'X-Other: spaced',
      'X-Twice: 2',
      'Content-Type: application/json',
      `Content-Length: ${String(body.length)}`,
      'Connection: close',
    ]);
    expect(Buffer.from(sent ?? '', 'latin1')).toEqual(body);
  });

  it('without a body arrives without one', async () => {
    const { proxy, upstream } = await setUp(answerOf(200, '{}', JSON_TYPE));
    await raw(proxy.port, post(Buffer.alloc(0), 'Connection: close'));
    expect(upstream.got[0]).toMatch(/\r\nContent-Length: 0\r\n(.+\r\n)*\r\n$/);
  });

  it('in chunks arrives whole', async () => {
    const { proxy, upstream } = await setUp(answerOf(200, '{}', JSON_TYPE));
    const half = body.length >> 1;
    const chunks = [body.subarray(0, half), body.subarray(half)].flatMap((part) => [
      Buffer.from(`${part.length.toString(16)}\r\n`),
      part,
      Buffer.from('\r\n'),
    ]);
    const bytes = Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
    await raw(proxy.port, post(bytes, 'Transfer-Encoding: chunked', 'Connection: close'));
    const [, ...sent] = (upstream.got[0] ?? '').split('\r\n\r\n');
    const parts = `\r\n${sent.join('\r\n\r\n')}`.split(/\r\n[0-9a-f]+\r\n/);
    expect(Buffer.from(parts.join('').trimEnd(), 'latin1').toString()).toEqual(ODD.trimEnd());
  });
});

describe('an answer', () => {
  const get = 'GET /v1/svc/currency/prices?t=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  it('reaches the client with its status, its words, its headers in their order and its body as they are', async () => {
    const answer = answerOf(299, ODD, JSON_TYPE, 'X-Twice: 1', 'sEt-cOOkie: a', 'X-Twice: 2', 'Set-Cookie: b');
    const { proxy } = await setUp(answer);
    const [head, ...body] = (await raw(proxy.port, get)).split('\r\n\r\n');
    expect(head?.split('\r\n')).toEqual([
      'HTTP/1.1 299 As It Likes',
      'Content-Type: application/json',
      'X-Twice: 1',
      'sEt-cOOkie: a',
      'X-Twice: 2',
      'Set-Cookie: b',
      `Content-Length: ${String(Buffer.byteLength(ODD))}`,
      'Connection: close',
    ]);
    expect(Buffer.from(body.join('\r\n\r\n'), 'latin1')).toEqual(Buffer.from(ODD));
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('in %s passes compressed, and is checked all the same', async (encoding, compress) => {
    const compressed = compress(Buffer.from('{"error":7}'));
    const { proxy, checked } = await setUp(answerOf(404, compressed, JSON_TYPE, `Content-Encoding: ${encoding}`));
    const received = await raw(proxy.port, get);
    expect(received).toContain(`Content-Encoding: ${encoding}`);
    expect(received.endsWith(compressed.toString('latin1'))).toBe(true);
    expect((await checked()).problems.at(-1)).toMatchObject({ in: 'response', path: ['body', 'error'] });
  });

  it('that is not JSON, or nothing at all, passes too', async () => {
    for (const body of ['<html>Bad gateway</html>', '', '\u0000\ufffd']) {
      const { proxy } = await setUp(answerOf(502, body));
      const received = await raw(proxy.port, get);
      expect(Buffer.from(received.split('\r\n\r\n')[1] ?? '', 'latin1').toString()).toBe(body);
    }
  });

  it('that breaks off breaks off for the client too', async () => {
    const { proxy, checked } = await setUp(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: 99\r\n\r\n{"total"`);
    await expect(
      fetch(`${proxy.url}/v1/svc/currency/prices?t=1`).then((response) => response.text()),
    ).rejects.toThrow();
    expect(await checked()).toMatchObject({ status: 200, complete: false, failure: 'aborted' });
  });
});

describe('a service that is not there', () => {
  it('is a 502 for the client, and nothing that was checked', async () => {
    const { proxy, upstream } = await setUp('');
    await upstream.close();
    const response = await fetch(`${proxy.url}/v1/svc/currency/prices?t=1`, { headers: CREDENTIALS });
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: expect.stringContaining('ECONNREFUSED') as string });
    expect(proxy.report()).toMatchObject({ requests: 1, problems: 1, kinds: { answer: 0, unchecked: 1 }, ok: false });
  });

  it.each([
    'wallet.example',
    'ftp://wallet.example',
    'https://user:pass@wallet.example',
    'https://wallet.example/?a=1',
    '',
  ])('is refused as an address: %j', async (upstream) => {
    await expect(startProxy({ upstream })).rejects.toThrow(TypeError);
  });
});

it('an answer keeps the bytes of its headers that are no ASCII', async () => {
  const { proxy } = await setUp(answerOf(200, '{}', JSON_TYPE, 'X-Odd: caf\u00e9'));
  const answer = await raw(proxy.port, post(Buffer.from('{}'), 'Content-Length: 2', 'Connection: close'));
  expect(answer).toContain(Buffer.from('X-Odd: caf\u00e9\r\n').toString('latin1'));
});
