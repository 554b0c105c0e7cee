/** Stores of callbacks: of those who claim one at once one gets it, and what is booked is there exactly if the callback was handled. */
import { DatabaseSync } from 'node:sqlite';
import type { CallbackStore, Claim, Handled, Stale } from '@wallet-operations/client/callbacks';
import { callbackStoreChecks } from '@wallet-operations/client/testing';
import { openCallbackStore } from '@wallet-operations/durable';
import { sqliteCallbackStore, type BookingClaim } from '@wallet-operations/durable/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KINDS } from '../world.ts';
import { STORES, type Place } from './stores.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 120_000 }); // a busy machine

const at = (progress: bigint): Handled => ({ progress, note: `{"event":"credited","at":"${String(progress)}"}` });

/** @returns the claim itself, where one was got */
function got<C extends Claim>(claim: C | Stale | 'busy'): C {
  expect(claim).toHaveProperty('commit');
  return claim as C;
}

describe.each(STORES)('the store on $name', ({ start, connections }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let place: Place;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());

  describe('passes the suite:', () => {
    let shared: Place;
    beforeAll(async () => {
      shared = await started.make();
    });
    const open = async (): Promise<CallbackStore> => (await shared.open()).store;
    for (const { name, timeout, run } of callbackStoreChecks({ open, claims: connections, patience: 30_000 }))
      it(name, run, timeout);
  });

  const fresh = async (): Promise<Place> => (place = await started.make());

  it('gives one of many that claim a key for the first time at once, in two processes, and the others busy', async () => {
    await fresh();
    const [one, two] = [await place.open(), await place.open()];
    const came: (Claim | Stale | 'busy')[] = [];
    const claims = Array.from({ length: 10 }, async (_, i) => {
      const claim = await (i % 2 ? one : two).store.claim('key', 1n);
      came.push(claim);
      if (claim !== 'busy' && 'commit' in claim) await (i % 2 ? one : two).book(claim, 'key');
    });
    // On one connection those of another process, which there cannot be, wait.
    const first = got(await vi.waitUntil(() => came.find((claim) => claim !== 'busy'), 20_000));
    await (connections === 'many' ? Promise.all(claims) : Promise.race(claims));
    await first.commit(at(1n));
    await Promise.all(claims);
    expect(came).toHaveLength(10);
    for (const claim of came)
      if (claim !== first && (connections === 'many' || claim !== 'busy'))
        expect(claim).toEqual(connections === 'many' ? 'busy' : { stale: at(1n) });
    expect(await place.booked()).toEqual(['key']);
  });

  it('tells what was committed, to the last of its 64 bits, also after it was opened again', async () => {
    await fresh();
    const { store } = await place.open();
    for (const progress of [-(2n ** 63n), -1n, 0n, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
      const claim = got(await store.claim('key', progress));
      await claim.commit(at(progress));
      const again = await place.open();
      expect(await again.store.claim('key', progress)).toEqual({ stale: at(progress) });
    }
  });

  it('takes as handled what the commit says, which may be further than what was claimed', async () => {
    await fresh();
    const { store } = await place.open();
    const claim = got(await store.claim('key', 1n));
    expect(claim.before).toBeUndefined();
    await claim.commit(at(5n));
    expect(await store.claim('key', 4n)).toEqual({ stale: at(5n) });
    const next = got(await store.claim('key', 6n));
    expect(next.before).toEqual(at(5n));
    expect(await store.claim('key', 5n)).toEqual({ stale: at(5n) }); // while it is held
    expect(await store.claim('key', 7n)).toBe('busy');
    await next.release();
  });

  it('forgets a claim that was released, with what was booked in it', async () => {
    await fresh();
    const opened = await place.open();
    const claim = got(await opened.store.claim('key', 1n));
    await opened.book(claim, 'key');
    await claim.release();
    await claim.release();
    expect(await place.booked()).toEqual([]);
    const again = got(await opened.store.claim('key', 1n));
    expect(again.before).toBeUndefined();
    await again.commit(at(1n));
    await again.release();
    expect(await opened.store.claim('key', 1n)).toEqual({ stale: at(1n) });
  });

  it('tells keys apart by every byte, however long they are', async () => {
    await fresh();
    const { store } = await place.open();
    const long = 'ж'.repeat(100_000);
    const keys = ['key', 'KEY', 'key ', '', `${long}1`, `${long}2`, 'a\0b', 'a\0c', '\ud800', '\udc00', '"\\ud800"'];
    for (const key of keys) await got(await store.claim(key, 1n)).commit(at(1n));
    for (const key of keys) expect(await store.claim(key, 1n)).toEqual({ stale: at(1n) });
  });

  it('ends a claim that is held too long: its commit throws, nothing of it is booked, and another one gets it', async () => {
    await fresh();
    const [slow, quick] = [await place.open({ holdFor: 0.05 }), await place.open()];
    const claim = got(await slow.store.claim('key', 1n));
    await slow.book(claim, 'slow');
    const next = await vi.waitUntil(async () => {
      const given = await quick.store.claim('key', 1n);
      return given === 'busy' ? undefined : given;
    }, 20_000);
    await expect(slow.book(claim, 'late').then(() => claim.commit(at(1n)))).rejects.toThrow('nothing of it was booked');
    await claim.release();
    await quick.book(got(next), 'quick');
    await got(next).commit(at(1n));
    expect(await place.booked()).toEqual(['quick']);
  });

  it('does not take for done what fails while nobody looks', async () => {
    await fresh();
    const opened = await place.open();
    const claim = got(await opened.store.claim('key', 1n));
    await opened.book(claim, 'before');
    await opened.swallow(claim);
    await expect(claim.commit(at(1n))).rejects.toThrow();
    await claim.release();
    expect(await place.booked()).toEqual([]);
    await got(await opened.store.claim('key', 1n)).release();
  });

  it('ends a claim once: what is booked or committed after it throws', async () => {
    await fresh();
    const opened = await place.open();
    const claim = got(await opened.store.claim('key', 1n));
    await claim.commit(at(1n));
    await expect(claim.commit(at(2n))).rejects.toThrow('has ended');
    await expect((async () => opened.book(claim, 'late'))()).rejects.toThrow('has ended');
    expect(await place.booked()).toEqual([]);
  });
});

describe.each(KINDS)('on $name', ({ name, start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());

  it('a commit that fails leaves nothing, and the next delivery is handled', async () => {
    const database = await started.make();
    const schema = 'failing_commit';
    await database.query('CREATE TABLE once (id integer UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const store = await openCallbackStore({ database, schema });
    const claim = got(await store.claim('key', 1n));
    await claim.transaction.query('INSERT INTO once VALUES (1), (1)');
    await expect(claim.commit(at(1n))).rejects.toThrow('duplicate key');
    await claim.release();
    const again = got(await store.claim('key', 1n));
    expect(again.before).toBeUndefined();
    await again.commit(at(1n));
    await database.query('DROP TABLE once');
  });

  it.runIf(name === 'PostgreSQL')(
    'a claim does not outlive its time on the server, though the process says nothing',
    async () => {
      const database = await started.make();
      const store = await openCallbackStore({ database, schema: 'server_time', holdFor: 30 });
      const claim = got(await store.claim('key', 1n));
      const setting = async (of: string): Promise<unknown> =>
        (await claim.transaction.query('SELECT current_setting($1) AS value', [of])).rows[0];
      expect(await setting('idle_in_transaction_session_timeout')).toEqual({ value: '30s' });
      expect(await setting('statement_timeout')).toEqual({ value: '30s' });
      await claim.release();
    },
  );

  it.runIf(name === 'PostgreSQL')('a claim whose connection the server has ended throws at its commit', async () => {
    const database = await started.make();
    const store = await openCallbackStore({ database, schema: 'ended' });
    const claim = got(await store.claim('key', 1n));
    const { rows } = await claim.transaction.query('SELECT pg_backend_pid() AS pid');
    await database.query('SELECT pg_terminate_backend($1)', [(rows[0] as { pid: number }).pid]);
    await expect(claim.commit(at(1n))).rejects.toThrow();
    await claim.release();
    await got(await store.claim('key', 1n)).release();
  });

  it.runIf(name === 'PGlite')(
    'what asks the database past the claim waits for it, and no longer than it may be held',
    async () => {
      const database = await started.make();
      const store = await openCallbackStore({ database, schema: 'asked_past', holdFor: 0.2 });
      const claim = got(await store.claim('key', 1n));
      expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      await expect(claim.commit(at(1n))).rejects.toThrow('was held for more than 0.2 seconds');
    },
  );

  it('options that make no sense are refused', async () => {
    const database = await started.make();
    for (const holdFor of [0, -1, Number.NaN])
      await expect(openCallbackStore({ database, holdFor })).rejects.toThrow('holdFor is');
    await expect(openCallbackStore({ database, schema: 'never', migrate: false })).rejects.toThrow('is at version 0');
  });
});

describe('on node:sqlite', () => {
  const stand = (): { database: DatabaseSync; claim: () => Promise<BookingClaim> } => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE bookings (key TEXT)');
    const store = sqliteCallbackStore(database, { patience: 0.05 });
    return { database, claim: async () => got(await store.claim('key', 1n)) };
  };

  it('what is booked asynchronously is refused, and nothing of it is there', async () => {
    const { database, claim } = stand();
    const held = await claim();
    held.book(async () => {
      database.exec(`INSERT INTO bookings VALUES ('1')`);
      await Promise.resolve();
    });
    await expect(held.commit(at(1n))).rejects.toThrow('"book" is async');
    await held.release();
    expect(database.prepare('SELECT * FROM bookings').all()).toEqual([]);
    await claim();
  });

  it('a transaction that is open on the connection is waited for, not joined', async () => {
    const { database, claim } = stand();
    database.exec('BEGIN');
    await expect(claim()).rejects.toThrow('within a transaction');
    const later = claim();
    database.exec('ROLLBACK');
    await (await later).release();
  });

  it('a clock that was set back leaves no key to one who is dead', async () => {
    const { claim } = stand();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    await claim();
    now.mockRestore();
    await (await claim()).release();
  });

  it('options that make no sense are refused', () => {
    const database = new DatabaseSync(':memory:');
    expect(() => sqliteCallbackStore(database, { table: 'a"b' })).toThrow('Give letters');
    expect(() => sqliteCallbackStore(database, { holdFor: 0 })).toThrow('holdFor is 0');
    expect(() => sqliteCallbackStore(database, { patience: Number.NaN })).toThrow('patience is NaN');
  });
});
