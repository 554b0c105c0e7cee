/** Orders in the transactions of the libraries that people have: each as it is really used, on a PostgreSQL server. */
import { PGlite, type Transaction as LiteTransaction } from '@electric-sql/pglite';
import {
  embedded,
  openWithdrawals,
  OrderConflictError,
  postgres,
  TransactionError,
  type Database,
  type Withdrawals,
} from '@wallet-operations/durable';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from '../postgres.ts';
import { order } from '../world.ts';
import { ofDrizzle } from './drizzle.ts';
import { ofKnex } from './knex.ts';
import { ofKysely } from './kysely.ts';
import { FAILS, type Inside, type Library } from './library.ts';
import { ofClient, ofPoolClient } from './pg.ts';
import { ofPrisma } from './prisma.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

const service = { baseUrl: 'http://127.0.0.1:9', credentials: { apiCode: 'code', secret: 'secret' } };
const open = (database: Database): Promise<Withdrawals> => openWithdrawals({ database, service, wallets: [1] });

const LIBRARIES: Readonly<Record<string, (url: string) => Library | Promise<Library>>> = {
  Knex: ofKnex,
  Kysely: (url) => ofKysely(url, false),
  'Kysely in camel case': (url) => ofKysely(url, true),
  Drizzle: ofDrizzle,
  'what has the shape of Prisma': ofPrisma,
  'a client of pg': ofClient,
  'a client of a pool of pg': ofPoolClient,
};

describe.skipIf(isLeftOut)('on a PostgreSQL server', () => {
  let server: Postgres;
  let url: string;
  let withdrawals: Withdrawals;
  let asking: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    asking = new pg.Pool({ connectionString: url });
    await asking.query('CREATE TABLE payouts (order_id text)');
    withdrawals = await open(postgres(url));
  });
  afterAll(async () => {
    await withdrawals.close();
    await asking.end();
    await server.stop();
  });
  /** What others see: rows of the application, orders, and notes of the queue. */
  const left = async (id: string): Promise<number[]> => {
    const counts = await asking.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM payouts WHERE order_id = $1
       UNION ALL SELECT count(*)::integer FROM wallet_operations.orders WHERE order_id = $1
       UNION ALL SELECT count(*)::integer FROM wallet_operations.job AS j JOIN wallet_operations.orders AS o
         ON j.singleton_key = o.id::text WHERE order_id = $1`,
      [id],
    );
    return counts.rows.map(({ n }) => n);
  };
  const [ALL, NOTHING] = [
    [1, 1, 1],
    [0, 0, 0],
  ];

  describe.each(Object.keys(LIBRARIES))('%s', (name) => {
    let used: Library;
    beforeAll(async () => {
      const make = LIBRARIES[name];
      if (!make) throw new Error(name);
      used = await make(url);
    });
    afterAll(() => used.close());
    const idOf = (what: string): string => `s_${name} ${what}`;
    const enqueue = (what: string, { transaction }: Inside, more = {}): ReturnType<Withdrawals['enqueue']> =>
      withdrawals.enqueue(1, [order(`${name} ${what}`, more)], { transaction });

    it('takes orders in with what is written beside them, once it is committed', async () => {
      const id = idOf('kept');
      await used.begin(async (inside) => {
        await inside.insert(id);
        expect(await enqueue('kept', inside)).toEqual([{ order_id: id, isNew: true, state: 'queued' }]);
        expect(await enqueue('kept', inside)).toEqual([{ order_id: id, isNew: false, state: 'queued' }]);
        expect(await left(id)).toEqual(NOTHING);
      });
      expect(await left(id)).toEqual(ALL);
      expect((await withdrawals.find(id))?.request).toEqual(order(`${name} kept`));
    });

    it('leaves nothing once it is rolled back, or has failed', async () => {
      const given = used.begin(async (inside) => {
        await inside.insert(idOf('gone'));
        await enqueue('gone', inside);
        throw new Error('changed my mind');
      });
      await expect(given).rejects.toThrow('changed my mind');
      const failed = used.begin(async (inside) => {
        await inside.insert(idOf('failed'));
        await enqueue('failed', inside);
        await inside.fail();
      });
      await expect(failed).rejects.toThrow();
      expect([...(await left(idOf('gone'))), ...(await left(idOf('failed')))]).toEqual([...NOTHING, ...NOTHING]);
    });

    it('keeps of a savepoint what it keeps', async () => {
      await used.begin(async (inside) => {
        await inside.insert(idOf('outer'));
        await enqueue('outer', inside);
        const back = inside.nest(async (inner) => {
          await inner.insert(idOf('inner'));
          await enqueue('inner', inner);
          throw new Error('not this one');
        });
        await expect(back).rejects.toThrow('not this one');
        await inside.nest(async (inner) => {
          await inner.insert(idOf('second'));
          await enqueue('second', inner);
        });
      });
      expect(await left(idOf('outer'))).toEqual(ALL);
      expect(await left(idOf('inner'))).toEqual(NOTHING);
      expect(await left(idOf('second'))).toEqual(ALL);
    });

    it('may go on after a refusal', async () => {
      await withdrawals.enqueue(1, [order(`${name} taken`)]);
      await used.begin(async (inside) => {
        await expect(enqueue('taken', inside, { amount: '7' })).rejects.toThrow(OrderConflictError);
        await inside.insert(idOf('beside'));
        await enqueue('beside', inside);
      });
      expect(await left(idOf('beside'))).toEqual(ALL);
    });

    it('is told that it was aborted', async () => {
      const failed = used.begin(async (inside) => {
        await inside.fail().catch(() => undefined);
        const error: unknown = await enqueue('aborted', inside).catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(TransactionError);
        expect(error).toMatchObject({ reason: 'aborted' });
        expect(String(error)).toContain('roll it back');
        throw new Error('as told');
      });
      await expect(failed).rejects.toThrow('as told');
    });

    it('is refused where it is no transaction, and nothing is written', async () => {
      const given = withdrawals.enqueue(1, [order(`${name} whole`)], { transaction: used.whole });
      await expect(given).rejects.toThrow('does not run its statements in one transaction');
      expect(await left(idOf('whole'))).toEqual(NOTHING);
    });
  });

  it('a pool, or a database, is refused', async () => {
    const error = (transaction: unknown): Promise<unknown> =>
      withdrawals.enqueue(1, [order('pool')], { transaction: transaction as never }).catch((cause: unknown) => cause);
    const pool = new pg.Pool({ connectionString: url });
    expect(await error(pool)).toMatchObject({ name: 'TransactionError', reason: 'not_one' });
    await pool.end();
    const database = postgres(url);
    expect(await error(database)).toMatchObject({ name: 'TransactionError', reason: 'not_one' });
    await database.close();
    expect(String(await error({}))).toContain('"transaction" has no query');
    expect(String(await error('x'))).toContain('fromKnex');
    expect(String(await error({ query: () => Promise.resolve([]) }))).toContain('does not answer with { rows }');
    expect(await left('s_pool')).toEqual(NOTHING);
  });

  it('a transaction of another database is refused, whether or not that has withdrawals too', async () => {
    const other = await server.createDatabase();
    const client = new pg.Client(other);
    await client.connect();
    const attempt = async (): Promise<unknown> => {
      await client.query('BEGIN');
      const given = withdrawals.enqueue(1, [order('elsewhere')], { transaction: client });
      const error: unknown = await given.catch((cause: unknown) => cause);
      await client.query('ROLLBACK');
      return error;
    };
    expect(await attempt()).toMatchObject({ name: 'TransactionError', reason: 'elsewhere' });
    const there = await open(postgres(other));
    expect(await attempt()).toMatchObject({ name: 'TransactionError', reason: 'elsewhere' });
    await there.close();
    await client.end();
  });
});

describe('on PGlite', () => {
  let lite: PGlite;
  let withdrawals: Withdrawals;
  beforeAll(async () => {
    lite = await PGlite.create();
    await lite.query('CREATE TABLE payouts (order_id text)');
    withdrawals = await open(await embedded(lite));
  });
  afterAll(async () => {
    await withdrawals.close();
    await lite.close();
  });
  const payOut = async (transaction: LiteTransaction, id: string): Promise<void> => {
    await transaction.query('INSERT INTO payouts VALUES ($1)', [`s_${id}`]);
    await withdrawals.enqueue(1, [order(id)], { transaction });
  };

  it('orders are taken in with a transaction of its own', async () => {
    await lite.transaction((transaction) => payOut(transaction, 'kept'));
    await lite.transaction(async (transaction) => {
      await payOut(transaction, 'gone');
      await transaction.rollback();
    });
    expect((await lite.query('SELECT * FROM payouts')).rows).toEqual([{ order_id: 's_kept' }]);
    expect(await withdrawals.find('s_kept')).toMatchObject({ state: 'queued' });
    expect(await withdrawals.find('s_gone')).toBeUndefined();
  });

  it('what would wait for itself is refused', async () => {
    await lite.transaction(async () => {
      await expect(withdrawals.enqueue(1, [order('whole')], { transaction: lite })).rejects.toThrow(
        'is a whole PGlite',
      );
    });
    const database = await embedded(lite);
    const other = await open(database);
    await database.transaction(async () => {
      await expect(other.enqueue(1, [order('forgotten')])).rejects.toThrow('PGlite has one connection');
      await expect(other.find('s_kept')).rejects.toThrow('PGlite has one connection');
    });
    expect(await other.find('s_kept')).toMatchObject({ state: 'queued' });
  });

  it('one that was aborted, or has ended, is refused', async () => {
    let ended: LiteTransaction | undefined;
    await lite.transaction(async (transaction) => {
      ended = transaction;
      await transaction.query(FAILS).catch(() => undefined);
      const given = withdrawals.enqueue(1, [order('aborted')], { transaction });
      await expect(given).rejects.toMatchObject({ reason: 'aborted' });
      await transaction.rollback();
    });
    await expect(withdrawals.enqueue(1, [order('ended')], { transaction: ended })).rejects.toThrow('closed');
  });
});
