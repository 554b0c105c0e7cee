/** Checks of what becomes of a transaction whose connection breaks: a server that is restarted, a network that is gone. */
import { hold } from '../database/hold.ts';
import { isPassing, persistently } from '../database/retry.ts';
import { failureOf, same, wrong } from './expect.ts';
import { breakOthers, idsIn, tableOf, type Check } from './stand.ts';

/** @throws DatabaseCheckError for an error on which nobody would try again */
function expectPassing(what: string, error: unknown): void {
  if (!isPassing(error))
    wrong(
      `${what}: its error, ${String(error)}, cannot be told from one that stays. Give it the code of PostgreSQL (57P01) or of the socket ` +
        '(ECONNRESET), for it to be tried again',
      { cause: error },
    );
}

export const LOST_CONNECTIONS: readonly Check[] = [
  {
    name: 'rejects a transaction whose connection breaks, and has written nothing of it',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer');
      const open = await hold(database);
      await open.query(`INSERT INTO ${table} VALUES (1)`);
      await breakOthers(other);
      const error = await failureOf('a statement of a transaction whose connection is gone', open.query('SELECT 1'));
      expectPassing('a statement of a transaction whose connection is gone', error);
      await failureOf('a transaction whose connection is gone', open.commit());
      same('rows that are left of it', await idsIn(other, table), []);
      await persistently(() => database.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (2)`)));
      same('rows of the transaction behind it', await idsIn(other, table), [2]);
    },
  },
  {
    name: 'rejects a transaction whose connection breaks before it is committed, while nothing is asked of it',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer');
      const open = await hold(database);
      await open.query(`INSERT INTO ${table} VALUES (1)`);
      await breakOthers(other);
      const error = await failureOf('a transaction whose connection was gone before its COMMIT', open.commit());
      expectPassing('a transaction whose connection was gone before its COMMIT', error);
      same('rows that are left of it', await idsIn(other, table), []);
    },
  },
  {
    name: 'goes on after connections have broken that nobody used',
    of: 'many',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      await Promise.all(Array.from({ length: 4 }, () => database.query('SELECT 1')));
      for (let i = 0; i < 3; i++) {
        await breakOthers(other);
        await persistently(() => database.query('SELECT 1'));
        await persistently(() => database.transaction(({ query }) => query('SELECT 1')));
        await persistently(() => database.queue.executeSql('SELECT 1'));
      }
    },
  },
];
