/** The suite for databases: both of ours pass it, and whatever is broken on purpose fails it with what is wrong. */
import { PGlite } from '@electric-sql/pglite';
import { embedded, postgres, type Database, type Queries, type Transaction } from '@wallet-operations/durable';
import { DatabaseCheckError, databaseChecks } from '@wallet-operations/durable/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from './postgres.ts';

const PATIENCE = 30_000; // a busy machine
const STARTS = 120_000;

describe('PGlite', () => {
  let lite: PGlite;
  beforeAll(async () => {
    lite = await PGlite.create();
  }, STARTS);
  afterAll(() => lite.close());
  const checks = databaseChecks({ connect: () => embedded(lite), connections: 'one', patience: PATIENCE });
  for (const { name, timeout, run } of checks) it(name, run, timeout);
});

describe.skipIf(isLeftOut)('on a server', () => {
  let server: Postgres;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
  }, STARTS);
  afterAll(() => server.stop());

  describe('PostgreSQL', () => {
    const checks = databaseChecks({ connect: () => postgres(url), connections: 'many', patience: PATIENCE });
    for (const { name, timeout, run } of checks) it(name, run, timeout);
  });

  describe('a pool of the caller', () => {
    const pools: pg.Pool[] = [];
    afterAll(() => Promise.all(pools.map((pool) => pool.end())));
    const connect = (): Database => {
      const pool = new pg.Pool({ connectionString: url });
      pools.push(pool);
      return postgres(pool);
    };
    const checks = databaseChecks({ connect, connections: 'many', patience: PATIENCE });
    for (const { name, timeout, run } of checks.filter(({ group }) => group === 'closing')) it(name, run, timeout);
  });

  describe('one that', () => {
    it.each(Object.entries(BROKEN))('%s fails it, and is told so', async (_, { breaks, says, patience = PATIENCE }) => {
      const pools: pg.Pool[] = [];
      const connect = (): Database => {
        const pool = new pg.Pool({ connectionString: url });
        pool.on('connect', (client) => client.on('error', () => undefined)); // some are never given back
        pools.push(pool);
        return { ...breaks(postgres(pool), pool), close: () => Promise.resolve() };
      };
      const error = await firstFailure({ connect, connections: 'many', patience });
      expect(error).toBeInstanceOf(DatabaseCheckError);
      expect((error as Error).message).toMatch(says);
      for (const pool of pools) void pool.end(); // nor waited for
    });
  });
});

async function firstFailure(given: Parameters<typeof databaseChecks>[0]): Promise<unknown> {
  for (const { group, run } of databaseChecks(given)) {
    if (group === 'withdrawals') continue;
    try {
      await run();
    } catch (error) {
      return error;
    }
  }
  return undefined;
}

interface Broken {
  readonly breaks: (real: Database, pool: pg.Pool) => Database;
  readonly says: RegExp;
  /** For what hangs. */
  readonly patience?: number;
}

/** All statements of a database, those of transactions and of the queue among them, as somebody else runs them. */
function through(real: Database, by: (query: Queries['query']) => Queries['query']): Database {
  const asked = by(real.query);
  return {
    ...real,
    query: asked,
    transaction: (work) => real.transaction(({ query }) => work({ query: by(query) })),
    queue: {
      executeSql: async (text, values) =>
        by(async (...given) => real.queue.executeSql(...given))(text, values) as Promise<{ rows: object[] }>,
    },
  };
}

/** As it has to be. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = on';

/** Transactions as somebody writes them who has not thought of all. */
function transactions(
  real: Database,
  pool: pg.Pool,
  {
    begin = BEGIN,
    commit = async (client: pg.PoolClient): Promise<void> => {
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('swallowed');
    },
    rollback = 'ROLLBACK',
    failed = (error: unknown): unknown => error,
    release = (client: pg.PoolClient, broken: Error | undefined): void => {
      client.release(broken);
    },
  },
): Database {
  return {
    ...real,
    async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
      const client = await pool.connect();
      let broken: Error | undefined;
      const breaks = (error: Error): void => {
        broken = error;
      };
      client.on('error', breaks);
      try {
        await client.query(begin);
        const result = await work({ query: (text, values) => client.query(text, values) });
        await commit(client);
        return result;
      } catch (error) {
        await client.query(rollback).catch(breaks);
        throw failed(error);
      } finally {
        client.off('error', breaks);
        release(client, broken);
      }
    },
  };
}

const asNumbers = (rows: readonly object[]): object[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as Record<string, unknown>).map(([name, value]) => [
        name,
        typeof value === 'string' && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value,
      ]),
    ),
  );

const BROKEN: Readonly<Record<string, Broken>> = {
  'does not commit': {
    breaks: (real, pool) =>
      transactions(real, pool, { commit: (client) => client.query('ROLLBACK').then(() => undefined) }),
    says: /rows that another one sees once a transaction has resolved: it is \[\], and has to be \[ 1, 2 \]/,
  },
  'does not roll back': {
    breaks: (real, pool) => transactions(real, pool, { rollback: 'COMMIT' }),
    says: /rows that are left of a transaction that was rolled back: it is \[ 1 \], and has to be \[\]/,
  },
  'commits each statement by itself': {
    breaks: (real) => ({ ...real, transaction: (work) => work({ query: real.query }) }),
    says: /rows that are left of a transaction that was rolled back/,
  },
  'rejects with an error of its own': {
    breaks: (real, pool) =>
      transactions(real, pool, { failed: (cause) => new Error('the transaction has failed', { cause }) }),
    says: /a statement of a transaction: the error has the code undefined, and has to have PostgreSQL's, 23505/,
  },
  'believes every COMMIT': {
    breaks: (real, pool) =>
      transactions(real, pool, { commit: (client) => client.query('COMMIT').then(() => undefined) }),
    says: /a transaction of which a statement failed, while its work resolved .* has to reject/,
  },
  'tells nobody that a commit has failed': {
    breaks: (real, pool) =>
      transactions(real, pool, {
        commit: (client) =>
          client.query('COMMIT').then(
            ({ command }) => {
              if (command !== 'COMMIT') throw new Error('swallowed');
            },
            () => undefined,
          ),
      }),
    says: /a transaction that is refused only at its end: it resolved .* and has to reject/,
  },
  'loses locks': {
    breaks: (real) =>
      through(
        real,
        (query) => (text, values) => query(text.replace(/ FOR (UPDATE|SHARE)( NOWAIT| SKIP LOCKED)?/g, ''), values),
      ),
    says: /a row that another transaction has locked FOR UPDATE, asked for with NOWAIT: it resolved with/,
  },
  'waits where it is to skip': {
    breaks: (real) => through(real, (query) => (text, values) => query(text.replace('SKIP LOCKED', ''), values)),
    says: /nothing had come of it after 2000 ms/,
    patience: 2000,
  },
  'gives numbers as floats': {
    breaks: (real) =>
      through(real, (query) => async (text, values) => ({ rows: asNumbers((await query(text, values)).rows) })),
    says: /SELECT \$1::text, with a value: it is 1\.5, and has to be '1\.50'/,
  },
  'writes values into statements': {
    breaks: (real) =>
      through(
        real,
        (query) =>
          (text, values = []) =>
            query(text.replaceAll(/\$(\d+)/g, (_, i: string) => `'${String(values[Number(i) - 1])}'`)),
      ),
    says: /takes values as they are.*: it has failed where nothing may fail, with error: table "orders" does not exist/,
  },
  'swallows errors': {
    breaks: (real) => through(real, (query) => (text, values) => query(text, values).catch(() => ({ rows: [] }))),
    says: /a second row under one key: it resolved with \{ rows: \[\] \}, and has to reject/,
  },
  'wraps errors': {
    breaks: (real) =>
      through(
        real,
        (query) => (text, values) =>
          query(text, values).catch((error: unknown) => {
            throw new Error(`the database says ${String(error)}`);
          }),
      ),
    says: /a second row under one key: the error has the code undefined, and has to have PostgreSQL's, 23505/,
  },
  'runs only the first statement of a script': {
    breaks: (real) => ({
      ...real,
      queue: { executeSql: (text, values) => real.queue.executeSql(text.split(/;\s/)[0] ?? '', values) },
    }),
    says: /rows of a script that has a RETURNING in the middle: it is \[\]/,
  },
  'has one connection for all, and lets everybody into its transaction': {
    breaks(real, pool) {
      const client = pool.connect();
      const query: Queries['query'] = async (text, values) => (await client).query(text, values);
      return {
        ...real,
        query,
        queue: { executeSql: async (text, values) => ({ rows: [...(await query(text, values)).rows] }) },
        async transaction(work) {
          await query(BEGIN);
          try {
            const result = await work({ query });
            const { command } = (await query('COMMIT')) as unknown as pg.QueryResult;
            if (command !== 'COMMIT') throw new Error('swallowed');
            return result;
          } catch (error) {
            await query('ROLLBACK');
            throw error;
          }
        },
      };
    },
    says: /rows, where a transaction was rolled back while statements were run that are not its own: it is \[ 3 \], and/,
  },
  'keeps the connections of what has failed': {
    breaks: (real, pool) => {
      let count = 0;
      return transactions(real, pool, {
        failed: (error) => {
          count++;
          return error;
        },
        release: (client, broken) => {
          if (count === 0) client.release(broken);
        },
      });
    },
    says: /nothing had come of it after 2000 ms/,
    patience: 2000,
  },
  'isolates more than it is to': {
    breaks: (real, pool) => transactions(real, pool, { begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ' }),
    says: /transaction_isolation: it is 'repeatable read', and has to be 'read committed'/,
  },
  'does not wait for the disk': {
    breaks: (real, pool) => transactions(real, pool, { begin: 'BEGIN ISOLATION LEVEL READ COMMITTED' }),
    says: /synchronous_commit is off in a transaction/,
  },
  'takes a commit for done whose connection is gone': {
    breaks: (real, pool) =>
      transactions(real, pool, {
        commit: async (client) => {
          const answer = await client.query('COMMIT').catch((error: unknown) => {
            if ((error as { code?: unknown }).code === '23505') throw error;
          });
          if (answer && answer.command !== 'COMMIT') throw new Error('swallowed');
        },
      }),
    says: /a transaction whose connection (is|was) gone.*: it resolved .* and has to reject/,
  },
};
