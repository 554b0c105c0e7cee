/** Checks of the queue's scripts: several statements in one text, which begin and commit by themselves. */
import { refusedWith, same, wrong } from './expect.ts';
import { idsIn, tableOf, type Check } from './stand.ts';

export const QUEUE: readonly Check[] = [
  {
    name: 'runs several statements of one text for the queue, and gives the rows of all of them',
    async run({ connect }) {
      const { query, queue } = await connect();
      const table = await tableOf({ query }, 'id integer');
      const { rows } = await queue.executeSql(`
        BEGIN;
        SET LOCAL lock_timeout = 30000;
        INSERT INTO ${table} VALUES (1), (2) RETURNING id;
        COMMIT;
      `);
      same(
        'rows of a script that has a RETURNING in the middle',
        rows.map((row: object) => ({ ...row })),
        [{ id: 1 }, { id: 2 }],
      );
      await queue.executeSql(`INSERT INTO ${table} VALUES (3); INSERT INTO ${table} VALUES (4)`);
      same('rows that two scripts have written', await idsIn({ query }, table), [1, 2, 3, 4]);
    },
  },
  {
    name: 'leaves nothing of a script of the queue that fails, and lets nobody else feel it',
    async run({ connect }) {
      const database = await connect();
      const table = await tableOf(database, 'id integer');
      const script = `BEGIN; INSERT INTO ${table} VALUES (1); SELECT 1/0; COMMIT;`;
      const failing = Array.from({ length: 3 }, () =>
        refusedWith('a script that fails in the middle', '22012', database.queue.executeSql(script)),
      );
      const beside = [
        database.query(`INSERT INTO ${table} VALUES (2)`),
        database.queue.executeSql(`INSERT INTO ${table} VALUES (3)`),
        database.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (4)`)),
      ];
      for (const [i, settled] of (await Promise.allSettled(beside)).entries())
        if (settled.status === 'rejected')
          wrong(
            `${['a statement', 'a statement of the queue', 'a transaction'][i] ?? ''} that came while a script of the queue failed was ` +
              `refused as well: ${String(settled.reason)}`,
          );
      await Promise.all(failing);
      same('rows beside a script that has failed', await idsIn(database, table), [2, 3, 4]);
    },
  },
];
