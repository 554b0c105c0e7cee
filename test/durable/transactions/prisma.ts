/** Prisma, by its shape. */
import { fromPrisma } from '@wallet-operations/durable';
import pg from 'pg';
import { byHand, FAILS, library, NESTED, WHOLE, type Library } from './library.ts';

/**
 * Prisma's client downloads an engine, so this is its shape alone, as its documentation has it: `$queryRawUnsafe` answers with rows,
 * `$executeRawUnsafe` with a count, and an error of the database is a P2010 with the database's code in `meta`.
 */
export function ofPrisma(connectionString: string): Library {
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
