/** Checks of what keeps two workers from one order: locks of rows, and keys that only one can take. */
import { hold } from '../database/hold.ts';
import { isPassing } from '../database/retry.ts';
import { refusedWith, same, wrong } from './expect.ts';
import { tableOf, type Check } from './stand.ts';

/** PostgreSQL's lock_not_available: what NOWAIT says of a row that somebody holds. */
const HELD = '55P03';

export const LOCKS: readonly Check[] = [
  {
    name: 'lets nobody else have a row that is locked FOR UPDATE, until the transaction ends',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer PRIMARY KEY');
      await database.query(`INSERT INTO ${table} VALUES (1)`);
      const lock = `SELECT id FROM ${table} WHERE id = 1 FOR UPDATE`;
      const first = await hold(database);
      await first.query(lock);
      await refusedWith(
        'a row that another transaction has locked FOR UPDATE, asked for with NOWAIT',
        HELD,
        other.transaction(({ query }) => query(`${lock} NOWAIT`)),
      );
      await first.commit();
      const { rows } = await other.transaction(({ query }) => query(`${lock} NOWAIT`));
      same('the row once the lock has ended', rows.length, 1);
    },
  },
  {
    name: 'lets several have a row FOR SHARE, and nobody change it meanwhile',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer PRIMARY KEY');
      await database.query(`INSERT INTO ${table} VALUES (1)`);
      const first = await hold(database);
      await first.query(`SELECT id FROM ${table} FOR SHARE`);
      const { rows } = await other.transaction(({ query }) => query(`SELECT id FROM ${table} FOR SHARE NOWAIT`));
      same('a row that another transaction has locked FOR SHARE, asked for FOR SHARE', rows.length, 1);
      await refusedWith(
        'a row that another transaction has locked FOR SHARE, asked for FOR UPDATE NOWAIT',
        HELD,
        other.transaction(({ query }) => query(`SELECT id FROM ${table} FOR UPDATE NOWAIT`)),
      );
      await first.commit();
    },
  },
  {
    name: 'gives two that skip what is locked different rows',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer PRIMARY KEY');
      await database.query(`INSERT INTO ${table} VALUES (1), (2)`);
      const next = `SELECT id FROM ${table} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
      const first = await hold(database);
      const second = await hold(other);
      const taken = [
        ...(await first.query(next)).rows,
        ...(await second.query(next)).rows,
        ...(await database.transaction(({ query }) => query(next))).rows,
      ];
      same(
        'rows that transactions took in turn, with SKIP LOCKED',
        taken.map((row) => ({ ...row })),
        [{ id: 1 }, { id: 2 }],
      );
      await Promise.all([first.commit(), second.commit()]);
    },
  },
  {
    name: 'lets one of two have a key, whoever commits first',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer PRIMARY KEY');
      const insert = `INSERT INTO ${table} VALUES (1) ON CONFLICT DO NOTHING RETURNING id`;
      const first = await hold(database);
      const { rows } = await first.query(insert);
      const second = other.transaction(({ query }) => query(insert)); // waits for the first
      await first.commit();
      same('rows that the first and the second have written', [rows.length, (await second).rows.length], [1, 0]);
    },
  },
  {
    name: 'keeps a lock of a transaction until that ends',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const key = Math.floor(Math.random() * 2 ** 31);
      const isFree = async (): Promise<unknown> => {
        const { rows } = await other.transaction(({ query }) =>
          query('SELECT pg_try_advisory_xact_lock($1::integer, 7) AS free', [key]),
        );
        return (rows[0] as { free: unknown }).free;
      };
      const first = await hold(database);
      await first.query('SELECT pg_advisory_xact_lock($1::integer, 7)', [key]);
      same('whether an advisory lock is free that a transaction holds', await isFree(), false);
      await first.rollBack();
      same('whether it is free once that has ended', await isFree(), true);
    },
  },
  {
    name: 'ends a deadlock with an error that is known to pass',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer PRIMARY KEY');
      await database.query(`INSERT INTO ${table} VALUES (1), (2)`);
      const lock = `SELECT FROM ${table} WHERE id = $1 FOR UPDATE`;
      const [first, second] = [await hold(database), await hold(other)];
      await first.query(lock, [1]);
      await second.query(lock, [2]);
      const settled = await Promise.allSettled([first.query(lock, [2]), second.query(lock, [1])]);
      const [failure, ...more] = settled.filter((each) => each.status === 'rejected');
      if (!failure || more.length > 0) wrong('of two transactions that wait for each other one has to fail');
      if (!isPassing(failure.reason))
        wrong(
          `a deadlock: its error, ${String(failure.reason)}, has to have PostgreSQL's code, 40P01, for it to be tried again`,
        );
      await Promise.allSettled([first.rollBack(), second.rollBack()]);
    },
  },
];
