/** What is in the database: one schema, of a version that is known, with no secret in it, and with no more rights than it takes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Callback } from '@wallet-operations/client/callbacks';
import { openCallbacks, openWithdrawals, postgres, SchemaTooNewError } from '@wallet-operations/durable';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from './postgres.ts';
import { createWorld, KINDS, order } from './world.ts';

const service = { baseUrl: 'http://127.0.0.1:9', credentials: { apiCode: 'code', secret: 'secret' } };

/** A deposit that is safe. */
const DEPOSIT: Callback = {
  ...{ type: 1, serial: 1n, order_id: '', currency: 'ETH', txid: '0x1', block_height: 100n, tindex: 0, vout_index: 0 },
  ...{ amount: '1', fees: '0', memo: '', broadcast_at: 0, chain_at: 1, from_address: '', to_address: '0x2' },
  ...{ wallet_id: 1n, state: 3, confirm_blocks: 12, processing_state: 2, addon: {} },
};

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

describe.each(KINDS)('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());

  it('no API code, secret or checksum is kept, and of an order what was enqueued', async () => {
    const checksums: string[] = [];
    const world = await createWorld(await started.make());
    const { access, database, schema, sandbox } = world;
    const by = await world.reopen({
      service: {
        baseUrl: sandbox.url,
        credentials: access,
        fetch: (url, init) => {
          checksums.push(new Headers(init.headers).get('x-checksum') ?? '');
          return fetch(url, init);
        },
      },
    });
    await world.withdrawals.enqueue(access.walletId, [order(1), order('x'.repeat(300))]);
    await world.until(
      async () => (await world.stateOf('x'.repeat(300))) !== 'queued' && world.taken().length === 1,
      by,
    );
    const { rows: tables } = await database.query(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = $1`,
      [schema],
    );
    let dump = '';
    for (const { table_name: table } of tables as { table_name: string }[])
      dump += JSON.stringify(
        (await database.query(`SELECT row_to_json(t)::text AS row FROM "${schema}"."${table}" AS t`)).rows,
      );
    expect(dump).toContain('s_1');
    expect(checksums.length).toBeGreaterThan(0);
    for (const secret of [access.apiCode, access.secret, ...checksums]) expect(dump).not.toContain(secret);
    await world.close();
  });

  it('those that open it at once make it once, and again changes nothing', async () => {
    const database = await started.make();
    const open = (): Promise<unknown> => openWithdrawals({ database, service, wallets: [1], schema: 'at_once' });
    await Promise.all([open(), open(), open()]);
    await open();
    expect((await database.query('SELECT version FROM at_once.migrations')).rows).toEqual([
      { version: 1 },
      { version: 2 },
    ]);
  });

  it('one of a newer build is left alone', async () => {
    const database = await started.make();
    const options = { database, service, wallets: [1], schema: 'newer' };
    await openWithdrawals(options);
    await database.query('INSERT INTO newer.migrations (version) VALUES (99)');
    await expect(openWithdrawals(options)).rejects.toThrow(SchemaTooNewError);
    await expect(openWithdrawals({ ...options, migrate: false })).rejects.toThrow(
      'is at version 99, and this build knows 2',
    );
  });

  it('options that make no sense are refused', async () => {
    const database = await started.make();
    const open = (more: object): Promise<unknown> => openWithdrawals({ database, service, wallets: [1], ...more });
    await expect(open({ wallets: [] })).rejects.toThrow('wallets is empty');
    await expect(open({ lease: 9 })).rejects.toThrow('lease is 9. Give whole seconds, from 10 to 3600.');
    await expect(open({ batch: Number.NaN })).rejects.toThrow('batch is NaN. Give a whole number, from 1 on.');
    // An unset variable, and minutes: from then on refusals would be believed that are none.
    for (const shownAfter of [0, '', null, 30, 300, '1800', Infinity, -1, [1800]])
      await expect(open({ shownAfter })).rejects.toThrow('Give seconds, from 301 on.');
    await expect(open({ shownAfter: '' })).rejects.toThrow("shownAfter is ''.");
    await expect(open({ followFor: '' })).rejects.toThrow("followFor is ''. Give seconds, from 0 on.");
    await expect(open({ inFlight: 0.5 })).rejects.toThrow('inFlight is 0.5. Give a whole number, from 1 on.');
    await expect(open({ onOutcome: 5 })).rejects.toThrow('onOutcome is of type number. Give a function, or nothing.');
    await expect(open({ database: undefined })).rejects.toThrow('database is none.');
    await expect(open({ service: undefined })).rejects.toThrow('service is missing.');
    await expect(open({ schema: 'a"; DROP' })).rejects.toThrow('Give lower-case letters');
    await expect(open({ schema: 'not_there', migrate: false })).rejects.toThrow(
      'is at version 0, and this build needs 2',
    );
  });
});

describe.skipIf(isLeftOut)('on a PostgreSQL server', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  describe('eight processes', () => {
    const AT_ONCE = 8;
    let processes: { readonly child: ChildProcess; readonly lines: AsyncIterator<string> }[];
    beforeAll(() => {
      processes = Array.from({ length: AT_ONCE }, () => {
        const child = spawn(process.execPath, [join(import.meta.dirname, 'opener.ts')], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
      });
    });
    afterAll(() => {
      for (const { child } of processes) child.kill();
    });
    /** @returns what came of each */
    const openAll = async (url: string): Promise<unknown[]> => {
      for (const { child } of processes) child.stdin?.write(`${url}\n`);
      return Promise.all(processes.map(async ({ lines }) => (await lines.next()).value as unknown));
    };
    const ask = async (url: string, text: string): Promise<object[]> => {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query<object>(text);
      await client.end();
      return rows;
    };
    const all = (what: unknown): unknown[] => Array.from({ length: AT_ONCE }, () => what);

    it('make it once in an empty database, and take orders in at once', async () => {
      const url = await server.createDatabase();
      expect(await openAll(url)).toEqual(all('open'));
      expect(await ask(url, 'SELECT version FROM wallet_operations.migrations')).toEqual([
        { version: 1 },
        { version: 2 },
      ]);
      expect(await ask(url, 'SELECT wallet_id FROM wallet_operations.wallets ORDER BY 1')).toHaveLength(2);
      expect(await ask(url, 'SELECT order_id FROM wallet_operations.orders')).toHaveLength(AT_ONCE);
      expect(await ask(url, `SELECT FROM wallet_operations.job WHERE name = 'submit-1'`)).toHaveLength(AT_ONCE);
    });

    it('bring an older one up to date, and keep what is in it', async () => {
      const url = await server.createDatabase();
      await openAll(url);
      const version = (): Promise<object[]> => ask(url, 'SELECT version FROM wallet_operations.version'); // the queue's
      const newest = await version();
      await ask(url, getRollbackPlans('wallet_operations'));
      expect(await version()).not.toEqual(newest);
      expect(await openAll(url)).toEqual(all('open'));
      expect(await version()).toEqual(newest);
      expect(await ask(url, 'SELECT order_id FROM wallet_operations.orders')).toHaveLength(AT_ONCE);
    });

    it('leave a newer one alone', async () => {
      const url = await server.createDatabase();
      await openAll(url);
      await ask(url, 'INSERT INTO wallet_operations.migrations (version) VALUES (99)');
      expect(await openAll(url)).toEqual(
        all(
          'SchemaTooNewError: The schema wallet_operations is at version 99, and this build knows 2: run the newer build, or a schema of its own.',
        ),
      );
    });
  });

  it('a role that may read and write the tables, and no more, is enough where they are there', async () => {
    const url = await server.createDatabase();
    const owner = await openWithdrawals({ database: postgres(url), service, wallets: [1] });
    await owner.close();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`CREATE ROLE worker LOGIN;
      GRANT USAGE ON SCHEMA wallet_operations TO worker;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA wallet_operations TO worker;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA wallet_operations TO worker`);
    await client.end();
    const errors: unknown[] = [];
    const withdrawals = await openWithdrawals({
      database: postgres(url.replace('postgres@', 'worker@')),
      service,
      wallets: [1, 2],
      migrate: false,
      onError: (error) => errors.push(error),
    });
    expect(await withdrawals.enqueue(2, [order(1)])).toMatchObject([{ isNew: true }]);
    const stop = new AbortController();
    const running = withdrawals.run({ signal: stop.signal, grace: 1 });
    await expect.poll(async () => (await withdrawals.find('s_1'))?.attempt, { timeout: 60_000 }).toBeGreaterThan(0);
    stop.abort();
    await running;
    expect(errors.map(String).filter((error) => error.includes('permission'))).toEqual([]);
    await withdrawals.close();
  });

  it('for callbacks alone a role needs no more than the README says', async () => {
    const url = await server.createDatabase();
    const options = {
      ...{ service, wallets: [1], secrets: 'secret', from: Math.floor(Date.now() / 1000) - 60, every: 1 },
      onReversed: () => undefined,
      onError: (error: unknown) => errors.push(error),
    };
    const errors: unknown[] = [];
    const owner = postgres(url);
    await (await openCallbacks({ ...options, database: owner, onCredited: () => undefined })).close();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`CREATE ROLE receiver LOGIN;
      CREATE TABLE credits (key text);
      GRANT INSERT ON credits TO receiver;
      GRANT USAGE ON SCHEMA wallet_operations TO receiver;
      SET search_path = wallet_operations;
      GRANT SELECT ON migrations, callbacks, catch_ups, lanes, outages, checksums TO receiver;
      GRANT INSERT, UPDATE ON callbacks, catch_ups, lanes, outages, checksums TO receiver;
      GRANT DELETE ON outages, checksums TO receiver`);
    let isAway = true;
    let lists = 0;
    const callbacks = await openCallbacks({
      ...options,
      database: postgres(url.replace('postgres@', 'receiver@')),
      migrate: false,
      wallets: [1, 2],
      service: {
        ...service,
        fetch: () => {
          if (isAway) return Promise.reject(new TypeError('away'));
          lists++;
          return Promise.resolve(Response.json({ notifications: [] }));
        },
      },
      async onCredited(_, { query }, { key }) {
        await query('INSERT INTO public.credits VALUES ($1)', [key]);
      },
    });
    for (const progress of ['handled', 'stale']) expect(await callbacks.deliver(DEPOSIT)).toBe(progress);
    const stop = new AbortController();
    const running = callbacks.run({ signal: stop.signal });
    await expect.poll(() => errors.length, { timeout: 60_000 }).toBeGreaterThan(0);
    isAway = false; // an outage was written down, and is taken back
    await expect.poll(() => lists, { timeout: 60_000 }).toBeGreaterThan(1);
    stop.abort();
    await running;
    expect(errors.map(String).filter((error) => error.includes('permission'))).toEqual([]);
    await callbacks.close();
    await client.end();
  });
});
