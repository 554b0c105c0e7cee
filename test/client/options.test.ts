/** Options that would end a call as soon as it is on its way, or never: refused before anything is sent. */
import {
  callbacks,
  checkApiCode,
  createLimits,
  createWalletClient,
  findCallbacks,
  InvalidCallError,
  openapiFetch,
  records,
  type WalletClientOptions,
} from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { failureOf, json, stub } from './stub.ts';

const HOUR = 3600_000;
const milliseconds: [string, unknown][] = [
  ['NaN', NaN],
  ['0', 0],
  ['-1', -1],
  ['-Infinity', -Infinity],
  ["'5000'", '5000'], // a text, out of an environment variable
  ['null', null],
  ['5000', 5000n],
  ['true', true],
];
const counts: [string, unknown][] = [...milliseconds, ['2.5', 2.5], ['Infinity', Infinity]].filter(
  (given): given is [string, unknown] => given[1] !== 5000n,
);

describe('a client is not made', () => {
  const made = (options: object) => (): unknown =>
    createWalletClient({
      baseUrl: 'https://wallets.example',
      credentials: { apiCode: 'code', secret: 'secret' },
      ...options,
    });

  describe.each(['timeout', 'deadline'])('with a %s', (name) => {
    it.each(milliseconds)('of %s', (text, value) => {
      expect(made({ [name]: value })).toThrow(new RangeError(`${name} is ${text}. Give milliseconds above 0.`));
    });
  });

  it.each(counts)('with %s attempts', (text, attempts) => {
    expect(made({ attempts })).toThrow(new RangeError(`attempts is ${text}. Give a whole number from 1 on.`));
  });

  it.each(['turn', 'claim', 'learn'])('with limits that lack %s', (name) => {
    const limits = { ...createLimits(), [name]: undefined };
    expect(made({ limits })).toThrow(new TypeError('limits must have turn, claim, learn.'));
  });

  it.each<[string, unknown, string]>([
    ['none at all', undefined, "baseUrl is 'undefined'. Give https://host or"],
    ['null', null, "baseUrl is 'undefined'. Give https://host or"],
    ['no baseUrl', {}, "baseUrl is 'undefined'. Give https://host or https://host/path, without /v1 or query."],
    ['a host', { baseUrl: 'wallets.example' }, "baseUrl is 'wallets.example'. Give https://host or"],
    ['a password', { baseUrl: 'https://me:its-password@wallets.example' }, "baseUrl is 'https:…wallets.example'."],
    ['a query', { baseUrl: 'https://wallets.example/?key=its-password' }, "baseUrl is 'https://wallets.example/…'."],
    ...['/v1', '/v1/', '/gateway/v1//'].map((path): [string, unknown, string] => [
      path,
      { baseUrl: `https://wallets.example${path}` },
      `baseUrl is 'https://wallets.example${path}'. Give https://host or https://host/path, without /v1`,
    ]),
    ['a product with a slash', { product: 'a/b' }, "product is 'a/b'. Give one segment of a path."],
    ['no credentials', { credentials: undefined }, 'credentials.apiCode is undefined.'],
    [
      'broken credentials for reading',
      { readOnlyCredentials: { apiCode: 'x', secret: '' } },
      'readOnlyCredentials.secret is empty.',
    ],
    ...['fetch', 'sign', 'random'].map((name): [string, unknown, string] => [
      `${name} that is none`,
      { [name]: {} },
      `${name} must be a function.`,
    ]),
    ...['sing', 'fetsh', 'limit', 'baseURL'].map((name): [string, unknown, string] => [
      `the name ${name}`,
      { [name]: () => undefined },
      `${name} is no option. The options are baseUrl, product, credentials, readOnlyCredentials, sign, fetch, timeout, `,
    ]),
    [
      'a secret that ends with its line',
      { credentials: { apiCode: 'a', secret: 'its-secret\n' } },
      'credentials.secret is no such',
    ],
    ['a clock that is a date', { clock: Date }, 'clock must have now, monotonic, after.'],
    ['null for a clock', { clock: null }, 'clock must have now, monotonic, after.'],
  ])('with %s', (name, options, message) => {
    const usual = { baseUrl: 'https://wallets.example', credentials: { apiCode: 'code', secret: 'secret' } };
    const given = options && Object.keys(options).length > 0 ? { ...usual, ...options } : options;
    const make = (): unknown => createWalletClient(given as never);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).not.toThrow('its-password');
  });

  it('with limits that lack anything, but with all that they need', () => {
    expect(made({ limits: createLimits() })).not.toThrow();
  });
});

describe('a call sends nothing', () => {
  const all = stub(json({}));
  const { client, wallet, sent } = all;
  const order = { order_id: 'shop1_1', address: '0x25d5', amount: '1.5' };

  describe.each(['timeout', 'deadline'])('with a %s', (name) => {
    it.each(milliseconds)('of %s', async (text, value) => {
      const error = await failureOf(wallet.withdrawAssets({ requests: [order] }, { [name]: value }));
      expect(error).toBeInstanceOf(InvalidCallError);
      expect(error).toMatchObject({
        ...{ reason: 'invalid_call', operationId: 'withdrawAssets', attempts: 0, effect: 'none', retryable: false },
        message: `withdrawAssets: ${name} is ${text}. Give milliseconds above 0.`,
      });
      expect(sent).toEqual([]);
    });
  });

  it.each([new AbortController(), {}, 'signal', true, () => undefined])(
    'with %o in the place of a signal',
    async (signal) => {
      const options = { signal } as never;
      const error = await failureOf(wallet.withdrawAssets({ requests: [order] }, options));
      expect(error).toBeInstanceOf(InvalidCallError);
      expect((error as Error).message).toContain('signal is no AbortSignal.');
      expect(sent).toEqual([]);
    },
  );

  it('with an option by another name, whichever way it is made', async () => {
    const given = { timeuot: 5 } as object;
    for (const call of [
      client.getCurrencyPrices({}, given),
      wallet.withdrawAssets({ requests: [order] }, given),
      findCallbacks(wallet, [1n], given),
      checkApiCode(wallet, given),
      records(wallet, 'listDepositAddresses', {}, given).next(),
      callbacks(wallet, { from: 1, to: 2, ...given }).next(),
    ]) {
      const error = await failureOf(call);
      expect(error).toBeInstanceOf(InvalidCallError);
      expect((error as Error).message).toContain(
        'timeuot is no option. The options are signal, timeout, deadline, headers.',
      );
    }
    expect(sent).toEqual([]);
  });

  it('with a signal in the place of its options', async () => {
    const error = await failureOf(wallet.getApiCodeStatus({}, AbortSignal.timeout(1e6) as object));
    expect((error as Error).message).toMatch(/is no option\. The options are signal, /);
    expect(sent).toEqual([]);
  });

  it('whichever way it is made', async () => {
    const options = { timeout: NaN };
    const path = '/v1/svc/currency/prices';
    for (const call of [
      client.getCurrencyPrices({}, options),
      openapiFetch(client).GET(path, options),
      findCallbacks(wallet, [1n], options),
      checkApiCode(wallet, options),
      records(wallet, 'listDepositAddresses', {}, options).next(),
    ])
      expect(await failureOf(call)).toBeInstanceOf(InvalidCallError);
    expect(sent).toEqual([]);
  });
});

it('Infinity is a time, and undefined is the usual one', async () => {
  const forever: Partial<WalletClientOptions> = { timeout: Infinity, deadline: Infinity, attempts: 1 };
  const { wallet, clock } = stub(() => new Promise(() => undefined), forever);
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  wallet.getVaultBalance({}, { timeout: undefined, signal: undefined }).then(end, end);
  await clock.advance(1000 * HOUR);
  expect(ended).toBe(false);
});
