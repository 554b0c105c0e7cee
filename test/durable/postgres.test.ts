/** The server that other tests stand on. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from './postgres.ts';

describe.skipIf(isLeftOut)('a PostgreSQL of the tests', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const ask = async (url: string, text: string): Promise<unknown[]> => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<object>(text);
    await client.end();
    return rows;
  };

  it('has databases apart, and keeps what was committed when it is ended without a word', async () => {
    const [one, two] = [await server.createDatabase(), await server.createDatabase()];
    await ask(one, 'CREATE TABLE kept AS SELECT 7 AS number');
    await server.restart('immediate');
    expect(await ask(one, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
    await server.restart('fast');
    expect(await ask(two, `SELECT to_regclass('kept') AS kept`)).toEqual([{ kept: null }]);
  });
});
