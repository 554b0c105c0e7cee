/** Whose word the proxy takes for the service's being the service, and what it carries to nobody. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProxy, type ProxyOptions } from '@wallet-operations/mock';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { received, send, statusOf } from '../../peers/exchange.ts';
import { setUp } from './kit.ts';

/** A key and a certificate that nobody but itself has signed: made anew, for a key in a repository is none. */
let key: string;
let cert: string;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'pipe' });
  [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
  rmSync(folder, { recursive: true });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', 'localhost'],
  ['::1', '[::1]'],
  ['0.0.0.0', '127.0.0.2'],
  ['127.0.0.1', '[::ffff:127.0.0.1]'],
  ...Object.values(networkInterfaces()).flatMap((own) =>
    (own ?? []).map(({ address }) => ['0.0.0.0', address.includes(':') ? `[${address}]` : address]),
  ),
])('a proxy at %s is not its own upstream as %s', async (host, name) => {
  const { proxy } = await setUp('');
  const port = proxy.port + 1 > 65_535 ? 4010 : proxy.port + 1; // nothing listens: it is refused before
  await expect(startProxy({ upstream: `http://${name}:${String(port)}`, host, port })).rejects.toThrow(
    `The upstream is where the proxy itself listens, at port ${String(port)}`,
  );
});

/** What a client gets through a proxy before a service with that certificate. */
async function through(options: () => Partial<ProxyOptions>): Promise<[status: number, body: string]> {
  const service = createServer({ key, cert }, (_, response) => response.end('{"a":1}')).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const upstream = `https://localhost:${String((service.address() as AddressInfo).port)}`;
  const proxy = await startProxy({ upstream, ...options() });
  onTestFinished(async () => {
    await proxy.close();
    service.close();
  });
  const response = await fetch(`${proxy.url}/v1/svc/currency/prices?t=1`);
  return [response.status, await response.text()];
}

describe('a certificate that nobody knows', () => {
  it('is not trusted, and the client hears what to do', async () => {
    const [status, body] = await through(() => ({}));
    expect(status).toBe(502);
    expect(body).toContain('self-signed certificate; give its issuer’s certificate to --ca');
  });

  it('is trusted with --ca, or with --insecure', async () => {
    expect(await through(() => ({ ca: cert }))).toEqual([200, '{"a":1}']);
    expect(await through(() => ({ insecure: true }))).toEqual([200, '{"a":1}']);
  });
});

it.each([
  ['one that is cut short', (pem: string) => pem.slice(0, -40)],
  ['one that is no certificate inside', (pem: string) => pem.replace(/\n.{20}/, '\nAAAA')],
])('a bundle with %s is refused, though the first in it is whole', async (_, broken) => {
  const ca = `${cert}\n${broken(cert)}`;
  await expect(startProxy({ upstream: 'https://localhost:1', ca })).rejects.toThrow('--ca takes certificates in PEM');
});

describe('what is no plain HTTP', () => {
  const HEAD = 'GET /v1/svc/currency/prices?t=1 HTTP/1.1\r\nHost: a\r\n';
  const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
  const ask = async (request: string): Promise<[text: string, reached: number]> => {
    const { proxy, upstream } = await setUp(OK);
    const text = await received(await send(proxy.port, { name: '', sends: [request] }), (got) => got.endsWith('}'));
    return [text, upstream.got.length];
  };

  it.each([
    ['another protocol', `${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 'it cannot switch protocols'],
    ['a tunnel', 'CONNECT wallet.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', 'CONNECT is not carried'],
  ])('is refused with a word, and reaches nobody: %s', async (_, request, word) => {
    const [text, reached] = await ask(request);
    expect([statusOf(text), reached]).toEqual([400, 0]);
    expect(text).toContain(word);
  });

  it('but a mere offer of another version is passed over, as some clients make it every time', async () => {
    const [text, reached] = await ask(
      `${HEAD}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: A\r\n\r\n`,
    );
    expect([statusOf(text), reached]).toEqual([200, 1]);
  });
});
