/** No way of printing a client, an error or a debug event shows an API code, a secret or a checksum. */
import { createWalletClient, type AttemptEvent, type Signature, WalletError } from '@wallet-operations/client';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  API_CODE,
  broken,
  failureOf,
  json,
  page,
  refused,
  type Reply,
  SECRET,
  type Sent,
  silent,
  stub,
  type Stub,
} from './stub.ts';

/** Everything that a log may make of a value. */
function printed(value: unknown): string {
  const json = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) as
    string | undefined;
  const texts = [inspect(value, { depth: null, showHidden: true, getters: true }), String(value), json];
  for (let at = value; at instanceof Error; at = at.cause) {
    texts.push(
      at.message,
      at.stack,
      String(at),
      JSON.stringify(
        Object.entries(Object.getOwnPropertyDescriptors(at)).map(([name, { value: own }]) => [name, String(own)]),
      ),
    );
  }
  return texts.join('\n');
}

function expectNoSecret(value: unknown, sent: readonly Sent[]): void {
  const text = printed(value);
  const checksums = sent.map(({ headers }) => headers.get('x-checksum') ?? '');
  for (const secret of [API_CODE, SECRET, ...checksums]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(text.toLowerCase().replaceAll('\\', '')).not.toContain(secret.toLowerCase());
  }
}

/** What a service under debugging answers: the whole request, and the secret that it has checked it with. */
const request = ({ method, url, headers }: Sent): string =>
  `${method} ${url}\n${JSON.stringify([...headers])} ${SECRET}`;
const asPage =
  (status: number): Reply =>
  (sent) =>
    page(`<html><pre>${request(sent)}</pre></html>`, status)(sent);
const asRefusal =
  (status: number, error: string): Reply =>
  (sent) =>
    json({ error, message: `for ${request(sent)}`, request: { headers: [...sent.headers] } }, status)(sent);
const asResult =
  (end: string): Reply =>
  ({ headers }) =>
    new Response(`{"valid":{"api_code":"${headers.get('x-api-code') ?? ''}"${end}`);

/** As PHP and others write what JSON may escape; and another case. */
const inJson =
  (escape: (text: string) => string, status: number): Reply =>
  ({ headers }) => {
    const told = [...headers.values()].map((value) => `"${escape(value)}"`);
    return new Response(`{"error":"debug","request":[${told.join(',')}]}`, { status });
  };
const failures: [string, Reply, object][] = [
  ['a page that repeats the request', asPage(502), {}],
  ['a page that repeats the request as a refusal', asPage(403), {}],
  ['a redirect that repeats the request', asPage(302), {}],
  ['a refusal that repeats the request', asRefusal(403, 'Forbidden. Invalid API code'), {}],
  ['an unknown refusal that repeats the request', asRefusal(500, 'debug'), {}],
  ['a refusal whose text is the API code', (sent) => json({ error: API_CODE }, 400)(sent), {}],
  ['a refusal with the API code in a placeholder', refused('api_code_mismatched', { WALLET_ID: API_CODE }), {}],
  ['a refusal with escaped slashes', inJson((text) => text.replaceAll('/', '\\/'), 400), {}],
  [
    'a refusal with escaped signs',
    inJson((text) => text.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`), 400),
    {},
  ],
  ['a refusal in upper case', inJson((text) => text.toUpperCase(), 400), {}],
  ['another JSON that repeats the request', (sent) => json({ seen: request(sent) }, 400)(sent), {}],
  ['a result with the API code that is cut off', asResult(''), {}],
  ['a result with the API code that is no JSON', asResult(' oops'), {}],
  ['a result that is the API code', (sent) => json(API_CODE)(sent), {}],
  [
    'a refusal that repeats a header of the scheme',
    asRefusal(400, 'debug'),
    { sign: () => ({ checksum: `${SECRET}-sum`, headers: { 'x-token': SECRET } }) },
  ],
  ['a reset connection', broken('ECONNRESET'), {}],
  ['a timeout', silent, { timeout: 10 }],
  ['an API code that no header can hold', json({}), { credentials: { apiCode: `${API_CODE}\n`, secret: SECRET } }],
  ['an API code of other letters', json({}), { credentials: { apiCode: `${API_CODE}é`, secret: SECRET } }],
  ['a checksum that no header can hold', json({}), { sign: () => ({ checksum: `${SECRET}\n` }) }],
  ['a secret that is none', json({}), { credentials: { apiCode: API_CODE } }],
  ['a sign function that fails', json({}), { sign: () => Promise.reject(new Error('the module is closed')) }],
];

const fail = ({ client, wallet, clock }: Stub, which: string): Promise<unknown> =>
  failureOf(
    clock.finish<unknown>(
      which === 'getApiCodeStatus' ? wallet.getApiCodeStatus() : client.wallet(1).createDepositAddresses({ count: 1 }),
    ),
  );

describe.each(failures)('%s', (_, reply, options) => {
  it.each(['getApiCodeStatus', 'createDepositAddresses'])(
    'leaves no secret in the error of %s, nor in the debug events',
    async (operationId) => {
      const all = stub(reply, { attempts: 2, ...options });
      const error = await fail(all, operationId);
      expect(error).toBeInstanceOf(WalletError);
      expectNoSecret(error, all.sent);
      expect(all.events.length).toBeGreaterThan(0);
      expectNoSecret(all.events, all.sent);
    },
  );
});

it('an error names what was in the place of a secret', async () => {
  const error = await fail(stub(asPage(403)), 'createDepositAddresses');
  expect((error as Error).message).toContain('[secret]');
});

it('an aborted call leaves none', async () => {
  const all = stub(json({}));
  const call = all.wallet.getApiCodeStatus({}, { signal: AbortSignal.abort() });
  expectNoSecret(await failureOf(call), all.sent);
});

it('a refused call leaves none', async () => {
  const all = stub(json({}));
  expectNoSecret(await failureOf(all.wallet.getWithdrawalState({ ORDER_ID: '..' })), all.sent);
});

it('Node’s own fetch leaves none', async () => {
  const events: AttemptEvent[] = [];
  const credentials = { apiCode: API_CODE, secret: SECRET };
  const client = createWalletClient({
    baseUrl: 'http://127.0.0.1:1',
    credentials,
    attempts: 1,
    onAttempt: (event) => events.push(event),
  });
  expectNoSecret([await failureOf(client.listWallets()), events], []);
});

it('a client and a wallet show none, before and after calls', async () => {
  const all = stub(json({}));
  for (const value of [all.client, all.wallet]) expectNoSecret(value, all.sent);
  await all.wallet.getApiCodeStatus();
  for (const value of [all.client, all.wallet]) expectNoSecret(value, all.sent);
});

it.each([asRefusal(403, 'Forbidden. Invalid API code'), json({ valid: {} })])(
  'what GET gives shows none',
  async (reply) => {
    const all = stub(reply);
    const given = await all.client.GET('/v1/svc/wallets/{WALLET_ID}/apisecret', {
      params: { path: { WALLET_ID: 1n } },
    });
    expectNoSecret(given, all.sent);
    expectNoSecret(await given.response.text(), all.sent);
  },
);

describe('what has no secret is left as it is', () => {
  it('a result, even with the API code in it', async () => {
    const result = { valid: { api_code: API_CODE } };
    const { client } = stub(json(result));
    const { data } = await client.GET('/v1/svc/wallets/{WALLET_ID}/apisecret', { params: { path: { WALLET_ID: 1n } } });
    expect(data).toMatchObject(result);
  });

  it.each([
    ['code', 'invalid_api_code'],
    ['Invalid', 'invalid_api_code'],
    ['Forbidden', 'unknown'], // which may be a secret
  ])('a refusal where the API code is %s', async (apiCode, reason) => {
    const { wallet } = stub(refused('invalid_api_code'), { credentials: { apiCode, secret: SECRET } });
    expect(await failureOf(wallet.getVaultBalance())).toMatchObject({ reason });
  });

  it('but not a secret of eight characters', async () => {
    const { wallet } = stub(json({ error: 'of abcdefgh' }, 400), {
      credentials: { apiCode: 'abcdefgh', secret: SECRET },
    });
    expect(await failureOf(wallet.getVaultBalance())).toMatchObject({ text: 'of [secret]' });
  });
});

it.each([
  ['slashes', (text: string) => text.replaceAll('/', '\\/')],
  ['codes', (text: string) => text.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)],
])('of odd signs are found although JSON escapes them with %s', async (_, escape) => {
  const apiCode = 'Ab/cD+efgh/ijkl12==';
  const { wallet } = stub(page(`{"error":"bad code ${escape(apiCode)}"}`, 400), {
    credentials: { apiCode, secret: SECRET },
  });
  expect(await failureOf(wallet.listDepositAddresses())).toMatchObject({ text: 'bad code [secret]' });
});

it('of any length and signs are looked for at once', async () => {
  const sign = (): Signature => ({
    checksum: '\\'.repeat(40),
    headers: { 'x-more': '/'.repeat(20_000) },
  });
  const { wallet } = stub(json({ error: '\\'.repeat(200) }, 400), { sign });
  const started = performance.now();
  const error = await failureOf(wallet.listDepositAddresses());
  expect(performance.now() - started).toBeLessThan(1000);
  expect(error).toHaveProperty('reason', 'unknown');
  expect(String(error)).not.toContain('\\'.repeat(40));
});
