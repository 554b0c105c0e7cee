/** Checks of single statements: what goes in, what comes back, and what is refused. */
import type { Database } from '../database/database.ts';
import { refusedWith, same } from './expect.ts';
import { idsIn, tableOf, type Check } from './stand.ts';

const valueOf = async ({ query }: Pick<Database, 'query'>, text: string, values?: unknown[]): Promise<unknown> => {
  const { rows } = await query(`SELECT ${text} AS value`, values);
  return (rows[0] as { value?: unknown } | undefined)?.value;
};

const TEXTS = [
  '',
  "'; DROP TABLE orders; --",
  '\\',
  '"',
  '$1',
  '?',
  'NULL',
  '{a,b}',
  '1.50',
  'ä🜚\u2028\n',
  'x'.repeat(100_000),
];

/** What a statement says, the values for it, and what they come back as. */
const SENT: readonly (readonly [string, readonly unknown[], unknown])[] = [
  ...TEXTS.map((text) => ['$1::text', [text], text] as const),
  ['$1::text', [null], null],
  ['$1::boolean', [true], true],
  ['$1::integer', [-7], -7],
  ['$1::float8', [0.25], 0.25],
  ['$1::text::numeric::text', ['12345678901234567890'], '12345678901234567890'],
  ['$1::bigint::text', ['9007199254740993'], '9007199254740993'],
  ['$2::text || $1::text || $2::text', ['a', 'b'], 'bab'],
  ['$1::text[]', [TEXTS.slice(0, -1)], TEXTS.slice(0, -1)],
  ['cardinality($1::text[])', [[]], 0],
  ['(SELECT max(x)::text FROM unnest($1::bigint[]) AS x)', [['1', '9007199254740993']], '9007199254740993'],
  [`$1::text::json ->> 'a'`, ['{"a":"\\u00e4"}'], 'ä'],
  [`'{"a":1}'::jsonb ? $1::text`, ['a'], true],
];

/** What comes back of what is in the database. */
const RECEIVED: readonly (readonly [string, unknown])[] = [
  [`'007'::text`, '007'],
  [`'1e3'::text`, '1e3'],
  ['9007199254740993::bigint::text', '9007199254740993'],
  [`'1.50'::numeric::text`, '1.50'],
  [`extract(epoch FROM '2026-11-20T00:00:00.5Z'::timestamptz)::float8`, 1795132800.5],
  [`('2026-11-20T00:00:00Z'::timestamptz AT TIME ZONE 'UTC')::text`, '2026-11-20 00:00:00'],
  ['7::integer', 7],
  ['0.5::float8', 0.5],
  ['true', true],
  ['NULL::integer', null],
  [`ARRAY['a', 'b,c']::text[]`, ['a', 'b,c']],
  [`'{"id":"7"}'::jsonb`, { id: '7' }],
];

/** Whatever a driver makes of them, nothing of them may get lost. */
const EXACT: readonly (readonly [string, string])[] = [
  ['9007199254740993::bigint', '9007199254740993'],
  [`'12345678901234567890.5'::numeric`, '12345678901234567890.5'],
];

export const STATEMENTS: readonly Check[] = [
  {
    name: 'answers a statement with its rows',
    async run({ connect }) {
      const { query } = await connect();
      const { rows } = await query('SELECT n, n * 2 AS "twice" FROM generate_series(1, 3) AS n ORDER BY n');
      same(
        'rows of a SELECT',
        rows.map((row) => ({ ...row })),
        [
          { n: 1, twice: 2 },
          { n: 2, twice: 4 },
          { n: 3, twice: 6 },
        ],
      );
      same('rows of a SELECT that finds nothing', [...(await query('SELECT 1 WHERE false')).rows], []);
    },
  },
  {
    name: 'takes values as they are, of every type that statements have',
    async run({ connect }) {
      const database = await connect();
      for (const [text, values, due] of SENT)
        same(`SELECT ${text}, with a value`, await valueOf(database, text, [...values]), due);
      const { rows } = await database.queue.executeSql('SELECT $1::text AS value', ["it's"]);
      same('a statement of the queue with a value', { ...rows[0] } as unknown, { value: "it's" });
    },
  },
  {
    name: 'gives values back exactly',
    async run({ connect }) {
      const database = await connect();
      for (const [text, due] of RECEIVED) same(`SELECT ${text}`, await valueOf(database, text), due);
      for (const [text, due] of EXACT) same(`SELECT ${text}, as text`, String(await valueOf(database, text)), due);
      await database.transaction(async (transaction) => {
        for (const [text, due] of RECEIVED)
          same(`SELECT ${text} in a transaction`, await valueOf(transaction, text), due);
      });
    },
  },
  {
    name: 'rejects what is refused, with its code',
    async run({ connect }) {
      const database = await connect();
      const table = await tableOf(database, 'id integer PRIMARY KEY');
      await database.query(`INSERT INTO ${table} VALUES (1)`);
      const again = `INSERT INTO ${table} VALUES (1)`;
      await refusedWith('a second row under one key', '23505', database.query(again));
      await refusedWith('the same with a value', '23505', database.query(`INSERT INTO ${table} VALUES ($1)`, [1]));
      await refusedWith('a division by zero', '22012', database.query('SELECT 1/0'));
      await refusedWith('what is no SQL', '42601', database.query('SELEC'));
      await refusedWith('a statement of the queue', '23505', database.queue.executeSql(again));
      await refusedWith(
        'a statement of the queue with values',
        '22012',
        database.queue.executeSql('SELECT 1/$1::integer', [0]),
      );
      await refusedWith(
        'a statement of a transaction',
        '23505',
        database.transaction(({ query }) => query(again)),
      );
      same('rows after all that was refused', await idsIn(database, table), [1]);
    },
  },
];
