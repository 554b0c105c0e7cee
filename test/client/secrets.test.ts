/** No way of printing a client, an error or a debug event shows an API code, a secret or a checksum. */
import {
  createWalletClient,
  type AnswerEvent,
  type Signature,
  type UnreadableResponseError,
  WalletError,
  openapiFetch,
  watch,
} from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { printed } from './printed.ts';
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
  [
    'an API code that no header can hold',
    json({}),
    { credentials: () => ({ apiCode: `${API_CODE}\n`, secret: SECRET }) },
  ],
  ['an API code of other letters', json({}), { credentials: () => ({ apiCode: `${API_CODE}é`, secret: SECRET }) }],
  ['a checksum that no header can hold', json({}), { sign: () => ({ checksum: `${SECRET}\n` }) }],
  ['a secret that is none', json({}), { credentials: () => ({ apiCode: API_CODE }) }],
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
  const events: AnswerEvent[] = [];
  const credentials = { apiCode: API_CODE, secret: SECRET };
  const client = createWalletClient({
    baseUrl: 'http://127.0.0.1:1',
    credentials,
    attempts: 1,
  });
  watch(client, { onAnswer: (event) => events.push(event) });
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
    const given = await openapiFetch(all.client).GET('/v1/svc/wallets/{WALLET_ID}/apisecret', {
      params: { path: { WALLET_ID: 1n } },
    });
    expectNoSecret(given, all.sent);
    expectNoSecret(await given.response.text(), all.sent);
  },
);

it('what an engine hangs on its errors is left behind: the request itself may be', async () => {
  const told = Object.assign(new Error(`Parse Error of ${API_CODE}`), {
    code: 'HPE_INVALID',
    data: `x-api-code: ${API_CODE}`,
  });
  const all = stub(() => Promise.reject(new TypeError('fetch failed', { cause: told })), { attempts: 1 });
  const error = await fail(all, 'createDepositAddresses');
  expectNoSecret(error, all.sent);
  expect(error).toHaveProperty('cause.message', 'Error: Parse Error of [secret]');
});

it('an answer to a later attempt may name the code of an earlier one', async () => {
  const codes = [API_CODE, 'PJTOVP3DP5VEYFRNGMEXAMPLE3'];
  const all = stub([page('', 502), page(`seen: ${API_CODE}`, 404)], {
    credentials: () => ({ apiCode: codes.shift() ?? '', secret: SECRET }),
  });
  expect(await failureOf(all.clock.finish(all.wallet.getVaultBalance()))).toHaveProperty('excerpt', 'seen: [secret]');
});

describe('what has no secret is left as it is', () => {
  it('a result, even with the API code in it', async () => {
    const result = { valid: { api_code: API_CODE } };
    const { client } = stub(json(result));
    const { data } = await openapiFetch(client).GET('/v1/svc/wallets/{WALLET_ID}/apisecret', {
      params: { path: { WALLET_ID: 1n } },
    });
    expect(data).toMatchObject(result);
  });

  it.each([
    ['code', 'invalid_api_code'],
    ['Invalid', 'invalid_api_code'],
    ['Forbidden', 'invalid_api_code'], // which errors do not show
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

describe('an answer that repeats a credential shows none, spelled', () => {
  const secret = 'p/q+r=s\\"t & <ü→>\'x{y}\n\t😀.';
  const each = (text: string, spell: (character: string) => string): string => Array.from(text, spell).join('');
  const unit = (character: string): string =>
    character
      .split('')
      .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  const code = (character: string): number => character.codePointAt(0) ?? 0;
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  const html = (text: string): string => each(text, (character) => named[character] ?? character);
  const spellings: Record<string, (text: string) => string> = {
    'as it is': (text) => text,
    'in upper case': (text) => text.toUpperCase(),
    'as JSON': (text) => JSON.stringify(text).slice(1, -1),
    'as JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
    'with escaped slashes': (text) => text.replaceAll('/', '\\/'),
    'by \\u': (text) => each(text, unit),
    'by \\U': (text) => each(text, (character) => unit(character).toUpperCase().replaceAll('\\U', '\\u')),
    'by \\u{}': (text) => each(text, (character) => unit(character).replace(/u(....)/g, 'u{$1}')),
    'by \\x': (text) =>
      each(text, (character) => (code(character) < 256 ? `\\x${code(character).toString(16)}` : character)),
    'for a URL': encodeURIComponent,
    'for a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
    'as a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
    'by percent, all of it': (text) =>
      Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    'as HTML': html,
    'as HTML in HTML': (text) => html(html(text)),
    'by decimal entities': (text) => each(text, (character) => `&#${String(code(character))};`),
    'by hexadecimal entities': (text) => each(text, (character) => `&#x${code(character).toString(16)};`),
  };

  it.each([
    // what JSON of .NET, Go or PHP escapes, before what could be the end of a longer escape
    ['k7Qp+}Zr9wXa2mT', 'k7Qp\\u002B}Zr9wXa2mT'],
    ['k7Qp&;}Zr9wXa2mT', 'k7Qp\\u0026;}Zr9wXa2mT'],
    ['k7Qpé}Zr9wXa2mT', 'k7Qp\\u00e9}Zr9wXa2mT'],
    // backslashes side by side
    ['k7Qp\\\\Zr9wXa2mT', 'k7Qp%5C%5CZr9wXa2mT'],
    ['k7Qp\\\\Zr9wXa2mT', 'k7Qp&#92;&#92;Zr9wXa2mT'],
    ['k7Qp\\\\Zr9wXa2mT', 'k7Qp\\u005c\\u005cZr9wXa2mT'],
    ['k7Qp\\\\\\/Zr9wXa2mT', 'k7Qp%5c%5C%5C%2FZr9wXa2mT'],
    // JSON in HTML, and in a URL
    ['k7Qp"Zr9wXa2mT', 'k7Qp\\&quot;Zr9wXa2mT'],
    ['k7Qp"Zr9wXa2mT', 'k7Qp%5C%22Zr9wXa2mT'],
    ['k7Qp"Zr9wXa2mT', 'k7Qp%255C%2522Zr9wXa2mT'],
  ])('%s as %s', async (hidden, spelled) => {
    const { wallet } = stub(page(`seen: ${spelled} (end)`, 404), { credentials: { apiCode: 'code', secret: hidden } });
    expect(await failureOf(wallet.getVaultBalance())).toHaveProperty('excerpt', 'seen: [secret] (end)');
    const refusal = stub(page(`{"error":"signed ${spelled}."}`, 400), {
      credentials: { apiCode: 'code', secret: hidden },
    });
    expect(printed(await failureOf(refusal.wallet.getVaultBalance()))).not.toContain('Zr9wXa2mT');
  });

  it.each(Object.keys(spellings))('%s', async (name) => {
    const spelled = spellings[name]?.(secret) ?? '';
    const { wallet } = stub(page(`seen: ${spelled} (end)`, 404), { credentials: { apiCode: 'code', secret } });
    const error = await failureOf(wallet.getVaultBalance());
    expect(error).toHaveProperty('excerpt', 'seen: [secret] (end)');
    // In other texts nothing is taken for it.
    const other = stub(page(`seen: ${spelled} (end)`, 404), { credentials: { apiCode: 'code', secret: `${secret}0` } });
    expect(await failureOf(other.wallet.getVaultBalance())).toHaveProperty(
      'excerpt',
      `seen: ${spelled} (end)`.slice(0, 200),
    );
  });
});

it.each([
  ['slashes', (text: string) => text.replaceAll('/', '\\/')],
  ['codes', (text: string) => text.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)],
])('of odd signs are found although %s escape them in what is no JSON, or not all of it', async (_, escape) => {
  const apiCode = 'Ab/cD+efgh/ijkl12==';
  for (const text of [`<pre>"${escape(apiCode)}"`, `{"error":"bad code ${escape(apiCode)}`]) {
    const { wallet } = stub(page(text, 502), { credentials: { apiCode, secret: SECRET }, attempts: 1 });
    const error = printed(await failureOf(wallet.listDepositAddresses()));
    expect(error).toContain('[secret]');
    expect(error).not.toContain('efgh');
  }
});

it.each([
  ['many backslashes in JSON', `abc${'\\'.repeat(5)}def-ghi`, (text: string) => JSON.stringify(text).slice(1, -1)],
  ['a tab in a URL', 'abc\tdef-ghi', encodeURIComponent],
])('of odd signs are found: %s', async (_, secret, spell) => {
  const { wallet } = stub(page(`seen: ${spell(secret)}.`, 404), { credentials: { apiCode: 'code', secret } });
  expect(await failureOf(wallet.getVaultBalance())).toHaveProperty('excerpt', 'seen: [secret].');
});

it.each([80, 81, 87, 88, 160, 165])('of %d characters are hidden to the last', async (length) => {
  const secret = Array.from({ length }, (_, i) => String.fromCharCode(65 + ((i * 7) % 26))).join('');
  const { wallet } = stub(page(`seen: ${secret}.`, 404), { credentials: { apiCode: 'code', secret } });
  const { excerpt } = (await failureOf(wallet.getVaultBalance())) as UnreadableResponseError;
  expect(excerpt).toMatch(/^seen: (\[secret\])+\.$/);
});

it('of many backslashes are looked for at once where there are only others', async () => {
  const credentials = { apiCode: 'code', secret: `${'\\'.repeat(40)}x` };
  const { wallet } = stub(page('\\'.repeat(400), 404), { credentials });
  const started = performance.now();
  await failureOf(wallet.listDepositAddresses());
  expect(performance.now() - started).toBeLessThan(5000);
});

it.each([
  ['backslashes', 'a\\', 'a\\'],
  ['escaped backslashes', 'a\\', 'a\\\\'],
  ['semicolons', ';', '&#59;'],
  ['tabs', '\t', '&#9;'],
  ['braces', '}', '\\u007d}'],
  ['backslashes in a URL', '\\', '%5C'],
  ['quotes in JSON in a URL', '"', '%5C%22'],
  ['letters behind backslashes in a URL', 'c', '%5C'],
  ['ampersands', '&', '&amp;amp;'],
  ['percents', '%25', '%2525'],
])('of many %s are looked for at once, if all but the last character is there', async (_, part, spelled) => {
  const credentials = { apiCode: 'code', secret: `${part.repeat(30)}ZZZZZZZZ` };
  const { wallet } = stub(page(`${spelled.repeat(40)}ZZZZZZZ`, 404), { credentials });
  const started = performance.now();
  await failureOf(wallet.listDepositAddresses());
  expect(performance.now() - started).toBeLessThan(5000);
});

it.each([
  ['\\'.repeat(20), '%5C'],
  ['\\'.repeat(20), '&#92;'],
  ['\\"'.repeat(10), '%5C%22'],
  ['c"'.repeat(10), '%5C'],
])('of %s are looked for at once in a million characters of %s', async (part, text) => {
  const credentials = { apiCode: 'code', secret: `${part}ZZZZZZZZ` };
  const { wallet } = stub(page(text.repeat(1_000_000 / text.length), 404), { credentials });
  const started = process.cpuUsage();
  await failureOf(wallet.listDepositAddresses());
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});

describe('what a call has in its own headers changes nothing of what a refusal means', () => {
  const order = { order_id: 'shop1_000017', address: 'a', amount: '1' };
  it.each([
    ['x-flow', 'required', 'memo_required', { ORDER_ID: order.order_id }],
    ['idempotency-key', order.order_id, 'memo_required', { ORDER_ID: order.order_id }],
    ['x-queue', 'frequently', 'call_too_frequently', { THROTTLING_COUNT: '1000' }],
  ] as const)('%s: %s', async (name, value, reason, values) => {
    const { wallet } = stub(refused(reason, values), { attempts: 1 });
    const call = wallet.withdrawAssets({ requests: [order] }, { headers: { [name]: value } });
    expect(await failureOf(call)).toMatchObject({ reason, values });
  });

  it('and what it repeats of one is not shown', async () => {
    const { wallet } = stub(refused('memo_required', { ORDER_ID: 'a-token-of-mine' }));
    const headers = { 'x-token': 'a-token-of-mine' };
    const error = await failureOf(wallet.withdrawAssets({ requests: [order] }, { headers }));
    expect(error).toMatchObject({ reason: 'memo_required', values: { ORDER_ID: '[secret]' } });
    expect(printed(error)).not.toContain('a-token-of-mine');
  });
});

it('of any length and signs are looked for at once', async () => {
  const sign = (): Signature => ({
    checksum: '\\'.repeat(40),
    headers: { 'x-more': '/'.repeat(2_000) },
  });
  const { wallet } = stub(json({ error: '\\'.repeat(200) }, 400), { sign });
  const started = performance.now();
  const error = await failureOf(wallet.listDepositAddresses());
  expect(performance.now() - started).toBeLessThan(5000);
  expect(error).toHaveProperty('reason', 'unknown');
  expect(String(error)).not.toContain('\\'.repeat(40));
});
