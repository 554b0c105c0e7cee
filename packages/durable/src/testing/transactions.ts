/** Checks of transactions: all or nothing, and nobody is told of a commit that was none. */
import type { Database } from '../database/database.ts';
import { hold } from '../database/hold.ts';
import { failureOf, refusedWith, same, wrong } from './expect.ts';
import { idsIn, tableOf, type Check } from './stand.ts';

/** More than any pool has. */
const MANY = 40;

const settingOf = async ({ query }: Pick<Database, 'query'>, name: string): Promise<unknown> =>
  ((await query('SELECT current_setting($1) AS value', [name])).rows[0] as { value: unknown }).value;

/** What a database has by default may be anything. */
const byDefault = (database: Database, setting: string): Promise<unknown> =>
  database.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${setting}', current_database()); END $$`);

export const TRANSACTIONS: readonly Check[] = [
  {
    name: 'commits a transaction whose work resolves, and gives what that gave',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer');
      const given = await database.transaction(async ({ query }) => {
        await query(`INSERT INTO ${table} VALUES ($1)`, [1]);
        await query(`INSERT INTO ${table} VALUES ($1)`, [2]);
        return 'given';
      });
      same('what a transaction resolves with', given, 'given');
      same('rows that another one sees once a transaction has resolved', await idsIn(other, table), [1, 2]);
    },
  },
  {
    name: 'rolls a transaction back whose work rejects or throws, and rejects with the same error',
    async run({ connect }) {
      const database = await connect();
      const table = await tableOf(database, 'id integer');
      const error = new Error('changed my mind');
      const rejecting = database.transaction(async ({ query }) => {
        await query(`INSERT INTO ${table} VALUES (1)`);
        throw error;
      });
      if ((await failureOf('a transaction whose work rejects', rejecting)) !== error)
        wrong('a transaction whose work rejects: it has to reject with the very same error');
      const throwing = Promise.resolve().then(() =>
        database.transaction(() => {
          throw error;
        }),
      );
      if ((await failureOf('a transaction whose work throws', throwing)) !== error)
        wrong('a transaction whose work throws: it has to reject with the very same error');
      same('rows that are left of a transaction that was rolled back', await idsIn(database, table), []);
    },
  },
  {
    name: 'notices that a statement of a transaction has failed, also if the work takes no notice',
    async run({ connect }) {
      const database = await connect();
      const table = await tableOf(database, 'id integer PRIMARY KEY');
      const silent = database.transaction(async ({ query }) => {
        await query(`INSERT INTO ${table} VALUES (1)`);
        await query(`INSERT INTO ${table} VALUES (1)`).catch(() => undefined);
      });
      await failureOf(
        'a transaction of which a statement failed, while its work resolved (PostgreSQL answers COMMIT with ROLLBACK then)',
        silent,
      );
      same('rows that are left of it', await idsIn(database, table), []);
      await database.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (2)`));
      same('rows of the transaction behind it', await idsIn(database, table), [2]);
    },
  },
  {
    name: 'rejects where the commit itself fails',
    async run({ connect }) {
      const database = await connect();
      const table = await tableOf(database, 'id integer UNIQUE DEFERRABLE INITIALLY DEFERRED');
      const both = database.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (1), (1)`));
      await refusedWith('a transaction that is refused only at its end', '23505', both);
      same('rows that are left of it', await idsIn(database, table), []);
      await database.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (2)`));
    },
  },
  {
    name: 'begins each transaction as READ COMMITTED, and waits for the disk, whatever the defaults are',
    async run({ connect }) {
      const asking = await connect();
      await byDefault(asking, 'SET default_transaction_isolation = serializable');
      await byDefault(asking, 'SET synchronous_commit = off');
      try {
        const database = await connect();
        await database.transaction(async (transaction) => {
          same('transaction_isolation', await settingOf(transaction, 'transaction_isolation'), 'read committed');
          if ((await settingOf(transaction, 'synchronous_commit')) === 'off')
            wrong('synchronous_commit is off in a transaction: what is committed would get lost when the server ends');
        });
      } finally {
        await byDefault(asking, 'RESET default_transaction_isolation');
        await byDefault(asking, 'RESET synchronous_commit');
      }
    },
  },
  {
    name: 'runs all statements of a transaction in one, and no other statement in it',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer');
      const open = await hold(database);
      const numberOf = async (): Promise<unknown> => (await open.query('SELECT txid_current()::text AS id')).rows[0];
      const first = await numberOf();
      await open.query(`INSERT INTO ${table} VALUES (1)`);
      same('txid_current() of a later statement of a transaction', await numberOf(), first);
      // Begun while it is open, by somebody who has nothing to do with it: on one connection they come after it.
      const beside = [database, other].map(({ query }, i) => query(`INSERT INTO ${table} VALUES ($1)`, [2 + i]));
      const queued = database.queue.executeSql(`INSERT INTO ${table} VALUES (4)`);
      await open.query(`INSERT INTO ${table} VALUES (5)`);
      await open.rollBack();
      await Promise.all([...beside, queued]);
      same(
        'rows, where a transaction was rolled back while statements were run that are not its own',
        await idsIn(database, table),
        [2, 3, 4],
      );
    },
  },
  {
    name: 'shows nobody what is not committed',
    async run({ connect, connections }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer');
      const open = await hold(database);
      await open.query(`INSERT INTO ${table} VALUES (1)`);
      const seen = idsIn(other, table);
      if (connections === 'many') {
        same('rows that another one sees before they are committed', await seen, []);
        await open.commit();
      } else {
        await open.rollBack();
        same('rows that another one sees of a transaction that is rolled back', await seen, []);
      }
    },
  },
  {
    name: 'takes any number of transactions at once',
    async run({ connect }) {
      const database = await connect();
      const table = await tableOf(database, 'id integer PRIMARY KEY, n integer');
      await database.query(`INSERT INTO ${table} VALUES (1, 0)`);
      await Promise.all(
        Array.from({ length: MANY }, () =>
          database.transaction(async ({ query }) => {
            await query(`UPDATE ${table} SET n = n + 1`);
          }),
        ),
      );
      const { rows } = await database.query(`SELECT n FROM ${table}`);
      same(`a number that ${String(MANY)} transactions have added 1 to at once`, { ...rows[0] }, { n: MANY });
    },
  },
  {
    name: 'gives up nothing to a transaction that fails: the next has all that it needs',
    async run({ connect }) {
      const database = await connect();
      const table = await tableOf(database, 'id integer');
      for (let i = 0; i < MANY; i++)
        await failureOf(
          'a transaction that fails',
          database.transaction(({ query }) => (i % 2 === 0 ? query('SELECT 1/0') : Promise.reject(new Error('no')))),
        );
      await database.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (1)`));
      await database.query(`INSERT INTO ${table} VALUES (2)`);
      same('rows behind transactions that have failed', await idsIn(database, table), [1, 2]);
    },
  },
  {
    name: 'lets a transaction see what others commit meanwhile',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer');
      const open = await hold(database);
      same('rows before', await idsIn(open, table), []);
      await other.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (1)`));
      same('rows that a transaction sees once another one has committed', await idsIn(open, table), [1]);
      await open.commit();
    },
  },
];
