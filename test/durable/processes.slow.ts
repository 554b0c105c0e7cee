/** What several workers share, and what holds up none of them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WithdrawalsOptions } from '@wallet-operations/durable';
import { BLACKLISTED, createWorld, KINDS, order, type World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

describe.each(KINDS)('on $name', ({ name, start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let world: World;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    world = await createWorld(await started.make(), { lease: 10 }); // the shortest: who looks after the dead looks more often
  });
  afterEach(() => world.close());

  const enqueue = (orders: ReturnType<typeof order>[], options = {}): Promise<unknown> =>
    world.withdrawals.enqueue(world.access.walletId, orders, options);
  const numbered = (count: number): ReturnType<typeof order>[] => Array.from({ length: count }, (_, i) => order(i));
  const count = async (state: string): Promise<number> => {
    const states = ['accepted', 'in_pool', 'in_chain', 'confirmed'];
    const { length } = await world.withdrawals.list({
      states: (state === 'taken' ? states : [state]) as never,
      limit: 5000,
    });
    return length;
  };
  /** Calls that submit, or look up before that. */
  const calls = (): string[] => world.calls.filter((call) => !call.endsWith('/all') && call !== 'notifications');
  /** Lets another one work for whom the first is as if it had died, whatever that does. */
  const takeOver = async (isDone: () => Promise<boolean>): Promise<void> => {
    const { database, schema } = world;
    await database.query(`UPDATE ${schema}.wallets SET held_until = '-infinity'`);
    // As pg-boss does once it misses their heartbeats: by then the first may have noticed, and take them again.
    await database.query(`UPDATE ${schema}.job SET state = 'retry', start_after = now() WHERE state = 'active'`);
    await world.until(isDone);
  };

  it.each([1, 7, 40])('%i orders that may have been sent cost one lookup each, and one call', async (n) => {
    await enqueue(numbered(n), { earlierAttempts: 'possible' });
    await world.until(async () => (await count('taken')) === n);
    expect(calls()).toHaveLength(n + 1);
  });

  it('in peace a batch costs one call', async () => {
    const by = await world.reopen({ batch: 3 });
    await enqueue(numbered(300));
    await world.until(async () => (await count('taken')) === 300, by);
    expect(calls()).toEqual(Array.from({ length: 100 }, () => 'withdrawAssets 3'));
  });

  it.runIf(name === KINDS.at(-1)?.name)('who is told to end in an outage does not wait for its end', async () => {
    const away = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));
    const by = await world.reopen({ service: { baseUrl: world.sandbox.url, credentials: world.access, fetch: away } });
    await enqueue(numbered(1));
    const stop = new AbortController();
    const running = by.run({ signal: stop.signal, grace: 60 });
    const isOut = async (): Promise<boolean> => (await by.numbers()).lanes.some(({ outages }) => outages.length > 0);
    await vi.waitUntil(isOut, { timeout: 60_000, interval: 50 });
    const { database, schema } = world;
    await database.query(`INSERT INTO ${schema}.outages (lane, operation, failures, next_at)
      SELECT lane, operation, 3, now() + interval '1 hour' FROM ${schema}.lanes, unnest(ARRAY['withdrawAssets', 'getWithdrawalState']) AS operation
      ON CONFLICT (lane, operation) DO UPDATE SET failures = 3, next_at = excluded.next_at`);
    const attempts = async (): Promise<number> => (await by.find('s_0'))?.attempt ?? 0;
    const known = await attempts();
    const isWaiting = async (): Promise<boolean> => {
      await database.query(`UPDATE ${schema}.job SET start_after = now() WHERE state IN ('created', 'retry')`);
      return (await world.stateOf(0)) === 'sending' && (await attempts()) > known;
    };
    await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 50 });
    const before = performance.now();
    stop.abort();
    await running;
    expect(performance.now() - before).toBeLessThan(30_000);
    await database.query(`DELETE FROM ${schema}.outages`);
    await world.until(async () => (await count('taken')) === 1);
    expect(world.taken()).toEqual(['s_0']);
  });

  it('what is enqueued first goes first', async () => {
    const sent: string[] = [];
    const by = await world.reopen({
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        fetch: (url, init) => {
          if (typeof init.body === 'string')
            for (const each of (JSON.parse(init.body) as { requests: { order_id: string }[] }).requests)
              sent.push(each.order_id);
          return fetch(url, init);
        },
      },
    });
    await enqueue(numbered(120));
    await world.until(async () => (await count('taken')) === 120, by);
    expect(sent).toEqual(numbered(120).map(({ order_id }) => order_id));
  });

  it('one batch at a time, also of a wallet that stands twice among the wallets', async () => {
    let most = 0;
    let now = 0;
    const by = await world.reopen({
      batch: 5,
      wallets: [world.access.walletId, Number(world.access.walletId)],
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        fetch: async (url, init) => {
          const isSubmission = typeof init.body === 'string';
          if (isSubmission) most = Math.max(most, ++now);
          if (isSubmission) await new Promise((resolve) => setTimeout(resolve, 100)); // time enough for another one
          const response = await fetch(url, init);
          if (isSubmission) now--;
          return response;
        },
      },
    });
    await enqueue(numbered(30));
    await world.until(async () => (await count('taken')) === 30, by);
    expect(most).toBe(1);
  });

  it('the urgent go first, and no more than may be in flight are with the service', async () => {
    const by = await world.reopen({ batch: 5, inFlight: 8 });
    await enqueue(numbered(20));
    await enqueue([order('urgent')], { priority: 1 });
    await world.until(async () => (await count('taken')) >= 8, by);
    expect(world.taken()).toHaveLength(8);
    expect(world.taken()).toContain('s_urgent');
    await world.until(async () => {
      expect(world.taken().length - (await count('in_chain')) - (await count('confirmed'))).toBeLessThanOrEqual(8);
      await world.sandbox.control.mine({});
      return world.taken().length === 21;
    }, by);
  });

  it('how many orders the service takes in a call is learnt, for all', async () => {
    await world.close();
    world = await createWorld(await started.make(), { limits: { withdrawalsPerCall: 30 } });
    await enqueue(numbered(400));
    await world.until(async () => (await count('taken')) === 400);
    const before = calls().length;
    expect(before).toBeLessThan(30);
    const sizes = calls()
      .slice(-3)
      .map((call) => Number(call.split(' ')[1]));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(30);
    const other = await world.reopen();
    await enqueue(Array.from({ length: 60 }, (_, i) => order(`more-${String(i)}`)));
    await world.until(async () => (await count('taken')) === 460, other);
    expect(
      Math.max(
        ...calls()
          .slice(before)
          .map((call) => Number(call.split(' ')[1])),
      ),
    ).toBeLessThanOrEqual(30);
  });

  it('one that never gets an answer, or is refused, or cannot be booked, holds up no other', async () => {
    const broken: Partial<WithdrawalsOptions> = {
      onOutcome: ({ order_id }) => {
        if (order_id === 's_unbookable') throw new Error('no account');
      },
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        fetch: (url, init) => {
          if (typeof init.body === 'string' && init.body.includes('s_poison')) throw new TypeError('fetch failed');
          return fetch(url, init);
        },
      },
    };
    const by = await world.reopen(broken);
    await enqueue([
      order('poison'),
      order('blacklisted', { address: BLACKLISTED }),
      order('unbookable'),
      ...numbered(40),
    ]);
    await world.until(async () => (await count('taken')) === 40, by);
    expect(await world.stateOf('poison')).toBe('unknown');
  });

  it('who was held up before he asked sends nothing once another works for the wallet', async () => {
    let release: () => void = () => undefined;
    let isHeldUp = false;
    const heldUp = await world.reopen({
      lease: 60, // it notices late
      service: {
        baseUrl: world.sandbox.url,
        credentials: async () => {
          if (!isHeldUp) {
            isHeldUp = true;
            await new Promise<void>((resolve) => (release = resolve));
          }
          return world.access;
        },
        fetch: () => {
          throw new Error('it was sent');
        },
      },
    });
    await enqueue(numbered(3));
    const stop = new AbortController();
    const running = heldUp.run({ signal: stop.signal, grace: 1 });
    await expect.poll(() => isHeldUp, { timeout: 60_000 }).toBe(true);
    await takeOver(async () => (await count('taken')) === 3);
    release();
    stop.abort();
    await running;
    expect(world.taken()).toHaveLength(3);
    expect(world.outcomes.filter(({ state }) => state === 'accepted')).toHaveLength(3);
    expect(JSON.stringify(world.errors.map(String))).not.toContain('it was sent');
  });

  it('who was held up while he sent books no refusal, and nothing a second time', async () => {
    let release: () => void = () => undefined;
    let isHeldUp = false;
    const heldUp = await world.reopen({
      lease: 60, // it notices late
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        fetch: async (url, init) => {
          if (!isHeldUp) {
            isHeldUp = true;
            await new Promise<void>((resolve) => (release = resolve));
          }
          return fetch(url, init);
        },
      },
    });
    await enqueue([order(1), order(2, { address: BLACKLISTED })]);
    const stop = new AbortController();
    const running = heldUp.run({ signal: stop.signal, grace: 5 });
    await expect.poll(() => isHeldUp, { timeout: 60_000 }).toBe(true);
    await takeOver(async () => (await count('taken')) === 1);
    release();
    stop.abort();
    await running;
    expect(world.taken()).toEqual(['s_1']);
    expect(
      world.outcomes.map(({ order_id, state }) => `${order_id} ${state}`).filter((it) => !it.includes('in_')),
    ).toEqual(['s_1 accepted']);
    expect(await world.stateOf(2)).toBe('unknown'); // until a lookup certainly shows it
  });

  it('notes that get lost are written again', async () => {
    await enqueue(numbered(5));
    await world.database.query(`DELETE FROM ${world.schema}.job`);
    await world.until(async () => (await count('taken')) === 5);
    expect(calls()).toEqual(['withdrawAssets 5']);
  });

  it('and all of them at once, however many', async () => {
    const { database, schema } = world;
    await enqueue(numbered(2300));
    await database.query(`DELETE FROM ${schema}.job`);
    const begin = performance.now();
    await world.until(async () => (await database.query(`SELECT FROM ${schema}.job`)).rows.length >= 2300);
    expect(performance.now() - begin).toBeLessThan(50_000); // the next look is after a minute
  });

  it('one run is enough for a process', async () => {
    const stop = new AbortController();
    const running = world.withdrawals.run({ signal: stop.signal });
    await expect(world.withdrawals.run({ signal: stop.signal })).rejects.toThrow('under way already');
    stop.abort();
    await running;
    await world.withdrawals.run({ signal: AbortSignal.abort() });
  });
});
