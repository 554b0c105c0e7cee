/** What four processes share, measured at the service: the calls a minute of an API code, and how often it is asked while it does not answer. */
import { openWithdrawals, postgres } from '@wallet-operations/durable';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from '../postgres.ts';
import { order } from '../world.ts';
import { startProcess, startService, type Reply, type Service, type Setting } from './fleet.ts';

const WALLETS = [1, 2, 3, 4];
const PROCESSES = [1, 2, 3, 4];
const CREDENTIALS = { apiCode: 'THE-ONE-API-CODE', secret: 'secret' };

describe.skipIf(isLeftOut)('four processes', () => {
  let server: Postgres;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** The service, a database, and one who looks into it and writes orders. */
  async function open(reply: Reply): Promise<{
    readonly service: Service;
    readonly own: Awaited<ReturnType<typeof openWithdrawals>>;
    readonly database: ReturnType<typeof postgres>;
    readonly start: (task: Setting['task']) => Promise<void>;
  }> {
    const service = await startService(reply);
    ends.push(service.close);
    const url = await server.createDatabase();
    const database = postgres(url);
    const own = await openWithdrawals({
      database,
      wallets: WALLETS,
      service: { baseUrl: service.baseUrl(0), credentials: CREDENTIALS },
    });
    ends.push(own.close);
    const start = async (task: Setting['task']): Promise<void> => {
      const started = PROCESSES.map((number) =>
        startProcess({ url, ...CREDENTIALS, baseUrl: service.baseUrl(number), wallets: WALLETS, task, number }),
      );
      for (const each of await Promise.all(started)) ends.push(each.end);
    };
    return { service, own, database, start };
  }

  it('use 95 % of the calls a minute that they share, and none is refused after the first', async () => {
    const LIMIT = 300;
    let isTold = false;
    let refused = 0;
    let window: number[] = [];
    const { service, own, database, start } = await open(({ at }) => {
      window = window.filter((each) => each > at - 60_000);
      if (isTold && window.length < LIMIT) {
        window.push(at);
        return Response.json({});
      }
      isTold = true;
      refused++;
      return Response.json(
        { error: `Forbidden. Call too frequently (${String(LIMIT)} calls/minute)` },
        { status: 403 },
      );
    });
    const enough = new AbortController();
    const told = Promise.allSettled([own.client.listDepositAddresses({ WALLET_ID: 1 }, { signal: enough.signal })]);
    await expect.poll(async () => (await own.numbers()).lanes[0]?.callsPerMinute, { timeout: 30_000 }).toBe(LIMIT);
    enough.abort();
    await told;
    await database.query('UPDATE wallet_operations.lanes SET next_at = clock_timestamp()'); // the minute has passed
    await start('call');
    await new Promise((resolve) => setTimeout(resolve, 2000)); // until all of them are under way
    const begin = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    const used = service.asked.filter(({ at }) => at >= begin && at < begin + 60_000);
    expect(refused).toBe(1);
    expect(used.length).toBeGreaterThanOrEqual(0.95 * LIMIT);
    for (const number of PROCESSES) expect(used.filter(({ by }) => by === number).length).toBeGreaterThan(LIMIT / 20);
  });

  it('ask no more than 1.1 times as often while the service does not answer, and all is paid once it does', async () => {
    let isOut = false;
    const { service, own, start } = await open(({ orders, path }) => {
      if (isOut) return undefined;
      if (path.endsWith('/all')) return Response.json({ transactions: [] });
      if (orders.length === 0)
        return Response.json({ error: 'Not found', error_code: 304, message: 'Not found' }, { status: 404 });
      return Response.json({ results: Object.fromEntries(orders.map((id, i) => [id, i + 1])) });
    });
    await start('work');
    let count = 0;
    /** Orders come at one pace, for 15 seconds. @returns how often the service was asked */
    const during = async (): Promise<number> => {
      const before = service.asked.length;
      for (let i = 0; i < 60; i++) {
        await own.enqueue(WALLETS[i % WALLETS.length] ?? 1, [order(++count)]);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      return service.asked.length - before;
    };
    const inPeace = await during();
    isOut = true;
    const inOutage = await during();
    isOut = false;
    expect(inPeace).toBeGreaterThan(10);
    expect(inOutage / inPeace).toBeLessThanOrEqual(1.1);
    const paid = async (): Promise<number> => (await own.list({ states: ['accepted'], limit: 500 })).length;
    await expect.poll(paid, { timeout: 120_000, interval: 1000 }).toBe(count);
  });
});
