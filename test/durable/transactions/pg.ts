/** pg, as it is used: by a client of one's own, or of a pool. */
import pg from 'pg';
import { byHand, FAILS, library, NESTED, WHOLE, type Library } from './library.ts';

function ofPg(client: pg.Client | pg.PoolClient, close: () => Promise<unknown>): Library {
  const run = (given: pg.Client | pg.PoolClient, statement: string): Promise<unknown> => given.query(statement);
  return library<pg.Client | pg.PoolClient>({
    begin: (work) => byHand(run, WHOLE)(client, work),
    nest: byHand(run, NESTED),
    insert: (given, id) => given.query('INSERT INTO payouts VALUES ($1)', [id]),
    fail: (given) => given.query(FAILS),
    adapt: (given) => given,
    whole: client, // nothing is begun
    close,
  });
}

/** A client. */
export async function ofClient(url: string): Promise<Library> {
  const client = new pg.Client(url);
  await client.connect();
  return ofPg(client, () => client.end());
}

/** A client that a pool has lent. */
export async function ofPoolClient(connectionString: string): Promise<Library> {
  const pool = new pg.Pool({ connectionString });
  const client = await pool.connect();
  return ofPg(client, () => {
    client.release();
    return pool.end();
  });
}
