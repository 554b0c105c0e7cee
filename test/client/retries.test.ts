/** What is sent again, when, and what never is. */
import { AbortedError, ConnectionError, TimeoutError, UnreadableResponseError } from '@wallet-operations/client';
import fc from 'fast-check';
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { operations } from './document.ts';
import { createFakeClock } from './fake-clock.ts';
import { broken, deaf, failureOf, json, page, refused, type Reply, silent, stub, type Stub } from './stub.ts';

type AnyMethod = (input: object, options?: object) => Promise<unknown>;

/** Calls an operation with the document's example, and moves time until it has ended. */
function call({ client, clock }: Stub, operationId: string, options = {}): Promise<unknown> {
  const { inPath, inQuery, bodies } = operations.find(
    (each) => each.operationId === operationId,
  ) as (typeof operations)[0];
  const method = (client as unknown as Record<string, AnyMethod>)[operationId] as AnyMethod;
  return clock.finish(method({ ...inPath, ...inQuery, ...bodies[0]?.[1] }, options));
}

const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Failures after which nobody knows whether the service has done what it was asked. */
const ambiguous: Record<string, Reply> = {
  'a timeout': silent,
  'a timeout of a fetch that takes no notice of its signal': deaf,
  'a reset connection': broken('ECONNRESET'),
  'a closed connection': broken('UND_ERR_SOCKET'),
  'a 502 with a page': page(html, 502),
  'a 500 without a body': page(null, 500),
  'a 503 with an error that the interface does not list': json({ error: 'maintenance' }, 503),
  'a 429 of a gateway': page('slow down', 429),
  'a 408 of a gateway': page('', 408),
  'a result that is cut off': page('{"results":{"shop1'),
  'a result that is empty': page(''),
  'a page in the place of a result': page(html),
  'a replay': refused('invalid_checksum'),
};

/** Failures before which nothing can have happened. */
const harmless: Record<string, Reply> = {
  throttling: refused('call_too_frequently', { THROTTLING_COUNT: '600' }),
  'a refused connection': broken('ECONNREFUSED'),
  'a host that is not found': broken('ENOTFOUND'),
  'a name server that does not answer': broken('EAI_AGAIN'),
  'a connection that is never made': broken('UND_ERR_CONNECT_TIMEOUT'),
};

const writes = ['withdrawAssets', 'createDepositAddresses', 'addWhitelistEntries'];

it('writes are what the document says they are', () => {
  const notAlways = operations.filter(({ repeatable }) => repeatable !== 'always');
  expect(notAlways.map(({ operationId }) => operationId).toSorted()).toEqual(writes.toSorted());
});

describe.each(operations)('$operationId', ({ operationId }) => {
  const isWrite = writes.includes(operationId);

  it.each(Object.entries(ambiguous))(`is ${isWrite ? 'never ' : ''}sent again after %s`, async (_, reply) => {
    const all = stub([reply, json({})]);
    const { sent, clock } = all;
    if (isWrite) {
      expect(await failureOf(call(all, operationId))).toMatchObject({ operationId, attempts: 1, effect: 'unknown' });
      expect(sent).toHaveLength(1);
    } else {
      expect(await call(all, operationId)).toEqual({});
      expect(sent).toHaveLength(2);
      expect(sent[0]?.query.get('t')).not.toBe(sent[1]?.query.get('t'));
      expect(sent[0]?.headers.get('x-checksum')).not.toBe(sent[1]?.headers.get('x-checksum'));
      expect(sent[0]?.body).toBe(sent[1]?.body);
    }
    expect(clock.pending()).toBe(0);
  });

  it.each(Object.entries(harmless))('is sent again after %s', async (_, reply) => {
    const all = stub([reply, json({})]);
    expect(await call(all, operationId)).toEqual({});
    expect(all.sent).toHaveLength(2);
    expect(all.sent[0]?.headers.get('x-checksum')).not.toBe(all.sent[1]?.headers.get('x-checksum'));
    expect(all.clock.pending()).toBe(0);
  });

  it.each([400, 403, 404, 301, 302, 204])(
    'is not sent again after a status %d that says nothing else',
    async (status) => {
      const all = stub([
        page(status === 204 ? null : html, status, { location: 'https://elsewhere.example/' }),
        json({}),
      ]);
      const effect = isWrite ? 'unknown' : 'none';
      expect(await failureOf(call(all, operationId))).toMatchObject({ status, attempts: 1, effect, retryable: false });
      expect(all.sent).toHaveLength(1);
    },
  );
});

describe('the waits', () => {
  let calls = 0;
  const unique = () => ({ checksum: `sum${String(calls++)}` }); // or equal requests of a second would wait for another one

  it('double from a quarter of a second up to ten, and are jittered from nothing to that', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 9, maxLength: 9 }),
        async (jitters) => {
          const left = [...jitters];
          const all = stub(page('', 503), {
            random: () => left.shift() ?? 0,
            attempts: 10,
            deadline: 1e9,
            sign: unique,
          });
          await failureOf(call(all, 'listWallets'));
          const bounds = [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000];
          const waits = bounds.map((bound, i) => bound * (jitters[i] ?? 0));
          expect(all.events.map(({ nextIn }) => nextIn)).toEqual([...waits, undefined]);
          for (const [i, wait] of waits.entries())
            expect((all.sent[i + 1]?.at ?? 0) - (all.sent[i]?.at ?? 0)).toBeCloseTo(wait, 3);
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each([
    ['7', 7000],
    ['12', 12_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 08:30:09 GMT', 9000],
    ['Fri, 20 Nov 2026 08:29:00 GMT', 250],
    ['soon', 250],
    ['-3', 250],
    ['1.5', 250],
  ])('are those of a Retry-After of "%s"', async (header, wait) => {
    const all = stub([page(html, 503, { 'retry-after': header }), json({})]);
    await call(all, 'listWallets');
    expect(all.sent.map(({ at }) => at)).toEqual([0, wait]);
  });

  it('of throttling double from one second up to 32, unless a Retry-After says more or less', async () => {
    const all = stub(refused('call_too_frequently', {}), { deadline: 1e9 });
    await failureOf(call(all, 'withdrawAssets'));
    expect(all.events.map(({ nextIn }) => nextIn)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 32_000, undefined]);
    const told = stub([refused('call_too_frequently', {}, { 'retry-after': '5' }), json({})]);
    await call(told, 'withdrawAssets');
    expect(told.sent.map(({ at }) => at)).toEqual([0, 5000]);
  });
});

describe('the limits', () => {
  it('of attempts: 8, or as many as the client is given', async () => {
    for (const [attempts, options] of [
      [8, {}],
      [3, { attempts: 3 }],
      [1, { attempts: 1 }],
    ] as const) {
      const all = stub(broken('ECONNREFUSED'), options);
      const error = await failureOf(call(all, 'createDepositAddresses'));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ attempts, effect: 'none', retryable: true });
      expect(all.sent).toHaveLength(attempts);
    }
  });

  it('of an attempt: 30 seconds, the client’s, or the call’s', async () => {
    for (const [timeout, ofClient, ofCall] of [
      [30_000, {}, {}],
      [4000, { timeout: 4000 }, {}],
      [50, { timeout: 4000 }, { timeout: 50 }],
    ] as const) {
      const all = stub(silent, { ...ofClient, attempts: 1 });
      const error = await failureOf(call(all, 'getVaultBalance', ofCall));
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({
        reason: 'timeout',
        attempts: 1,
        message: expect.stringContaining(`${String(timeout)} ms`) as string,
      });
      expect(all.events[0]?.milliseconds).toBe(timeout);
    }
  });

  it.each([silent, deaf, page('', 503), broken('ECONNREFUSED')])(
    'of a call: never longer than its deadline',
    async (reply) => {
      for (const deadline of [10, 100, 1000, 31_000, 65_000]) {
        const all = stub(reply, { attempts: 1000 });
        const start = all.clock.monotonic();
        expect(await failureOf(call(all, 'getVaultBalance', { deadline }))).toMatchObject({
          attempts: all.sent.length,
        });
        expect(all.clock.monotonic() - start).toBeLessThanOrEqual(deadline);
        expect(all.clock.pending()).toBe(0);
      }
    },
  );

  it.each([-3600_000, 3600_000])('of a call: no other for a date that is set by %d ms meanwhile', async (by) => {
    const all = stub([page('', 503), silent], { timeout: 40_000 });
    const calling = failureOf(all.wallet.getVaultBalance({}, { deadline: 60_000 }));
    await all.clock.advance(100);
    all.clock.setDate(by);
    expect(await all.clock.finish(calling)).toMatchObject({ reason: 'deadline' });
    expect(all.clock.monotonic()).toBe(60_000);
    expect(all.events.map(({ milliseconds }) => milliseconds)).toEqual([0, 40_000, expect.any(Number) as number]);
  });

  it('of a call: nothing is sent once it is over', async () => {
    const clock = createFakeClock();
    let late = 0;
    const all = stub(json({}), {
      clock: { ...clock, monotonic: () => clock.monotonic() + late },
      credentials: () => {
        late = 700; // of which a busy process notices nothing until now
        return { apiCode: 'code', secret: 'secret' };
      },
    });
    const calling = failureOf(all.wallet.createDepositAddresses({ count: 1 }, { deadline: 700 }));
    expect(await clock.finish(calling)).toMatchObject({ reason: 'deadline', effect: 'none', attempts: 0 });
    expect([all.sent, clock.pending()]).toEqual([[], 0]);
  });

  it('of a call: told as a deadline, with its milliseconds', async () => {
    const error = await failureOf(call(stub(silent), 'withdrawAssets', { deadline: 700 }));
    expect(error).toMatchObject({
      reason: 'deadline',
      retryable: false,
      effect: 'unknown',
      message: expect.stringContaining('700 ms') as string,
    });
  });

  it('of a call: a Retry-After beyond it is not waited for', async () => {
    const all = stub(page('', 503, { 'retry-after': '3600' }));
    expect(await failureOf(call(all, 'getVaultBalance'))).toBeInstanceOf(UnreadableResponseError);
    expect(all.clock.pending()).toBe(0);
    expect(all.events).toMatchObject([{ attempt: 1, nextIn: undefined }]);
  });
});

describe('the caller’s signal', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const cases: [string, Reply, object, { attempts: number; effect: string }][] = [
    ['while it is sent', silent, {}, { attempts: 1, effect: 'unknown' }],
    ['while a fetch takes no notice', deaf, {}, { attempts: 1, effect: 'unknown' }],
    ['during a wait', broken('ECONNREFUSED'), { random: () => 1 }, { attempts: 1, effect: 'none' }],
    ['during signing', json({}), { sign: never }, { attempts: 0, effect: 'none' }],
    ['while credentials are asked for', json({}), { credentials: never }, { attempts: 0, effect: 'none' }],
  ];
  it.each(cases)('ends a call %s', async (_, reply, options, details) => {
    const all = stub(reply, options);
    const controller = new AbortController();
    const ending = failureOf(all.wallet.createDepositAddresses({ count: 1 }, { signal: controller.signal }));
    await all.clock.advance(100);
    expect(all.clock.pending()).toBeGreaterThan(0);
    const reason = new Error('the user left');
    controller.abort(reason);
    const error = await ending;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ reason: 'aborted', retryable: false, cause: reason, ...details });
    expect(all.clock.pending()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('keeps a call from being sent when it is aborted before', async () => {
    const all = stub(json({}));
    const error = await failureOf(all.wallet.createDepositAddresses({ count: 1 }, { signal: AbortSignal.abort('no') }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ attempts: 0, effect: 'none', cause: 'no' });
    expect([all.sent, all.clock.pending()]).toEqual([[], 0]);
  });

  it.each([json({}), broken('ECONNRESET'), page('', 503), refused('not_found')])(
    'keeps no listener of a call that has ended',
    async (reply) => {
      const { signal } = new AbortController();
      const all = stub(reply);
      await call(all, 'listDepositAddresses', { signal }).catch(() => undefined);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      expect(all.clock.pending()).toBe(0);
    },
  );
});
