/** Checks of the end. */
import { hold } from '../database/hold.ts';
import { same } from './expect.ts';
import { idsIn, tableOf, type Check } from './stand.ts';

export const CLOSING: readonly Check[] = [
  {
    name: 'closes, and again, and leaves alone what others have opened',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      await database.query('SELECT 1');
      await database.close();
      await database.close();
      same(
        'what another one answers',
        (await other.query('SELECT 1 AS one')).rows.map((row) => ({ ...row })),
        [{ one: 1 }],
      );
    },
  },
  {
    name: 'brings a transaction that is under way to its end when it is closed',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const table = await tableOf(database, 'id integer');
      const open = await hold(database);
      await open.query(`INSERT INTO ${table} VALUES (1)`);
      const closed = database.close();
      await open.query(`INSERT INTO ${table} VALUES (2)`);
      await open.commit();
      await closed;
      same('rows of a transaction that was under way', await idsIn(other, table), [1, 2]);
    },
  },
];
