/** Orders in the transactions of the libraries that people have: each as it is really used, on a PostgreSQL server. */
import { PGlite, type Transaction as LiteTransaction } from '@electric-sql/pglite';
import {
  embedded,
  fromDrizzle,
  fromKnex,
  fromKysely,
  fromPrisma,
  openWithdrawals,
  OrderConflictError,
  postgres,
  TransactionError,
  type CallersTransaction,
  type Database,
  type Withdrawals,
} from '@wallet-operations/durable';
import { sql as tag } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { knex as knexOf, type Knex } from 'knex';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type ControlledTransaction } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from './postgres.ts';
import { order } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

const service = { baseUrl: 'http://127.0.0.1:9', credentials: { apiCode: 'code', secret: 'secret' } };
const open = (database: Database): Promise<Withdrawals> => openWithdrawals({ database, service, wallets: [1] });

/** How a library is used; `T` is its own type of a transaction. */
interface Use<T> {
  readonly begin: (work: (transaction: T) => Promise<void>) => Promise<void>;
  /** A transaction within one: PostgreSQL's savepoint. */
  readonly nest: (transaction: T, work: (transaction: T) => Promise<void>) => Promise<void>;
  readonly insert: (transaction: T, id: string) => Promise<unknown>;
  readonly fail: (transaction: T) => Promise<unknown>;
  readonly adapt: (transaction: T) => CallersTransaction;
  /** What is given by mistake. */
  readonly whole?: CallersTransaction;
  readonly close: () => Promise<unknown>;
}
/** A library in use, whatever its types are. */
interface Library {
  readonly begin: (work: (inside: Inside) => Promise<void>) => Promise<void>;
  readonly whole: CallersTransaction | undefined;
  readonly close: () => Promise<unknown>;
}
interface Inside {
  readonly transaction: CallersTransaction;
  readonly insert: (id: string) => Promise<unknown>;
  readonly fail: () => Promise<unknown>;
  readonly nest: (work: (inside: Inside) => Promise<void>) => Promise<void>;
}

function library<T>({ begin, nest, insert, fail, adapt, whole, close }: Use<T>): Library {
  const inside = (transaction: T): Inside => ({
    transaction: adapt(transaction),
    insert: (id) => insert(transaction, id),
    fail: () => fail(transaction),
    nest: (work) => nest(transaction, (inner) => work(inside(inner))),
  });
  return { begin: (work) => begin((transaction) => work(inside(transaction))), whole, close };
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Begins, commits and rolls back by statements. */
const byHand =
  <T>(run: (transaction: T, statement: string) => Promise<unknown>, [begin, commit, back]: readonly string[]) =>
  async (transaction: T, work: (transaction: T) => Promise<void>): Promise<void> => {
    await run(transaction, begin ?? '');
    try {
      await work(transaction);
      await run(transaction, commit ?? '');
    } catch (error) {
      await run(transaction, back ?? '');
      throw error;
    }
  };
const WHOLE = ['BEGIN', 'COMMIT', 'ROLLBACK'];
const NESTED = ['SAVEPOINT inner_one', 'RELEASE inner_one', 'ROLLBACK TO inner_one'];
const FAILS = 'SELECT 1/0';

function ofPg(client: pg.Client | pg.PoolClient, close: () => Promise<unknown>): Library {
  const run = (given: pg.Client | pg.PoolClient, statement: string): Promise<unknown> => given.query(statement);
  return library<pg.Client | pg.PoolClient>({
    begin: (work) => byHand(run, WHOLE)(client, work),
    nest: byHand(run, NESTED),
    insert: (given, id) => given.query('INSERT INTO payouts VALUES ($1)', [id]),
    fail: (given) => given.query(FAILS),
    adapt: (given) => given,
    whole: client, // nothing is begun
    close,
  });
}

function ofKysely(connectionString: string, isCamel: boolean): Library {
  interface Tables {
    payouts: { order_id: string };
  }
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }),
    plugins: isCamel ? [new CamelCasePlugin()] : [], // renames the columns of each answer
  });
  const run = (given: ControlledTransaction<Tables>, statement: string): Promise<unknown> =>
    sql.raw(statement).execute(given);
  return library<ControlledTransaction<Tables>>({
    async begin(work) {
      const transaction = await kysely.startTransaction().execute();
      try {
        await work(transaction);
        await transaction.commit().execute();
      } catch (error) {
        await transaction.rollback().execute();
        throw error;
      }
    },
    nest: byHand(run, NESTED),
    insert: (given, id) => given.insertInto('payouts').values({ order_id: id }).execute(),
    fail: (given) => run(given, FAILS),
    adapt: fromKysely,
    whole: fromKysely(kysely),
    close: () => kysely.destroy(),
  });
}

function ofKnex(connection: string): Library {
  const knex = knexOf({
    client: 'pg',
    connection,
    // As people have it for their own tables: it is applied to every answer.
    postProcessResponse: (answer: { rows?: object[] }) =>
      Array.isArray(answer.rows)
        ? {
            ...answer,
            rows: answer.rows.map((row) =>
              Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value as unknown])),
            ),
          }
        : answer,
  });
  return library<Knex.Transaction>({
    begin: (work) => knex.transaction(work),
    nest: (given, work) => given.transaction(work),
    insert: (given, id) => given('payouts').insert({ order_id: id }).then(),
    fail: (given) => given.raw(FAILS).then(),
    adapt: fromKnex,
    whole: fromKnex(knex),
    close: () => knex.destroy(),
  });
}

function ofDrizzle(connectionString: string): Library {
  const pool = new pg.Pool({ connectionString });
  const payouts = pgTable('payouts', { orderId: text('order_id') });
  const db = drizzle(pool);
  type Given = Parameters<Parameters<typeof db.transaction>[0]>[0];
  return library<Given>({
    begin: (work) => db.transaction(work),
    nest: (given, work) => given.transaction(work),
    insert: (given, id) => given.insert(payouts).values({ orderId: id }).execute(),
    fail: (given) => given.execute(tag.raw(FAILS)),
    adapt: (given) => fromDrizzle(given, tag),
    whole: fromDrizzle(db, tag),
    close: () => pool.end(),
  });
}

/**
 * Prisma's client downloads an engine, so this is its shape alone, as its documentation has it: `$queryRawUnsafe` answers with rows,
 * `$executeRawUnsafe` with a count, and an error of the database is a P2010 with the database's code in `meta`.
 */
function ofPrisma(connectionString: string): Library {
  const pool = new pg.Pool({ connectionString });
  const clientOf = (on: pg.Pool | pg.PoolClient) => {
    const ask = (statement: string, values: unknown[]): Promise<pg.QueryResult<object>> =>
      on.query<object>(statement, values).catch((error: unknown) => {
        const { code, message } = error as pg.DatabaseError;
        throw Object.assign(new Error(`Raw query failed. Code: ${String(code)}. Message: ${message}`), {
          name: 'PrismaClientKnownRequestError',
          code: 'P2010',
          meta: { code, message },
        });
      });
    return {
      $queryRawUnsafe: async <T = unknown>(statement: string, ...values: unknown[]): Promise<T> =>
        (await ask(statement, values)).rows as T,
      $executeRawUnsafe: async (statement: string, ...values: unknown[]): Promise<number> =>
        (await ask(statement, values)).rowCount ?? 0,
    };
  };
  type Given = ReturnType<typeof clientOf>;
  return library<Given>({
    async begin(work) {
      const client = await pool.connect();
      try {
        await byHand((_: Given, statement) => client.query(statement), WHOLE)(clientOf(client), work);
      } finally {
        client.release();
      }
    },
    nest: byHand((given, statement) => given.$executeRawUnsafe(statement), NESTED),
    insert: (given, id) => given.$executeRawUnsafe('INSERT INTO payouts VALUES ($1)', id),
    fail: (given) => given.$queryRawUnsafe(FAILS),
    adapt: fromPrisma,
    whole: fromPrisma(clientOf(pool)),
    close: () => pool.end(),
  });
}

const LIBRARIES: Readonly<Record<string, (url: string) => Library | Promise<Library>>> = {
  Knex: ofKnex,
  Kysely: (url) => ofKysely(url, false),
  'Kysely in camel case': (url) => ofKysely(url, true),
  Drizzle: ofDrizzle,
  'what has the shape of Prisma': ofPrisma,
  async 'a client of pg'(url) {
    const client = new pg.Client(url);
    await client.connect();
    return ofPg(client, () => client.end());
  },
  async 'a client of a pool of pg'(connectionString) {
    const pool = new pg.Pool({ connectionString });
    const client = await pool.connect();
    return ofPg(client, () => {
      client.release();
      return pool.end();
    });
  },
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
