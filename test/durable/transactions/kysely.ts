/** Kysely, with and without its plugin for names in camel case. */
import { fromKysely } from '@wallet-operations/durable';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type ControlledTransaction } from 'kysely';
import pg from 'pg';
import { byHand, FAILS, library, NESTED, type Library } from './library.ts';

/** It in use. */
export function ofKysely(connectionString: string, isCamel: boolean): Library {
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
