/** Who waits, and for how long: in an outage, after it, and for a worker that has died. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorld, KINDS, order, type World } from '../world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

// One kind will do, the quickest: the statements are the same, and others are tried on both.
describe.each(KINDS.slice(-1))('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let world: World;
  /** What becomes of a request before it is sent. */
  let meets: (url: string) => Promise<void>;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    meets = () => Promise.resolve();
    world = await createWorld(await started.make());
  });
  afterEach(() => world.close());

  const failing = (): Promise<never> => Promise.reject(new TypeError('fetch failed'));
  const reopen = (attempts: number): ReturnType<World['reopen']> =>
    world.reopen({
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        attempts,
        fetch: async (url, init) => {
          await meets(url);
          return fetch(url, init);
        },
      },
    });

  it('however many calls were under way when it began, the next tries are soon', async () => {
    const by = await reopen(1);
    const WALLET_ID = world.access.walletId;
    let fail: (error: Error) => void = () => undefined;
    const failure = new Promise<never>((_, reject) => (fail = reject));
    let count = 0;
    meets = () => {
      if (++count === 30) fail(new TypeError('fetch failed')); // all of them at once
      return failure;
    };
    const calls = Array.from({ length: 30 }, (_, i) => by.client.listDepositAddresses({ WALLET_ID, start_index: i }));
    const answers = await Promise.allSettled(calls);
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    meets = () => Promise.resolve();
    const answered = by.client.listDepositAddresses({ WALLET_ID }, { deadline: 15_000 });
    await expect(answered).rejects.toMatchObject({ reason: 'not_found' }); // which is what the service says
    await expect.poll(async () => (await by.numbers()).lanes.flatMap(({ outages }) => outages)).toEqual([]);
  });

  it('once a long one is over, what waited for its time is done at once, but not what only a lookup can tell', async () => {
    const by = await reopen(1);
    const { database, schema, access } = world;
    meets = (url) => (url.includes('/sender/transactions') ? failing() : Promise.resolve());
    await by.enqueue(access.walletId, [order(1), order(2), order('refused')]);
    const waiting = async (): Promise<number> => {
      const { rows } = await database.query(`SELECT FROM ${schema}.job WHERE state = 'retry'`);
      return rows.length;
    };
    const stop = new AbortController();
    const running = by.run({ signal: stop.signal, grace: 1 });
    await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(3);
    // An hour in which it did not end, after which one of them is due.
    await database.query(
      `UPDATE ${schema}.job SET start_after = now() + CASE WHEN singleton_key = (SELECT id::text FROM ${schema}.orders WHERE order_id = 's_1')
         THEN interval '0' ELSE interval '1 hour' END`,
    );
    await database.query(`UPDATE ${schema}.orders SET refused_in_doubt = true WHERE order_id = 's_refused'`);
    await database.query(
      `UPDATE ${schema}.outages SET failures = 9, since = since - interval '1 hour', next_at = now()`,
    );
    const { length: outages } = (await database.query(`SELECT FROM ${schema}.outages`)).rows;
    expect(outages).toBeGreaterThan(0);
    meets = () => Promise.resolve();
    await expect.poll(() => world.stateOf(2), { timeout: 30_000 }).toBe('accepted');
    expect(await world.stateOf(1)).toBe('accepted');
    expect(await waiting()).toBe(1);
    stop.abort();
    await running;
  });

  it('what a worker had when it died is done at once by another, however often it was tried before', async () => {
    const { withdrawals, database, schema, access } = world;
    await withdrawals.enqueue(access.walletId, [order(1)]);
    await database.query(
      `UPDATE ${schema}.job SET state = 'active', retry_count = 10, started_on = now() - interval '1 hour',
         heartbeat_on = now() - interval '1 hour'`,
    );
    const by = await world.reopen({ lease: 10 });
    const stop = new AbortController();
    const running = by.run({ signal: stop.signal, grace: 1 });
    await expect.poll(() => world.stateOf(1), { timeout: 90_000 }).toBe('accepted'); // its next try is in 150 seconds or more
    stop.abort();
    await running;
  });
});
