/** Lists and numbers: every order of a page that ends where the next begins, at a cost that does not grow with what is settled. */
import { openWithdrawals, type Database, type DurableOrder, type Withdrawals } from '@wallet-operations/durable';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KINDS, order } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

const WALLETS = [1n, 2n];
const SETTLED = 20_000;

describe.each(KINDS)('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let database: Database;
  let withdrawals: Withdrawals;
  /** What was asked of the database, to be asked how it does it. */
  const asked: [text: string, values: unknown[] | undefined][] = [];
  beforeAll(async () => {
    started = await start();
    const real = await started.make();
    database = {
      ...real,
      query: (text, values) => {
        asked.push([text, values]);
        return real.query(text, values);
      },
    };
    withdrawals = await openWithdrawals({
      database,
      schema: 'lists',
      wallets: WALLETS,
      service: { baseUrl: 'http://service.example', credentials: { apiCode: 'code', secret: 'secret' } },
    });
    // Each second one, from the oldest to the youngest; of a thousand one is refused.
    await real.query(
      `INSERT INTO lists.orders (order_id, wallet_id, request, state, changed_at)
       SELECT 'old_' || i, 1 + i % 2, '{}', CASE WHEN i % 1000 = 0 THEN 'refused' ELSE 'confirmed' END,
         now() - interval '1 second' * (${String(SETTLED)} - i)
       FROM generate_series(1, ${String(SETTLED)}) AS i`,
    );
    await real.query('VACUUM ANALYZE lists.orders');
  });
  afterAll(async () => {
    await withdrawals.close();
    await started.stop();
  });

  /** Pages of the database that were read for the first statement of what is done. */
  async function pagesRead(doing: () => Promise<unknown>): Promise<number> {
    asked.length = 0;
    await doing();
    const [text, values] = asked[0] ?? ['', []];
    const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: Record<string, number> }] })['QUERY PLAN'];
    return (plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN);
  }

  it.each([
    ['what waits for a person', { states: ['refused', 'conflict', 'failed'] }],
    ['what is old', { states: ['confirmed'], olderThan: SETTLED - 50 }],
    ['what is older than anything', { olderThan: 2 * SETTLED }],
    ['one wallet', { wallet: 2 }],
    ['all', {}],
  ] as const)('a list of %s reads no more than it gives', async (_, options) => {
    expect(await pagesRead(() => withdrawals.list(options))).toBeLessThan(700); // of some 20 000 rows, or 500 pages twice
  });

  it('numbers read nothing of what is settled', async () => {
    expect(await pagesRead(() => withdrawals.numbers())).toBeLessThan(100);
    expect((await withdrawals.numbers()).states).toMatchObject({
      refused: { count: SETTLED / 1000 },
      queued: { count: 0, oldest: undefined },
    });
  });

  it('lists by wallet, state and age, the oldest first', async () => {
    const listed = await withdrawals.list({ states: ['refused'], olderThan: 10_000 - 500, limit: 3 });
    expect(listed.map(({ order_id }) => order_id)).toEqual(['old_1000', 'old_2000', 'old_3000']);
    expect(await withdrawals.list({ states: ['refused'], olderThan: SETTLED })).toEqual([]);
    expect(await withdrawals.list({ states: ['refused'], wallet: 2 })).toEqual([]);
    expect(await withdrawals.list({ states: ['refused', 'refused'], wallet: 1 })).toHaveLength(SETTLED / 1000);
    expect(await withdrawals.list({ wallet: 3 })).toEqual([]);
  });

  it('no order is left out between two pages, whatever becomes of the last of a page', async () => {
    const wallet = WALLETS[0] ?? 0n;
    // In one transaction of a database whose clock may stand still: many have changed at the same time.
    await withdrawals.enqueue(
      wallet,
      Array.from({ length: 25 }, (_, i) => order(`page-${String(i)}`)),
    );
    const seen: string[] = [];
    let after: DurableOrder | undefined;
    do {
      const page = await withdrawals.list({ states: ['queued'], limit: 4, after });
      seen.push(...page.map(({ order_id }) => order_id));
      after = page.at(-1);
      if (after) await withdrawals.decide(after.order_id, 'close', { by: 'ann' });
    } while (after);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `s_page-${String(i)}`));
  });
});
