/** Knex, with answers renamed as people have it. */
import { fromKnex } from '@wallet-operations/durable';
import { knex as knexOf, type Knex } from 'knex';
import { FAILS, library, type Library } from './library.ts';

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** It in use. */
export function ofKnex(connection: string): Library {
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
