/** The calls a minute that an API code has, as a caller meets them: in turn, for whoever is still there, and as many as the service allows now. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Withdrawals } from '@wallet-operations/durable';
import { createWorld, KINDS, type World } from '../world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

// One kind will do, the quickest: the statements are the same, and others are tried on both.
describe.each(KINDS.slice(-1))('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let world: World;
  let by: Withdrawals;
  /** Indexes that the service was asked for. */
  let asked: number[];
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    asked = [];
    world = await createWorld(await started.make());
  });
  afterEach(() => world.close());

  const call = (index: number, options = {}): Promise<unknown> =>
    by.client.listDepositAddresses({ WALLET_ID: world.access.walletId, start_index: index }, options);

  const limitKnown = async (): Promise<number | undefined> => (await by.numbers()).lanes[0]?.callsPerMinute;

  /** Has the service tell of a limit, and lets its minute pass. */
  async function learn(limit: number): Promise<void> {
    let isTold = false;
    by = await world.reopen({
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        fetch: (url) => {
          asked.push(Number(new URL(url).searchParams.get('start_index')));
          if (isTold) return Promise.resolve(Response.json({ wallet_id: 1, wallet_count: 0, wallet_address: [] }));
          isTold = true;
          const error = `Forbidden. Call too frequently (${String(limit)} calls/minute)`;
          return Promise.resolve(Response.json({ error }, { status: 403 }));
        },
      },
    });
    const enough = new AbortController();
    const told = Promise.allSettled([call(0, { signal: enough.signal })]);
    await expect.poll(limitKnown, { timeout: 30_000 }).toBe(limit);
    enough.abort();
    await told;
    await world.database.query(`UPDATE ${world.schema}.lanes SET next_at = clock_timestamp()`);
    asked.length = 0;
  }

  it('who came first goes first, and who has gone away leaves his place to others', async () => {
    await learn(60);
    const gone = new AbortController();
    const calls = [call(1), call(2)];
    const leaving = Promise.allSettled(Array.from({ length: 50 }, (_, i) => call(100 + i, { signal: gone.signal })));
    const last = call(3, { deadline: 25_000 }); // fifty places are fifty seconds
    await Promise.all(calls);
    gone.abort();
    await last;
    await leaving;
    expect([asked[0], asked[1], asked.at(-1)]).toEqual([1, 2, 3]);
    expect(asked.length).toBeLessThan(10); // one of those who left may have been quicker
  });

  it('a limit that was raised is noticed within a day', async () => {
    await learn(1);
    await world.database.query(`UPDATE ${world.schema}.lanes SET learnt_at = learnt_at - interval '1 day'`);
    const stop = new AbortController();
    const running = by.run({ signal: stop.signal, grace: 1 });
    await expect.poll(limitKnown, { timeout: 30_000 }).toBeUndefined();
    await Promise.all(Array.from({ length: 20 }, (_, i) => call(i, { deadline: 60_000 }))); // which were twenty minutes
    expect(asked).toHaveLength(20);
    stop.abort();
    await running;
  });
});
