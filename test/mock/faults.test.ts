/** Faults on demand: how they are asked for, what they hit, and what the mock remembers for them. */
import { readFileSync } from 'node:fs';
import {
  createAnswerer,
  type Fault,
  FaultError,
  type MockAnswer,
  startMock,
  startProxy,
} from '@wallet-operations/mock';
import { afterUnref } from '@wallet-operations/serving';
import { describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../client/fake-clock.ts';

/** What may be varied of a request. */
interface Asked {
  readonly prefer?: string;
  readonly code?: string;
  readonly wallet?: string;
  readonly t?: number;
}

const order = (order_id: string, amount = '1.5') => ({ order_id, address: '0x25d5', amount });

/** A mock without a socket, in a time of its own. */
async function start(fault: Fault | readonly Fault[] = [], clock: FakeClock = createFakeClock()) {
  const answer = await createAnswerer(undefined, undefined, { fault, clock });
  let t = 0;
  const send = (method: string, path: string, body: string, asked: Asked): Promise<MockAnswer> => {
    const { prefer, code = 'code', wallet = '1' } = asked;
    const headers = { 'x-api-code': code, 'x-checksum': String(t), 'content-type': 'application/json', prefer };
    return answer({ method, url: `/v1/svc/wallets/${wallet}${path}?t=${String(asked.t ?? t++)}`, headers, body });
  };
  return {
    clock,
    balance: (asked: Asked = {}) => send('GET', '/vault/balance', '', asked),
    withdraw: (ids: readonly string[], asked: Asked = {}) =>
      send('POST', '/sender/transactions', JSON.stringify({ requests: ids.map((id) => order(id)) }), asked),
    send,
  };
}

const statusOf = async (answer: Promise<MockAnswer>): Promise<number> => (await answer).status;
const faultOf = async (answer: Promise<MockAnswer>): Promise<string | undefined> => (await answer).fault?.kind;

const KINDS =
  'lost-request | lost-answer | reset | truncate | silence | bad-gateway | bad-gateway-after | slow | throttle | duplicate';
const IDS = /There are: withdrawAssets \| listWithdrawalHistory \| .*getApiCodeStatus$/;

/** What is wrong with a fault, and what is said of it behind "Prefer: ", "--fault: " or on its own. */
const MISTAKES: readonly (readonly [string, string | RegExp])[] = [
  ['delay', `there is no fault=delay. There are: ${KINDS}`],
  ['Silence', `there is no fault=Silence. There are: ${KINDS}`],
  ['constructor', `there is no fault=constructor. There are: ${KINDS}`],
  ['slow; delay=-1', 'fault=slow takes delay=N, a whole number from 0 to 600000, not -1'],
  ['slow; delay=600001', 'fault=slow takes delay=N, a whole number from 0 to 600000, not 600001'],
  ['slow; delay=1.5', 'fault=slow takes delay=N, a whole number from 0 to 600000, not 1.5'],
  ['slow; delay=', 'fault=slow takes delay=N, a whole number from 0 to 600000, not nothing'],
  ['slow; after=5', 'fault=slow has no after. It takes: first | delay | operationId'],
  ['reset; first=0', 'fault=reset takes first=N, a whole number from 1 to 1000000, not 0'],
  ['throttle', 'fault=throttle takes after=N, a whole number from 1 to 1000000, not nothing'],
  ['duplicate; first=1', 'fault=duplicate has no first. It takes: operationId'],
  ['reset; operationId=withdraw', IDS],
  ['reset; operationId', IDS],
];

it.each([
  ['packages/mock/README.md', / \| unknown|not taken|it had arrived|what it says/],
  ['openapi/description/guides/mock.md', /taken|refuse|calls beyond/],
])('%s has a row for each', (file, row) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| `[a-z]/.test(line) && row.test(line));
  const names = rows.flatMap((line) =>
    Array.from(line.split('|')[1]?.matchAll(/`([a-z-]+)/g) ?? [], ([, name]) => name),
  );
  expect(names).toEqual(KINDS.split(' | '));
});

describe('a fault that there is not', () => {
  it.each(MISTAKES)('is told in an answer: %s', async (text, told) => {
    const { balance } = await start({ kind: 'silence' });
    const { status, body, fault, because } = await balance({ prefer: `fault=${text}` });
    expect([status, fault, because]).toEqual([400, undefined, 'Prefer asks for a fault that does not exist']);
    const { error } = body as { error: string };
    expect(error).toMatch(/^Prefer: /);
    if (typeof told === 'string') expect(error).toBe(`Prefer: ${told}`);
    else expect(error).toMatch(told);
  });

  it.each(['falt=slow', 'faults=slow', 'fault=slow; dely=5', 'fault=slow, firts=1', 'fault=slow; operation_id=a'])(
    'is told where a name is misspelt: %s',
    async (prefer) => {
      expect(await (await start()).balance({ prefer })).toMatchObject({
        status: 400,
        because: expect.stringMatching(/^Prefer has \w+$/) as string,
      });
    },
  );

  it.each([{ kind: 'delay' }, { kind: 'slow', times: 1 }, { kind: 'slow', delay: NaN }, {}, 'slow', null, [['slow']]])(
    'stops a start: %j',
    async (fault) => {
      await expect(startMock({ fault: fault as Fault })).rejects.toThrow(FaultError);
    },
  );

  it.each(['respond-async', 'wait=5; default'])('is not asked for by %s', async (prefer) => {
    const answer = await (await start()).balance({ prefer });
    expect([answer.status, answer.fault]).toEqual(prefer.includes('default') ? [400, undefined] : [200, undefined]);
  });
});

describe('a fault on the wire', () => {
  it('comes with the answer that it hits, and says so', async () => {
    const { balance } = await start();
    expect(await balance({ prefer: 'fault=lost-answer' })).toMatchObject({
      status: 200,
      fault: { kind: 'lost-answer' },
      because: 'fault=lost-answer: the request fits the document',
      operationId: 'getVaultBalance',
    });
    expect(await balance({ prefer: 'FAULT="slow" ; Delay=7' })).toMatchObject({ fault: { kind: 'slow', delay: 7 } });
  });

  it('comes without one where the request is not taken', async () => {
    const { balance } = await start();
    for (const kind of ['lost-request', 'bad-gateway'])
      expect(await balance({ prefer: `fault=${kind}` })).toEqual({
        status: 0,
        body: undefined,
        fault: { kind },
        because: `fault=${kind}`,
        operationId: 'getVaultBalance',
      });
  });

  it('hits examples that are asked for, and refusals', async () => {
    const { balance } = await start();
    const answer = await balance({ prefer: 'example=not_found, fault=truncate' });
    expect([answer.status, answer.fault?.kind]).toEqual([404, 'truncate']);
    const refused = await balance({ wallet: 'x', prefer: 'fault=truncate' });
    expect([refused.status, refused.fault?.kind]).toEqual([403, 'truncate']);
  });

  it('hits no path that there is not', async () => {
    const { send } = await start({ kind: 'silence' });
    expect(await faultOf(send('GET', '/nowhere', '', {}))).toBeUndefined();
  });

  it('hits the first sends of the same request alone, whenever they are signed', async () => {
    const { withdraw } = await start();
    const prefer = 'fault=lost-answer; first=2';
    const hits = async (id: string, asked: Asked = {}) => faultOf(withdraw([id], { prefer, ...asked }));
    expect([await hits('a'), await hits('a'), await hits('a'), await hits('a')]).toEqual([
      'lost-answer',
      'lost-answer',
      undefined,
      undefined,
    ]);
    expect(await hits('b')).toBe('lost-answer');
    expect(await hits('a', { wallet: '2' })).toBe('lost-answer');
    expect(await hits('a', { prefer: 'fault=reset; first=1' })).toBe('reset');
  });

  it('hits one operation alone', async () => {
    const { balance, withdraw } = await start({ kind: 'reset', operationId: 'withdrawAssets' });
    expect([await faultOf(balance()), await faultOf(withdraw(['a']))]).toEqual([undefined, 'reset']);
    const prefer = 'fault=silence; operationId=getVaultBalance';
    expect([await faultOf(balance({ prefer })), await faultOf(withdraw(['a'], { prefer }))]).toEqual([
      'silence',
      'reset',
    ]);
  });

  it('asked for by a request goes before those of all, and none is none', async () => {
    const { balance } = await start([{ kind: 'reset', first: 1 }, { kind: 'silence' }]);
    const kinds = [];
    for (const prefer of ['fault=slow', undefined, undefined, 'fault=none'])
      kinds.push(await faultOf(balance({ ...(prefer !== undefined && { prefer }) })));
    expect(kinds).toEqual(['slow', 'reset', 'silence', undefined]);
  });
});

describe('two faults of one kind', () => {
  it('count each for itself', async () => {
    const { withdraw } = await start([
      { kind: 'lost-answer', first: 1 },
      { kind: 'lost-answer', first: 3 },
    ]);
    const hits = [];
    for (let i = 0; i < 5; i++) hits.push(await faultOf(withdraw(['a'])));
    expect(hits).toEqual([...Array<string>(4).fill('lost-answer'), undefined]);
  });

  it('count each call once, where they throttle', async () => {
    const { balance } = await start([
      { kind: 'throttle', after: 2 },
      { kind: 'throttle', after: 2 },
    ]);
    expect([await statusOf(balance()), await statusOf(balance()), await statusOf(balance())]).toEqual([200, 200, 403]);
  });
});

describe('throttle', () => {
  const throttle: Fault = { kind: 'throttle', after: 2 };

  it('refuses further calls of an API code until the minute is over, with the row that names the limit', async () => {
    const { balance, clock } = await start(throttle);
    const statuses = async () => [await statusOf(balance()), await statusOf(balance()), await statusOf(balance())];
    expect(await statuses()).toEqual([200, 200, 403]);
    expect(await balance()).toMatchObject({
      body: { error: 'Forbidden. Call too frequently (2 calls/minute)' },
      because: 'fault=throttle: call_too_frequently',
    });
    expect(await statusOf(balance({ code: 'another' }))).toBe(200);
    await clock.advance(60_000);
    expect(await statuses()).toEqual([200, 200, 403]);
  });

  it('counts minutes from the start of the mock, however long its process has run', async () => {
    const clock = createFakeClock();
    await clock.advance(59_000);
    const { balance } = await start({ kind: 'throttle', after: 1 }, clock);
    expect(await statusOf(balance())).toBe(200);
    await clock.advance(59_999);
    expect(await statusOf(balance())).toBe(403);
    await clock.advance(1);
    expect(await statusOf(balance())).toBe(200);
  });

  it('counts by Prefer those alone that ask for it', async () => {
    const { balance } = await start();
    const prefer = 'fault=throttle; after=1';
    expect([await statusOf(balance()), await statusOf(balance({ prefer })), await statusOf(balance())]).toEqual([
      200, 200, 200,
    ]);
    expect(await statusOf(balance({ prefer }))).toBe(403);
  });

  it('asked for by a request takes the place of that of all', async () => {
    const { balance } = await start(throttle);
    const prefer = 'fault=throttle; after=4';
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push(await statusOf(balance({ prefer })));
    expect([...statuses, await statusOf(balance())]).toEqual([200, 200, 200, 200, 403, 200]);
  });

  it('counts nobody whose credentials are missing', async () => {
    const { balance } = await start(throttle);
    for (let i = 0; i < 3; i++)
      expect((await balance({ code: '' })).body).toEqual({ error: 'Forbidden. Header not found' });
    expect(await statusOf(balance())).toBe(200);
  });

  it('may be hit by a fault on the wire', async () => {
    const { balance } = await start([{ kind: 'throttle', after: 1 }, { kind: 'truncate' }]);
    await balance();
    expect(await balance()).toMatchObject({ status: 403, fault: { kind: 'truncate' } });
  });
});

describe('duplicate', () => {
  const prefer = 'fault=duplicate';

  it('refuses an order that was taken before, by its name', async () => {
    const { withdraw, balance } = await start();
    expect(await statusOf(withdraw(['a'], { prefer }))).toBe(200);
    expect(await withdraw(['a'], { prefer })).toMatchObject({
      status: 400,
      body: { error_code: 399, error: 'Duplicated entry: a' },
      because: 'fault=duplicate: duplicated_entry: body.requests.0.order_id was taken before',
    });
    expect(await statusOf(withdraw(['a'], { prefer, wallet: '2' }))).toBe(200);
    expect(await statusOf(withdraw(['a']))).toBe(200);
    expect([await statusOf(balance({ prefer })), await statusOf(balance({ prefer }))]).toEqual([200, 200]);
  });

  it('refuses a whole batch, of which nothing is taken then', async () => {
    const { withdraw } = await start({ kind: 'duplicate' });
    expect(await statusOf(withdraw(['a', 'b']))).toBe(200);
    expect((await withdraw(['c', 'b'])).body).toMatchObject({ error: 'Duplicated entry: b' });
    expect(await statusOf(withdraw(['c']))).toBe(200);
  });

  it('takes no order that is refused, and none whose request is lost', async () => {
    const { withdraw, send } = await start({ kind: 'duplicate' });
    const wrong = JSON.stringify({ requests: [order('a', '1,5')] });
    expect(await statusOf(send('POST', '/sender/transactions', wrong, {}))).toBe(400);
    for (const kind of ['lost-request', 'bad-gateway']) await withdraw(['a'], { prefer: `fault=${kind}` });
    expect(await statusOf(withdraw(['a']))).toBe(200);
  });

  it.each(['lost-answer', 'reset', 'truncate', 'silence', 'bad-gateway-after', 'slow'])(
    'knows an order that was taken, although %s hit its answer',
    async (kind) => {
      const { withdraw } = await start();
      await withdraw(['a'], { prefer: `fault=${kind}` });
      expect(await statusOf(withdraw(['a'], { prefer }))).toBe(400);
    },
  );
});

describe('what is remembered', () => {
  it('is nothing without faults', async () => {
    const { withdraw } = await start();
    await withdraw(['a']);
    await withdraw(['a'], { prefer: 'fault=none' });
    expect(await statusOf(withdraw(['a'], { prefer: 'fault=duplicate' }))).toBe(200);
  });

  it('is forgotten again, the oldest first', { timeout: 60_000 }, async () => {
    const { withdraw, balance } = await start({ kind: 'duplicate' });
    const ids = Array.from({ length: 10_000 }, (_, i) => `id-${String(i)}`);
    expect(await statusOf(withdraw(['first']))).toBe(200);
    expect(await statusOf(withdraw(ids.slice(1)))).toBe(200);
    expect(await statusOf(withdraw(['first']))).toBe(400);
    expect(await statusOf(withdraw(['one more']))).toBe(200);
    expect(await statusOf(withdraw(['first']))).toBe(200);
    expect(await statusOf(withdraw([ids.at(-1) ?? '']))).toBe(400);

    const once = 'fault=reset; first=1';
    await balance({ prefer: once });
    expect(await faultOf(balance({ prefer: once }))).toBeUndefined();
    const others = async (): Promise<void> => {
      for (let i = 0; i < 6_000; i++) await balance({ prefer: once, wallet: String(next++) });
    };
    let next = 2;
    await others();
    expect(await faultOf(balance({ prefer: once }))).toBeUndefined(); // and so it is the latest again
    await others();
    expect(await faultOf(balance({ prefer: once }))).toBeUndefined();
    await others();
    await others();
    expect(await faultOf(balance({ prefer: once }))).toBe('reset');
  });
});

describe('on a socket', () => {
  const headers = { 'x-api-code': 'code', 'x-checksum': 'sum' };
  const PRICES = '/v1/svc/currency/prices?t=1';

  it('slow waits for the clock, and is cancelled when nobody waits any more', async () => {
    const clock = createFakeClock();
    await using mock = await startMock({ clock });
    const ask = (init: RequestInit = {}) =>
      fetch(mock.url + PRICES, { ...init, headers: { ...headers, prefer: 'fault=slow; delay=5000' } });
    const answer = ask();
    await expect.poll(() => clock.pending()).toBe(1);
    await clock.advance(4999);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);
    expect((await answer).status).toBe(200);

    const impatient = new AbortController();
    const given = ask({ signal: impatient.signal });
    await expect.poll(() => clock.pending()).toBe(1);
    impatient.abort();
    await expect(given).rejects.toThrow('aborted');
    await expect.poll(() => clock.pending()).toBe(0);
  });

  it('goes on when its log throws, or rejects', async () => {
    const logs: (() => unknown)[] = [
      () => Promise.reject(new Error('log')),
      () => {
        throw new Error('log');
      },
    ];
    for (const log of logs) {
      await using mock = await startMock({ log, clock: { monotonic: () => 0, after: (_, run) => afterUnref(0, run) } });
      for (const prefer of ['fault=slow', 'fault=none']) {
        const answer = await fetch(mock.url + PRICES, { headers: { ...headers, prefer } });
        expect([prefer, answer.status]).toEqual([prefer, 200]);
      }
    }
  });

  it('the log has the status that the caller saw', async () => {
    const log: unknown[] = [];
    await using mock = await startMock({ log: ({ status, because }) => log.push([status, because]) });
    const ask = (fault: string) =>
      fetch(mock.url + PRICES, { headers: { ...headers, prefer: `fault=${fault}` } }).catch(() => undefined);
    for (const fault of ['lost-request', 'lost-answer', 'bad-gateway-after', 'truncate']) await ask(fault);
    expect(log).toEqual([
      [0, 'fault=lost-request'],
      [0, 'fault=lost-answer: the request fits the document'],
      [502, 'fault=bad-gateway-after: the request fits the document'],
      [200, 'fault=truncate: the request fits the document'],
    ]);
  });

  it('the proxy passes what is left of an answer, and reports the page of a gateway, and what it could not check', async () => {
    await using mock = await startMock();
    await using proxy = await startProxy({ upstream: mock.url });
    const ask = (fault: string): Promise<number> =>
      fetch(proxy.url + PRICES, { headers: { ...headers, prefer: `fault=${fault}` } })
        .then(async (answer) => (await answer.text(), answer.status))
        .catch(() => 0);
    const statuses = [];
    for (const fault of ['lost-answer', 'reset', 'truncate', 'slow; delay=1', 'none']) statuses.push(await ask(fault));
    expect(statuses).toEqual([502, 502, 0, 200, 200]);
    expect(proxy.report().operations.flatMap(({ problems }) => problems)).toMatchObject([
      { kind: 'unchecked', path: ['answer'], status: undefined, count: 2 },
      { kind: 'unchecked', path: ['body'], status: 200, count: 1 },
    ]);
    expect(await ask('bad-gateway')).toBe(502);
    expect(proxy.report().kinds).toMatchObject({ undocumented: 1, unchecked: 3 });
  });

  it('a page of another origin reads the page of the gateway', async () => {
    await using mock = await startMock({ cors: true, fault: { kind: 'bad-gateway' } });
    const answer = await fetch(mock.url + PRICES, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(`${mock.url}/healthz`)).status).toBe(200);
  });
});

describe('a rehearsal that would not take place', () => {
  it.each([
    ['fault=lost-answer; first=1, fault=duplicate', 'a request has one fault'],
    ['fault=lost-answer; duplicate', 'fault=lost-answer has no duplicate'],
    ['fault=lost-answer; times=1', 'fault=lost-answer has no times'],
    ['fault=', 'there is no fault='],
    ['fault', 'there is no fault='],
    ['first=1', 'first needs a fault'],
    ['lost-answer', 'lost-answer needs a fault'],
    ['fault=none; first=1', 'fault=none has no first'],
    ['fault=slow; delay=0; delay=500', 'delay is there twice'],
    ['fault=slow; delay=0, code=200, code=400', 'code is there twice'],
    ['fault:reset', 'write fault=NAME'],
    ['failure=reset', 'write fault=NAME'],
    ['fault=reset, code=', 'code without a value'],
    ['return=minimal fault=reset', 'write fault=NAME'],
    ['fault=duplicate, example=single', 'fault=duplicate is an answer of its own'],
    ['fault=throttle; after=1, example=single', 'fault=throttle is an answer of its own'],
  ])('is refused: %s', async (prefer, said) => {
    const { withdraw } = await start();
    const { status, body, fault } = await withdraw(['a'], { prefer });
    expect([status, fault]).toEqual([400, undefined]);
    expect((body as { error: string }).error).toContain(said);
  });

  it('but not for what RFC 7240 lets stand beside it', async () => {
    const { withdraw } = await start();
    expect(await faultOf(withdraw(['a'], { prefer: 'fault=reset, return=minimal, wait=5' }))).toBe('reset');
  });
});

describe('what was said to be accepted is a duplicate later', () => {
  it.each(['example=single, fault=lost-answer', 'example=single, fault=bad-gateway-after'])('by %s', async (prefer) => {
    const { withdraw } = await start();
    await withdraw(['shop1_20261120_000017'], { prefer });
    expect(await statusOf(withdraw(['shop1_20261120_000017'], { prefer: 'fault=duplicate' }))).toBe(400);
  });

  it('by each order of an example, and by a fault of another operation', async () => {
    const { withdraw } = await start({ kind: 'slow', delay: 0 });
    await withdraw(['a']);
    await withdraw(['a', 'b'], { prefer: 'example=batch' });
    await withdraw(['c'], { prefer: 'fault=lost-answer; operationId=getWithdrawalState' });
    for (const id of ['a', 'b', 'c'])
      expect([id, await statusOf(withdraw([id], { prefer: 'fault=duplicate' }))]).toEqual([id, 400]);
  });

  it.each(['example=single', 'fault=none'])('under duplicate for all, by %s', async (prefer) => {
    const { withdraw } = await start({ kind: 'duplicate' });
    expect(await statusOf(withdraw(['a'], { prefer }))).toBe(200);
    expect(await statusOf(withdraw(['a']))).toBe(400);
  });
});

it('a fault of a request that is for another operation leaves those for all as they are', async () => {
  const { withdraw } = await start({ kind: 'bad-gateway' });
  const prefer = 'fault=bad-gateway; operationId=getVaultBalance';
  expect(await faultOf(withdraw(['a'], { prefer }))).toBe('bad-gateway');
});
