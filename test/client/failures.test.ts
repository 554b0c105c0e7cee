/** What a failure says, by which a caller decides; and that nothing is done any more once it is known. */
import {
  ConnectionError,
  createWalletClient,
  type Sign,
  SigningError,
  TimeoutError,
  UnreadableResponseError,
  openapiFetch,
  watch,
} from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { broken, deaf, failureOf, json, page, type Reply, SECRET, silent, stub } from './stub.ts';

const order = { order_id: 'shop1_1', address: '0x25d5', amount: '1.5' };
const thrown =
  (error: unknown): Reply =>
  () => {
    const { promise, reject } = Promise.withResolvers<Response>();
    reject(error);
    return promise;
  };

describe('a connection that fails', () => {
  it.each([
    ['the code of the socket', new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }), 'ECONNRESET'],
    ['the code of its own', Object.assign(new Error('closed'), { code: 'ConnectionClosed' }), 'ConnectionClosed'],
    [
      'its message where the cause has no code',
      new TypeError('fetch failed', { cause: new Error('x') }),
      'fetch failed',
    ],
    ['its message where there is no cause', new TypeError('Load failed'), 'Load failed'],
    ['itself where it is a text', 'no network', 'no network'],
    ['itself where it is nothing', null, 'null'],
  ])('is named by %s', async (_, error, reason) => {
    const { wallet } = stub(thrown(error), { attempts: 1 });
    const failure = await failureOf(wallet.withdrawAssets({ requests: [order] }));
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({
      message: `withdrawAssets: no answer: ${reason}`,
      ...{ attempts: 1, effect: 'unknown', retryable: true },
    });
  });

  it.each(['ECONNREFUSED_BY_PROXY', 'XECONNREFUSED', 'after ECONNREFUSED', 'ECONNREFUSED by proxy'])(
    'has sent nothing by the very words of the engine alone, not by %s',
    async (code) => {
      const { wallet, sent, clock } = stub(broken(code), { attempts: 2 });
      const failure = await failureOf(clock.finish(wallet.withdrawAssets({ requests: [order] })));
      expect(failure).toMatchObject({ effect: 'unknown' });
      expect(sent).toHaveLength(1);
    },
  );

  // As it is where a firewall rejects the packets of a connection that stands: Linux then fails what is done with the socket.
  it.each([
    ['connect', 'none', 2],
    ['read', 'unknown', 1],
    ['write', 'unknown', 1],
    [undefined, 'none', 2], // several addresses were tried
  ] as const)('refused to %s: the effect is %s', async (syscall, effect, count) => {
    const cause = Object.assign(new Error(`${String(syscall)} ECONNREFUSED`), { code: 'ECONNREFUSED', syscall });
    const { wallet, sent, clock } = stub(thrown(new TypeError('fetch failed', { cause })), { attempts: 2 });
    const failure = await failureOf(clock.finish(wallet.withdrawAssets({ requests: [order] })));
    expect(failure).toMatchObject({ effect, message: 'withdrawAssets: no answer: ECONNREFUSED' });
    expect(sent).toHaveLength(count);
  });
});

/** What is no API code with a secret, and what is said of it. */
const brokenCredentials: [string, unknown, string][] = [
  ['nothing', undefined, 'credentials.apiCode is undefined. Give a line of plain text.'],
  ['an empty API code', { apiCode: '', secret: SECRET }, 'credentials.apiCode is empty. Give a line of plain text.'],
  ['a letter', { apiCode: 'é', secret: SECRET }, 'credentials.apiCode is no such text. Give a line of plain text.'],
  ['a number', { apiCode: 5, secret: SECRET }, 'credentials.apiCode is number. Give a line of plain text.'],
  ['null', { apiCode: null, secret: SECRET }, 'credentials.apiCode is null. Give a line of plain text.'],
  ['no secret', { apiCode: 'code' }, 'credentials.secret is undefined. Give a line of plain text.'],
  ['an empty secret', { apiCode: 'code', secret: '' }, 'credentials.secret is empty. Give a line of plain text.'],
];

it.each(brokenCredentials)('no client is made with credentials of %s', (_, credentials, message) => {
  const made = (): unknown =>
    createWalletClient({ baseUrl: 'https://wallets.example', credentials: credentials as never });
  expect(made).toThrow(new TypeError(message));
});

it('a refusal with escapes of more than a million characters is none: nobody reads it to its end', async () => {
  const body = (pad: number): Reply => page(JSON.stringify({ error: 'debug', pad: `%${'x'.repeat(pad)}` }), 400);
  const reasonOf = async (pad: number): Promise<unknown> =>
    ((await failureOf(stub(body(pad)).wallet.getVaultBalance())) as { reason?: unknown }).reason;
  expect([await reasonOf(900_000), await reasonOf(1_000_000)]).toEqual(['unknown', 'truncated_json']);
});

it('a refusal without escapes is read however long it is', async () => {
  const { wallet } = stub(page(JSON.stringify({ error: 'debug', pad: 'x'.repeat(1_000_000) }), 400));
  expect(await failureOf(wallet.getVaultBalance())).toHaveProperty('reason', 'unknown');
});

it('what is no error, and has no words, is a failure of the connection all the same', async () => {
  const nothing = Object.create(null) as Error;
  const { wallet } = stub(() => Promise.reject(nothing), { attempts: 1 });
  const error = await failureOf(wallet.withdrawAssets({ requests: [order] }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ message: 'withdrawAssets: no answer: object', effect: 'unknown', attempts: 1 });
});

it('what breaks while the answer is read has been sent, by whatever words', async () => {
  const text = (): Promise<string> => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const answer = { status: 200, headers: new Headers(), text } as unknown as Response;
  const { wallet } = stub(json({}), { fetch: () => Promise.resolve(answer) });
  expect(await failureOf(wallet.withdrawAssets({ requests: [order] }))).toMatchObject({
    effect: 'unknown',
    attempts: 1,
  });
});

describe('a call that could not be signed says what is wrong, and that nothing was sent', () => {
  it.each<[string, object, string]>([
    ['credentials', { credentials: () => Promise.reject(new Error('closed')) }, 'credentials failed: closed'],
    ['sign', { sign: () => Promise.reject(new Error(`closed to ${SECRET}`)) }, 'sign failed: closed to [secret]'],
    ...brokenCredentials.map(([name, broken, message]): [string, object, string] => [
      `credentials: ${name}`,
      { credentials: () => broken },
      message,
    ]),
    ['a checksum', { sign: () => ({ checksum: 'é' }) }, 'checksum is no such text. Give a line of plain text.'],
  ])('%s', async (_, options, message) => {
    const { wallet, sent, events } = stub(json({}), options);
    const failure = await failureOf(wallet.withdrawAssets({ requests: [order] }));
    expect(failure).toBeInstanceOf(SigningError);
    expect(failure).toMatchObject({
      message: `withdrawAssets: ${message}`,
      ...{ attempts: 0, effect: 'none', retryable: false },
    });
    expect([sent, events.length]).toEqual([[], 0]);
  });
});

describe('what comes to its end', () => {
  it('is not sent where it is signed too late', async () => {
    const clock = createFakeClock();
    const sign: Sign = () =>
      new Promise((resolve) => {
        clock.after(40_000, () => {
          resolve({ checksum: 'late' });
        });
      });
    const { wallet, sent } = stub(json({}), { clock, sign, attempts: 1 });
    const failing = failureOf(wallet.withdrawAssets({ requests: [order] }));
    await clock.advance(60_000);
    expect(await failing).toBeInstanceOf(TimeoutError);
    expect(sent).toEqual([]);
  });

  it('by the caller says so, and is told to the debug hook once for each attempt', async () => {
    const controller = new AbortController();
    const { wallet, events, clock } = stub(broken('ECONNREFUSED'));
    const failing = failureOf(wallet.withdrawAssets({ requests: [order] }, { signal: controller.signal }));
    await clock.advance(100);
    controller.abort();
    expect(await failing).toMatchObject({
      message: 'withdrawAssets: ended by the caller',
      effect: 'none',
      attempts: 1,
    });
    expect(events).toHaveLength(1);
  });

  it.each([silent, deaf])(
    'with its last attempt is a deadline, which another attempt would not change',
    async (reply) => {
      const { wallet, clock } = stub(reply);
      const failing = failureOf(wallet.getVaultBalance({}, { timeout: 2000, deadline: 2000 }));
      expect(await clock.finish(failing)).toMatchObject({ reason: 'deadline', retryable: false, attempts: 1 });
    },
  );

  it('in a wait tells the failure before it, at once', async () => {
    const { wallet, clock } = stub(broken('ECONNREFUSED'), { random: () => 1 });
    const failing = failureOf(wallet.getVaultBalance({}, { deadline: 250 }));
    expect(await clock.finish(failing)).toMatchObject({ reason: 'connection', attempts: 1 });
    expect(clock.monotonic()).toBe(0);
  });
});

it('GET and POST throw what is no answer of the service', async () => {
  const { client } = stub(page('<html>', 200), { attempts: 1 });
  expect(await failureOf(openapiFetch(client).GET('/v1/svc/currency/prices'))).toBeInstanceOf(UnreadableResponseError);
});

describe('on the machine’s own clock', () => {
  const made = (options: object) =>
    createWalletClient({
      baseUrl: 'https://wallets.example',
      credentials: { apiCode: 'code', secret: 'secret' },
      ...options,
    });
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  it('a call that has ended leaves no timer behind, which would keep a process from ending', async () => {
    const before = timers();
    const wallet = made({ fetch: () => Promise.resolve(new Response('{}')) }).wallet(1);
    await Promise.all(Array.from({ length: 10 }, () => wallet.getVaultBalance()));
    expect(timers()).toBe(before);
  });

  it('an attempt and a call end in time', async () => {
    const events: { readonly milliseconds: number }[] = [];
    const onAnswer = (event: (typeof events)[0]): void => void events.push(event);
    const client = made({ fetch: () => new Promise(() => undefined), random: () => 0, attempts: 2 });
    watch(client, { onAnswer });
    const wallet = client.wallet(1);
    expect(await failureOf(wallet.getVaultBalance({}, { timeout: 20 }))).toMatchObject({
      reason: 'timeout',
      attempts: 2,
    });
    expect(await failureOf(wallet.getVaultBalance({}, { deadline: 20 }))).toMatchObject({ reason: 'deadline' });
    expect(events).toHaveLength(3);
    for (const { milliseconds } of events) expect(milliseconds).toBeGreaterThan(10);
  });

  it('a time that is longer than a timer can be is no time at all', async () => {
    const fetch = () => new Promise((resolve) => setTimeout(resolve, 50, new Response('{"balance":"1"}')));
    for (const long of [2 ** 31, 2 ** 31 + 1, 2 ** 40, Infinity])
      expect(await made({ fetch }).wallet(1).getVaultBalance({}, { timeout: long, deadline: long })).toEqual({
        balance: '1',
      });
  });
});
