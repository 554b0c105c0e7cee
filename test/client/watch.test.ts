/** What hooks are told of a call, when, and by whom: each request with its one answer, each wait, and nothing after a watch has ended. */
import {
  createLimits,
  type AnswerEvent,
  type RequestEvent,
  type WaitEvent,
  watch,
  type WalletClientOptions,
} from '@wallet-operations/client';
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
  silent,
  stub,
  type Stub,
} from './stub.ts';

type Told = ['request', RequestEvent] | ['answer', AnswerEvent] | ['wait', WaitEvent];

interface Watched extends Stub {
  readonly told: Told[];
  readonly stop: () => void;
}

function watched(replies: Reply | readonly Reply[], options: Partial<WalletClientOptions> = {}): Watched {
  const made = stub(replies, options);
  const told: Told[] = [];
  const stop = watch(made.client, {
    onRequest: (event) => told.push(['request', event]),
    onAnswer: (event) => told.push(['answer', event]),
    onWait: (event) => told.push(['wait', event]),
  });
  return { ...made, told, stop };
}

const namesOf = ({ told }: Watched): string[] => told.map(([name]) => name);
const order = { order_id: 'shop1_1', address: '0x25d5', amount: '1.5' };

it('a call is told before it leaves and after its answer, with all that says whose it is', async () => {
  const all = watched(
    json({ balance: '1' }, 200, { 'X-Request-Id': 'req-1', 'Set-Cookie': 'session=of-the-service' }),
    {
      baseUrl: 'https://gateway.example:8443/wallets/',
      product: 'custody',
    },
  );
  await all.clock.finish(all.wallet.getVaultBalance());
  const [[, request], [, answer]] = all.told as [['request', RequestEvent], ['answer', AnswerEvent]];
  expect(namesOf(all)).toEqual(['request', 'answer']);
  expect(request).toEqual({
    operationId: 'getVaultBalance',
    walletId: 635743n,
    callId: expect.stringMatching(/^[\da-f-]{36}-\d+$/) as string,
    attempt: 1,
    method: 'GET',
    baseUrl: 'https://gateway.example:8443/wallets',
    urlTemplate: '/v1/custody/wallets/{WALLET_ID}/vault/balance',
    path: '/v1/custody/wallets/635743/vault/balance',
    headers: {
      'user-agent': expect.stringMatching(/^wallet-operations-client\/\d+\.\d+\.\d+/) as string,
      'x-api-code': '[secret]',
      'x-checksum': '[secret]',
    },
  });
  expect(answer.request).toBe(request);
  expect(answer).toMatchObject({ status: 200, requestId: 'req-1', reason: undefined, nextIn: undefined });
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'req-1' });
  expect(JSON.stringify(answer.headers)).not.toContain('of-the-service');
});

it('an operation without a wallet has none, and each call an ID of its own', async () => {
  const all = watched(json({ currency_prices: [] }));
  await all.client.getCurrencyPrices();
  await all.client.getCurrencyPrices();
  const [first, , second] = all.told as ['request', RequestEvent][];
  expect(first?.[1].walletId).toBeUndefined();
  expect(first?.[1].callId).not.toBe(second?.[1].callId);
});

it('what is sent again is told as one call: its attempts, what each came to, and the waits between', async () => {
  const all = watched([page('', 502), broken('ECONNREFUSED'), json({ balance: '1' })]);
  await all.clock.finish(all.wallet.getVaultBalance());
  expect(namesOf(all)).toEqual(['request', 'answer', 'wait', 'request', 'answer', 'wait', 'request', 'answer']);
  expect(all.told).toMatchObject([
    ['request', { attempt: 1 }],
    ['answer', { status: 502, reason: 'empty_body', nextIn: 250 }],
    ['wait', { attempt: 2, why: 'backoff', milliseconds: 250, operationId: 'getVaultBalance', walletId: 635743n }],
    ['request', { attempt: 2 }],
    ['answer', { status: undefined, reason: 'connection', nextIn: 500, headers: {} }],
    ['wait', { attempt: 3, why: 'backoff', milliseconds: 500 }],
    ['request', { attempt: 3 }],
    ['answer', { status: 200, reason: undefined, nextIn: undefined }],
  ]);
  const ids = all.told.map(([name, event]) => (name === 'answer' ? event.request.callId : event.callId));
  expect(new Set(ids).size).toBe(1);
});

it.each<[string, Reply, object, object]>([
  ['a refusal', refused('memo_required'), {}, { status: 400, reason: 'memo_required' }],
  ['a timeout', silent, { timeout: 3000, attempts: 1 }, { status: undefined, reason: 'timeout', milliseconds: 3000 }],
  ['a deadline', silent, { deadline: 3000 }, { status: undefined, reason: 'deadline', milliseconds: 3000 }],
])('%s is an answer too', async (_, reply, options, answer) => {
  const all = watched(reply, options);
  await failureOf(all.clock.finish(all.wallet.withdrawAssets({ requests: [order] })));
  expect(all.told.slice(0, 2)).toMatchObject([
    ['request', {}],
    ['answer', answer],
  ]);
  expect(namesOf(all)).toEqual(['request', 'answer']);
});

it('a call that its caller ends has its answer at once, and one only', async () => {
  const controller = new AbortController();
  const all = watched(silent);
  const failing = failureOf(all.wallet.getVaultBalance({}, { signal: controller.signal }));
  await all.clock.advance(1000);
  controller.abort();
  await failing;
  expect(all.told[1]).toMatchObject(['answer', { reason: 'aborted', milliseconds: 1000 }]);
  expect(namesOf(all)).toEqual(['request', 'answer']);
});

it('what never leaves is no request', async () => {
  const all = watched(json({}), { sign: () => Promise.reject(new Error('closed')) });
  await failureOf(all.wallet.getVaultBalance());
  await failureOf(all.wallet.getWithdrawalState({ ORDER_ID: '..' }));
  expect(all.told).toEqual([]);
});

describe('a wait for a turn', () => {
  const waiting = (milliseconds: number): Watched => {
    const made: Watched = watched(json({ balance: '1' }), {
      limits: {
        ...createLimits(),
        turn: () => () =>
          new Promise((resolve) => {
            made.clock.after(milliseconds, resolve);
          }),
      },
    });
    return made;
  };

  it('is told while it lasts', async () => {
    const all = waiting(5000);
    const asking = all.wallet.getVaultBalance();
    await all.clock.advance(1000);
    expect(all.told).toMatchObject([['wait', { attempt: 1, why: 'throttling', milliseconds: undefined }]]);
    await all.clock.finish(asking);
    expect(namesOf(all)).toEqual(['wait', 'request', 'answer']);
  });

  it('is none if it is short', async () => {
    const all = waiting(5);
    await all.clock.finish(all.wallet.getVaultBalance());
    expect(namesOf(all)).toEqual(['request', 'answer']);
  });

  it('is not told any more once the call has ended', async () => {
    const all = watched(json({}), { limits: { ...createLimits(), turn: () => () => Promise.reject(new Error('no')) } });
    await failureOf(all.wallet.getVaultBalance());
    await all.clock.advance(1000);
    expect(all.told).toEqual([]);
  });
});

it('several watch at once, each until it ends that', async () => {
  const all = watched(json({ balance: '1' }));
  let others = 0;
  watch(all.client, { onAnswer: () => others++ });
  await all.wallet.getVaultBalance();
  all.stop();
  await all.wallet.getVaultBalance();
  expect([namesOf(all).length, others]).toEqual([2, 2]);
});

it('a call has one ID, whoever watches, and what is told of it goes through JSON.stringify', async () => {
  const all = watched(json({ balance: '1' }));
  const lines: string[] = [];
  watch(all.client, { onRequest: (event) => lines.push(JSON.stringify(event)) });
  await all.wallet.getVaultBalance();
  const [, request] = all.told[0] as ['request', RequestEvent];
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ callId: request.callId, walletId: 635743 }]);
});

it('hooks may be the methods of an object', async () => {
  class Log {
    readonly lines: string[] = [];
    onRequest({ operationId }: RequestEvent): void {
      this.lines.push(operationId);
    }
  }
  const log = new Log();
  const { client, wallet } = stub(json({ balance: '1' }));
  watch(client, log);
  await wallet.getVaultBalance();
  expect(log.lines).toEqual(['getVaultBalance']);
});

it.each([undefined, {}, () => undefined, { onRespones: () => undefined }])('%o are no hooks', (hooks) => {
  const { client } = stub(json({}));
  expect(() => watch(client, hooks as never)).toThrow(
    'hooks has no function. Give one of onRequest, onAnswer, onWait.',
  );
});

it.each([
  ['onAnwser', () => undefined, 'onAnwser is no hook. Give one of onRequest, onAnswer, onWait.'],
  ['onanswer', () => undefined, 'onanswer is no hook. Give one of onRequest, onAnswer, onWait.'],
  ['onAnswer', 'log', 'onAnswer is "log". Give a function.'],
  ['onRequest', null, 'onRequest is null. Give a function.'],
])('a hook %s that is %o is refused', (name, hook, says) => {
  const { client } = stub(json({}));
  expect(() => watch(client, { onRequest: () => undefined, [name]: hook })).toThrow(says);
});

it('an answer of any fetch is told, and given', async () => {
  const bare = { status: 200, text: () => Promise.resolve('{"balance":"1"}') };
  const headers = {
    get: () => null,
    forEach: (tell: (value: string, name: string) => void) => {
      tell('7', 'x-more');
    },
  };
  const all = watched(json({}), { fetch: () => Promise.resolve({ ...bare, headers } as never) });
  expect(await all.wallet.getVaultBalance()).toEqual({ balance: '1' });
  expect(all.told[1]).toMatchObject(['answer', { headers: { 'x-more': '7' } }]);
});

it('an answer that nobody can be told of is given all the same', async () => {
  const answer = { status: 200, text: () => Promise.resolve('{"balance":"1"}'), headers: { get: () => null } };
  const all = watched(json({}), { fetch: () => Promise.resolve(answer as never) });
  expect(await all.wallet.getVaultBalance()).toEqual({ balance: '1' });
});

it('nothing but a client is watched', () => {
  for (const other of [stub(json({})).wallet, {}, undefined])
    expect(() => watch(other as never, {})).toThrow(
      new TypeError('watch needs a client, as createWalletClient makes it.'),
    );
});

describe('of the headers of a request', () => {
  const headersOf = async (headers: Record<string, string>, options: object = {}): Promise<object | undefined> => {
    const all = watched(json({ balance: '1' }), options);
    await all.wallet.getVaultBalance({}, { headers });
    return all.told[0]?.[0] === 'request' ? all.told[0][1].headers : undefined;
  };

  it('the caller’s own are hidden, but for harmless ones', async () => {
    const own = {
      'My-User-Agent': 'x',
      'X-Request-Id-Of': 'y',
      Authorization: 'Bearer of-the-gateway',
      'X-Other': 'may-be-anything',
      'X-Request-Id': 'mine-1',
    };
    expect(await headersOf({ ...own, 'User-Agent': 'shop/2' })).toMatchObject({
      ...{ 'my-user-agent': '[secret]', 'x-request-id-of': '[secret]' },
      ...{ authorization: '[secret]', 'x-other': '[secret]', 'x-request-id': 'mine-1' },
      'user-agent': 'shop/2',
    });
  });

  it('all that a scheme adds are hidden', async () => {
    const sign = () => ({ checksum: 'sum', headers: { 'X-Request-Id': 'nonce-of-scheme' } });
    expect(await headersOf({}, { sign })).toMatchObject({ 'x-request-id': '[secret]' });
  });

  it('none shows a credential in the words of another', async () => {
    const headers = { 'X-Request-Id': `for ${API_CODE}`, 'User-Agent': `shop/${encodeURIComponent(SECRET)}` };
    expect(await headersOf(headers)).toMatchObject({ 'x-request-id': 'for [secret]', 'user-agent': 'shop/[secret]' });
  });
});
