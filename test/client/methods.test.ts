/** One method for each operation: where its input goes in the request, and what its answer becomes. */
import { createWalletClient, InvalidCallError, openapiFetch } from '@wallet-operations/client';
import manifest from '../../packages/client/package.json' with { type: 'json' };
import { endpoints } from '@wallet-operations/openapi/tables';
import { describe, expect, it } from 'vitest';
import { operations } from './document.ts';
import { API_CODE, failureOf, json, refused, stub, WALLET_ID } from './stub.ts';

type AnyMethod = (input?: object) => Promise<unknown>;
const methodsOf = (client: object): Record<string, AnyMethod> => client as Record<string, AnyMethod>;
const unixNow = 1795163400;

const filled = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

it('there is one for each operation of the document', () => {
  const { client } = stub(json({}));
  const names = operations.map(({ operationId }) => operationId);
  expect(names).toHaveLength(20);
  expect(Object.keys(endpoints).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(client).toSorted()).toEqual([...names, 'wallet'].toSorted());
});

describe.each(operations)('$operationId', ({ operationId, method, path, inPath, inQuery, bodies, answers }) => {
  it.each(bodies)('sends exactly what its input says: %s', async (_, body) => {
    const { client, sent } = stub(json({}));
    await methodsOf(client)[operationId]?.({ ...inPath, ...inQuery, ...body });
    expect(sent).toHaveLength(1);
    const query = Object.entries({ ...inQuery, t: unixNow }).map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    );
    expect(sent[0]).toMatchObject({
      method,
      url: `https://wallets.example${filled(path, inPath)}?${query.join('&')}`,
      redirect: 'manual',
    });
    expect(sent[0]?.body === undefined ? undefined : JSON.parse(sent[0].body)).toEqual(body);
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      'user-agent': `wallet-operations-client/${manifest.version}`,
      'x-api-code': API_CODE,
      'x-checksum': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      ...(body && { 'content-type': 'application/json' }),
    });
  });

  it.each(answers)('gives the example $name with its 64-bit integers as bigints', async ({ json: example, value }) => {
    const { client } = stub(json(example));
    expect(await methodsOf(client)[operationId]?.({ ...inPath, ...inQuery, ...bodies[0]?.[1] })).toEqual(value);
  });

  if (method === 'GET')
    it('refuses a parameter that it does not have', async () => {
      const { client, sent } = stub(json({}));
      const error = await failureOf(
        methodsOf(client)[operationId]?.({ ...inPath, ...inQuery, from_tme: 0 }) ?? Promise.resolve(),
      );
      expect(error).toBeInstanceOf(InvalidCallError);
      expect(error).toMatchObject({ operationId, attempts: 0, effect: 'none', retryable: false });
      expect((error as Error).message).toContain('from_tme');
      expect(sent).toEqual([]);
    });
});

describe('the operations of a wallet', () => {
  const ofWallets = operations.filter(({ inPath }) => 'WALLET_ID' in inPath);

  it('take no WALLET_ID: it would be ignored', async () => {
    const { wallet, sent } = stub(json({}));
    for (const id of ['withdrawAssets', 'getVaultBalance', 'getWithdrawalState'] as const)
      expect(await failureOf(wallet[id]({ WALLET_ID: 999n, requests: [], ORDER_ID: 'a' } as never))).toMatchObject({
        reason: 'invalid_call',
        message: expect.stringContaining('WALLET_ID is no parameter of it.') as string,
      });
    expect(sent).toEqual([]);
  });

  it('are those that have a WALLET_ID, and its number', () => {
    const { wallet } = stub(json({}));
    const names = ofWallets.map(({ operationId }) => operationId);
    expect(Object.keys(wallet).toSorted()).toEqual([...names, 'walletId'].toSorted());
    expect(wallet.walletId).toBe(WALLET_ID);
  });

  it.each(ofWallets)('$operationId fills it in', async ({ operationId, inPath, inQuery, bodies }) => {
    const { client, sent } = stub(json({}));
    const others = Object.fromEntries(Object.entries(inPath).filter(([name]) => name !== 'WALLET_ID'));
    await methodsOf(client.wallet(9007199254740993n))[operationId]?.({ ...others, ...inQuery, ...bodies[0]?.[1] });
    expect(sent[0]?.url).toContain('/v1/svc/wallets/9007199254740993/');
  });

  it('takes input and options away from no operation', async () => {
    const { wallet, sent } = stub(json({}));
    const input = { start_index: 7 };
    await expect(wallet.listDepositAddresses(input, { signal: AbortSignal.abort() })).rejects.toThrow(
      'ended by the caller',
    );
    await wallet.listDepositAddresses(input);
    expect(input).toEqual({ start_index: 7 });
    expect(sent).toHaveLength(1);
  });

  it.each([2 ** 53, 1.5, NaN, -1])('are not those of %d, which is no exact wallet ID', (walletId) => {
    const { client } = stub(json({}));
    expect(() => client.wallet(walletId)).toThrow(InvalidCallError);
  });
});

describe('the base address', () => {
  const urlAt = async (baseUrl: string, product?: string): Promise<string | undefined> => {
    const { client, sent } = stub(json({}), { baseUrl, ...(product !== undefined && { product }) });
    await client.listWallets();
    return sent[0]?.url.replace(/\?.*/, '');
  };

  it.each([
    ['https://wallets.example', 'https://wallets.example/v1/svc/wallets/readonly/walletlist'],
    ['https://wallets.example///', 'https://wallets.example/v1/svc/wallets/readonly/walletlist'],
    ['https://wallets.example/a/b/', 'https://wallets.example/a/b/v1/svc/wallets/readonly/walletlist'],
    ['HTTP://WALLETS.example:8080/A', 'http://wallets.example:8080/A/v1/svc/wallets/readonly/walletlist'],
  ])('%s is where paths begin', async (baseUrl, url) => {
    expect(await urlAt(baseUrl)).toBe(url);
  });

  it('is followed by the segment of the product', async () => {
    expect(await urlAt('https://wallets.example', 'sofa')).toBe(
      'https://wallets.example/v1/sofa/wallets/readonly/walletlist',
    );
  });

  it.each(['', '.', '..', 'a/b', '$&', 'é'])('takes no product "%s", which would make another path', (product) => {
    expect(() => stub(json({}), { product })).toThrow(TypeError);
  });

  it.each([
    '',
    'wallets.example',
    'localhost:3000',
    'ftp://wallets.example',
    'https://wallets.example?x=1',
    'https://wallets.example/#x',
    'https://user:hunter2@wallets.example',
  ])('is not "%s"', (baseUrl) => {
    const make = (): unknown => createWalletClient({ baseUrl, credentials: { apiCode: 'code', secret: 'secret' } });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/baseUrl/);
    expect(make).not.toThrow(/hunter2/);
  });
});

describe('GET and POST', () => {
  const template = '/v1/svc/wallets/{WALLET_ID}/vault/balance';
  const params = { path: { WALLET_ID } };
  const balance = operations.find(({ operationId }) => operationId === 'getVaultBalance')?.answers[0];

  it('give data and response', async () => {
    const { client, sent } = stub(json(balance?.json));
    const { data, error, response } = await openapiFetch(client).GET(template, { params });
    expect(data).toEqual(balance?.value);
    expect(error).toBeUndefined();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(balance?.value);
    expect(sent[0]?.url).toBe(`https://wallets.example/v1/svc/wallets/635743/vault/balance?t=${String(unixNow)}`);
  });

  it('give a refusal as error, and the very text in response', async () => {
    const { client } = stub(refused('not_found'));
    const { data, error, response } = await openapiFetch(client).GET(template, { params });
    expect(data).toBeUndefined();
    expect(error).toEqual({ error: 'Wallet ID invalid', error_code: 304 });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('{"error":"Wallet ID invalid","error_code":304}');
  });

  it('throw what is no refusal', async () => {
    const { client } = stub(json({ message: 'no operation' }, 404));
    await expect(openapiFetch(client).GET(template, { params })).rejects.toMatchObject({
      reason: 'undocumented_status',
      status: 404,
    });
  });

  it('send the body of a POST', async () => {
    const { client, sent } = stub(json({ notifications: [] }));
    const body = { ids: [9007199254740993n] };
    await openapiFetch(client).POST('/v1/svc/wallets/{WALLET_ID}/notifications/get_by_id', { params, body });
    expect(sent[0]?.body).toBe('{"ids":[9007199254740993]}');
  });

  it.each<NonNullable<RequestInit['headers']>>([
    { 'X-Request': 'a' },
    [['x-request', 'a']],
    new Headers({ 'x-request': 'a' }),
  ])('send headers, however they are given: %o', async (headers) => {
    const { client, sent } = stub(json({}));
    await openapiFetch(client).GET(template, { params, headers });
    expect(sent[0]?.headers.get('x-request')).toBe('a');
  });

  it('leave out a header of null', async () => {
    const { client, sent } = stub(json({}));
    await openapiFetch(client).GET(template, { params, headers: { 'x-empty': null } });
    expect(sent[0]?.headers.has('x-empty')).toBe(false);
  });

  it.each(['x-api-code', 'x-checksum', 'content-length', 'connection'])('refuse the header %s', async (name) => {
    const { client, sent } = stub(json({}));
    const call = openapiFetch(client).GET(template, { params, headers: { [name]: '5' } });
    expect(String(await failureOf(call))).toContain(`headers cannot have ${name}.`);
    expect(sent).toEqual([]);
  });

  it.each([
    { headers: { 'x-request': 'a\nb' } },
    { fetch },
    { baseUrl: 'https://elsewhere.example' },
    { parseAs: 'text' },
  ])('refuse what they cannot do: %o', async (init) => {
    const { client, sent } = stub(json({}));
    await expect(openapiFetch(client).GET(template, { params, ...init } as never)).rejects.toBeInstanceOf(
      InvalidCallError,
    );
    expect(sent).toEqual([]);
  });

  it('refuse a path that the document does not have', async () => {
    const { client, sent } = stub(json({}));
    const get = openapiFetch(client).GET as unknown as (path: string) => Promise<unknown>;
    await expect(get('/v1/svc/wallets')).rejects.toBeInstanceOf(InvalidCallError);
    expect(sent).toEqual([]);
  });
});
