/** A database that is away for a while, or ends what is idle: work waits for it, and nothing is lost or booked twice. */
import type { Database } from '@wallet-operations/durable';
import { systemClock } from '@wallet-operations/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWorld, KINDS, order } from '../world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

// One kind will do, the quickest: the statements are the same, and others are tried on both.
describe.each(KINDS.slice(-1))('on $name', ({ name, start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());

  /** A database that fails while something is so. */
  const breaking = (database: Database, failure: (isTransaction: boolean) => Error | undefined): Database => {
    const guarded = <T>(work: () => Promise<T>, isTransaction = false): Promise<T> => {
      const error = failure(isTransaction);
      return error ? Promise.reject(error) : work();
    };
    return {
      ...database,
      query: (...given) => guarded(() => database.query(...given)),
      transaction: (work) => guarded(() => database.transaction(work), true),
      queue: { ...database.queue, executeSql: (...given) => guarded(() => database.queue.executeSql(...given)) },
    };
  };
  const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  it.each([
    ['is away', 12, () => refused()],
    [
      'breaks a connection in its first transaction',
      1,
      (isTransaction: boolean) =>
        isTransaction ? new Error('Client has encountered a connection error and is not queryable') : undefined,
    ],
  ])('who starts while it %s works once it is back', async (_, times, failure) => {
    const world = await createWorld(await started.make());
    let left = 0;
    const by = await world.reopen({
      database: breaking(world.database, (isTransaction) => {
        const error = left > 0 ? failure(isTransaction) : undefined;
        if (error) left--;
        return error;
      }),
    });
    await world.withdrawals.enqueue(world.access.walletId, [order(1)]);
    left = times;
    await world.until(async () => (await world.stateOf(1)) === 'accepted', by);
    expect(left).toBe(0);
    expect(world.errors.length).toBeGreaterThan(0);
    await world.close();
  });

  it('a lease ends at its time though nobody can be asked, and what was under way is looked up', async () => {
    const FASTER = 10;
    const clock = {
      now: systemClock.now,
      monotonic: () => FASTER * systemClock.monotonic(),
      after: (milliseconds: number, run: () => void) => systemClock.after(milliseconds / FASTER, run),
    };
    let isAway = false;
    const times: number[] = [];
    const world = await createWorld(await started.make());
    const by = await world.reopen({
      database: breaking(world.database, () => (isAway ? refused() : undefined)),
      lease: 10,
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        clock,
        timeout: 1_000_000,
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          if (init.method !== 'POST') return response;
          isAway = true;
          times.push(performance.now());
          return new Promise((_, reject) => {
            init.signal.addEventListener('abort', () => {
              times.push(performance.now());
              reject(new Error('ended'));
            });
          });
        },
      },
    });
    await world.withdrawals.enqueue(world.access.walletId, [order(1), order(2)]);
    const stop = new AbortController();
    const running = by.run({ signal: stop.signal, grace: 5 });
    await expect.poll(() => times.length, { timeout: 60_000 }).toBe(2);
    isAway = false;
    const [sent = 0, ended = Infinity] = times;
    expect(ended - sent).toBeLessThan(8000); // it is one second, and twelve are what a submission has
    await world.until(async () => (await world.stateOf(1)) === 'accepted' && (await world.stateOf(2)) === 'accepted');
    stop.abort();
    await running;
    expect(world.taken()).toHaveLength(2);
    expect(world.outcomes.filter(({ state }) => state === 'accepted')).toHaveLength(2);
    await world.close();
  });

  it.runIf(name === 'PostgreSQL')(
    'a transaction whose connection breaks ends, though its work waits for something else',
    async () => {
      const database = await started.make();
      const running = database.transaction(async ({ query }) => {
        const { rows } = await query('SELECT pg_backend_pid() AS pid');
        await database.query('SELECT pg_terminate_backend($1)', [(rows[0] as { pid: number }).pid]);
        await new Promise(() => undefined);
      });
      await expect(running).rejects.toThrow('terminating connection');
      expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    },
  );

  // Those of PGlite end with the process.
  it.runIf(name === 'PostgreSQL')(
    'a transaction that was idle for too long is done again, and booked once',
    async () => {
      const database = await started.make();
      const timeout = 'SHOW idle_in_transaction_session_timeout';
      const [before] = await database.transaction(async ({ query }) => (await query(timeout)).rows);
      expect(before).toEqual({ idle_in_transaction_session_timeout: '1min' });
      const timeouts: unknown[] = [];
      const world = await createWorld(database, {
        onOutcome: async ({ order_id, state }, { query }) => {
          timeouts.push((await query(timeout)).rows[0]);
          await query('INSERT INTO bookings VALUES ($1, $2)', [order_id, state]);
          if (timeouts.length === 1) await new Promise((resolve) => setTimeout(resolve, 1500));
        },
      });
      await database.query('CREATE TABLE bookings (order_id text, state text)');
      const { rows } = await database.query('SELECT current_database() AS itself');
      const [{ itself }] = rows as [{ itself: string }];
      await database.query(`ALTER DATABASE ${itself} SET idle_in_transaction_session_timeout = '500ms'`);
      // Only new connections know, so that there must be no other.
      const ended = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND';
      await database.query(`${ended} pid <> pg_backend_pid()`);
      await expect(database.query(`${ended} pid = pg_backend_pid()`)).rejects.toThrow('terminating connection');
      // The pool hears of it a moment later, and may give one that has ended.
      await vi.waitFor(() => world.withdrawals.enqueue(world.access.walletId, [order(1)]), 20_000);
      await world.until(async () => (await world.stateOf(1)) === 'accepted');
      expect(timeouts).toEqual([
        { idle_in_transaction_session_timeout: '500ms' },
        { idle_in_transaction_session_timeout: '500ms' },
      ]);
      expect((await database.query('SELECT * FROM bookings')).rows).toEqual([{ order_id: 's_1', state: 'accepted' }]);
      await world.close();
    },
  );
});
