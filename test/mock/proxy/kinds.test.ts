/** Which findings make a run fail: a wrong request is what negative tests send, and that it is accepted is what they look for. */
import { startMock, startProxy, type Demands, type ProxyReport } from '@wallet-operations/mock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CREDENTIALS, JSON_TYPE, setUp } from './kit.ts';
import { answerOf } from './upstream.ts';

/** Wrong requests that the service refuses, each by another row. */
const REFUSED = [
  ['/v1/svc/wallets/abc/vault/balance?t=1', {}],
  ['/v1/svc/wallets/1/vault/balance', CREDENTIALS],
  ['/v1/svc/wallets/1/vault/balance?t=1', {}],
  ['/v1/svc/nowhere?t=1', CREDENTIALS],
] as const;

async function negativeTests(demands: Demands): Promise<ProxyReport> {
  const mock = await startMock();
  const proxy = await startProxy({ ...demands, upstream: mock.url });
  onTestFinished(async () => {
    await proxy.close();
    await mock.close();
  });
  for (const [path, headers] of REFUSED) expect((await fetch(proxy.url + path, { headers })).ok).toBe(false);
  return proxy.report();
}

/** What one request finds before a service that answers everything so. */
async function reportOf(answer: Buffer, path: string): Promise<ProxyReport> {
  const { proxy, checked } = await setUp(answer);
  await fetch(proxy.url + path, { headers: CREDENTIALS });
  await checked();
  return proxy.report();
}

describe('a wrong request', () => {
  it('that is refused as documented is no problem, and told all the same', async () => {
    const { ok, problems, kinds } = await negativeTests({});
    expect([ok, problems]).toEqual([true, 0]);
    expect(kinds).toEqual({ request: 7, answer: 0, undocumented: 0, accepted: 0, doubtful: 0, unchecked: 0 });
  });

  it('fails a run that wants no wrong request at all', async () => {
    expect(await negativeTests({ failOn: ['request'] })).toMatchObject({ ok: false, problems: 7 });
  });

  it('that is refused otherwise than documented is a problem of the answer', async () => {
    const path = '/v1/svc/wallets/abc/vault/balance?t=1';
    const other = await reportOf(answerOf(403, '{"error":"Go away"}', JSON_TYPE), path);
    expect([other.ok, other.kinds]).toEqual([
      false,
      { request: 1, answer: 0, undocumented: 1, accepted: 0, doubtful: 0, unchecked: 0 },
    ]);
    const nonsense = await reportOf(answerOf(403, '{"error":7}', JSON_TYPE), path);
    expect([nonsense.ok, nonsense.kinds]).toEqual([
      false,
      { request: 1, answer: 1, undocumented: 0, accepted: 0, doubtful: 0, unchecked: 0 },
    ]);
  });

  it('that is accepted is a problem', async () => {
    const body = '{"total":0,"wallets":[]}';
    const path = '/v1/svc/wallets/readonly/walletlist?t=1&page=2';
    const report = await reportOf(answerOf(200, body, JSON_TYPE), path);
    expect([report.ok, report.kinds.accepted]).toEqual([false, 1]);
    expect(report.operations[0]?.problems).toMatchObject([
      { kind: 'accepted', in: 'request', path: ['query', '{}'], status: 200, count: 1, fails: true },
    ]);
  });
});

describe('a wrong request of which nobody knows whether it was accepted', () => {
  it.each([
    ['no answer', ''],
    ['half a refusal, which might be any', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 9\r\n\r\n<'],
    ['the page of a gateway', answerOf(502, '<html>')],
    ['a redirection', answerOf(302, '', 'Location: /')],
  ])('is told as such, and fails wherever an accepted one does: %s', async (_, answer) => {
    const { upstream } = await setUp(answer);
    for (const failOn of [undefined, ['accepted'], ['doubtful']] as const) {
      const proxy = await startProxy({ upstream: upstream.url, ...(failOn && { failOn }) });
      onTestFinished(proxy.close);
      const wrong = `${proxy.url}/v1/svc/wallets/readonly/walletlist?t=1&page=2`;
      await fetch(wrong, { headers: CREDENTIALS, redirect: 'manual' })
        .then((got) => got.text())
        .catch(String);
      expect(proxy.report().ok).toBe(false);
      expect(proxy.report().kinds).toMatchObject({ request: 0, accepted: 0, doubtful: 1 });
      const own = proxy.report().operations[0]?.problems.find(({ kind }) => kind === 'doubtful');
      expect(own).toMatchObject({ in: 'request', path: ['query', '{}'], fails: true });
    }
  });

  it('fails none that looks for answers alone', async () => {
    const { upstream } = await setUp('');
    const proxy = await startProxy({ upstream: upstream.url, failOn: ['answer'] });
    onTestFinished(proxy.close);
    await fetch(`${proxy.url}/v1/svc/nowhere`);
    expect(proxy.report()).toMatchObject({ problems: 0, kinds: { request: 0, doubtful: 1 } });
  });
});

describe('what the document does not have', () => {
  it.each([
    ['a path that is answered', 200, '{}', '/v1/svc/nowhere'],
    ['a path at which the service breaks down', 500, '{}', '/v1/svc/nowhere'],
    ['a status', 418, '{}', '/v1/svc/wallets/1/vault/balance?t=1'],
    ['an error', 403, '{"error":"Go away"}', '/v1/svc/wallets/1/vault/balance?t=1'],
  ])('is undocumented: %s', async (_, status, body, path) => {
    const { ok, kinds } = await reportOf(answerOf(status, body, JSON_TYPE), path);
    expect([ok, kinds]).toEqual([
      false,
      { request: 0, answer: 0, undocumented: 1, accepted: 0, doubtful: 0, unchecked: 0 },
    ]);
  });
});

it('a kind that there is not is refused, for nothing would ever be of it', async () => {
  const failOn = ['acepted'] as unknown as Demands['failOn'] & object;
  await expect(startProxy({ upstream: 'http://a', failOn })).rejects.toThrow('not acepted');
});
