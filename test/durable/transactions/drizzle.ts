/** Drizzle. */
import { fromDrizzle } from '@wallet-operations/durable';
import { sql as tag } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { FAILS, library, type Library } from './library.ts';

/** It in use. */
export function ofDrizzle(connectionString: string): Library {
  const pool = new pg.Pool({ connectionString });
  const payouts = pgTable('payouts', { orderId: text('order_id') });
  const db = drizzle(pool);
  type Given = Parameters<Parameters<typeof db.transaction>[0]>[0];
  return library<Given>({
    begin: (work) => db.transaction(work),
    nest: (given, work) => given.transaction(work),
    insert: (given, id) => given.insert(payouts).values({ orderId: id }).execute(),
    fail: (given) => given.execute(tag.raw(FAILS)),
    adapt: (given) => fromDrizzle(given, tag),
    whole: fromDrizzle(db, tag),
    close: () => pool.end(),
  });
}
