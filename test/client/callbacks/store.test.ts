/** The contract of a store, held by the one in memory and by one over SQL that follows the description of the contract. */
import { DatabaseSync } from 'node:sqlite';
import {
  createCallbackHandler,
  memoryCallbackStore,
  sha256Verifier,
  signTestCallback,
  type CallbackStore,
  type Claim,
  type Handled,
} from '@wallet-operations/client/callbacks';
import { describe, expect, it } from 'vitest';
import { deposit, endpoint } from './kit.ts';
import { sqliteCallbackStore } from './sqlite-store.ts';

const sqlite = (): CallbackStore => sqliteCallbackStore(new DatabaseSync(':memory:'), () => 0, 60);

/** A claim that must be had. */
async function claimed(store: CallbackStore, key: string, progress: bigint): Promise<Claim> {
  const claim = await store.claim(key, progress);
  if (claim === 'busy' || 'stale' in claim) throw new Error(`${key} at ${String(progress)} cannot be claimed`);
  return claim;
}

/** What was handled, as a handler commits it. */
const at = (progress: bigint): Handled => ({ progress, note: `up to ${String(progress)}` });

describe.each([
  ['memory', () => memoryCallbackStore()],
  ['SQL', sqlite],
])('the store in %s', (_, create) => {
  it('gives one claim for a key at a time', async () => {
    const store = create();
    await claimed(store, 'a', 5n);
    for (const progress of [4n, 5n, 6n]) expect(await store.claim('a', progress)).toBe('busy');
    await claimed(store, 'A', 5n);
  });

  it('takes what is not beyond the committed progress for stale', async () => {
    const store = create();
    await (await claimed(store, 'a', 5n)).commit(at(5n));
    for (const progress of [-1n, 4n, 5n]) expect(await store.claim('a', progress)).toEqual({ stale: at(5n) });
    await claimed(store, 'a', 6n);
    expect(await store.claim('a', 5n)).toEqual({ stale: at(5n) });
  });

  it('remembers the progress that is committed, not the one claimed', async () => {
    const store = create();
    await (await claimed(store, 'a', 5n)).commit(at(2n ** 62n));
    expect(await store.claim('a', 2n ** 62n)).toEqual({ stale: at(2n ** 62n) });
    await claimed(store, 'a', 2n ** 62n + 1n);
  });

  it('takes negative progress, and has none for a new key', async () => {
    const store = create();
    await (await claimed(store, 'a', -5n)).commit(at(-5n));
    expect(await store.claim('a', -5n)).toEqual({ stale: at(-5n) });
    await claimed(store, 'a', -4n);
  });

  it('forgets a claim that is released, and no progress', async () => {
    const store = create();
    await (await claimed(store, 'a', 5n)).commit(at(5n));
    await (await claimed(store, 'a', 6n)).release();
    expect(await store.claim('a', 5n)).toEqual({ stale: at(5n) });
    await claimed(store, 'a', 6n);
  });

  it('lets nobody end the claim of another', async () => {
    const store = create();
    const first = await claimed(store, 'a', 5n);
    await first.release();
    await claimed(store, 'a', 5n);
    await first.release();
    expect(await store.claim('a', 5n)).toBe('busy');
    await expect((async () => first.commit(at(5n)))()).rejects.toThrow(/The claim on a /);
    expect(await store.claim('a', 5n)).toBe('busy');
  });

  it('serves an endpoint', async () => {
    const { deliver, handled } = endpoint({ store: create() });
    for (const processing_state of [0, 1, 1, 0, 2, 2]) await deliver({ ...deposit, processing_state });
    expect(handled.map(({ callback }) => callback.processing_state)).toEqual([0, 1, 2]);
  });
});

describe('the store in memory', () => {
  it('remembers so many keys, and those that moved last', async () => {
    const store = memoryCallbackStore({ limit: 2 });
    for (const [key, progress] of [
      ['a', 1n],
      ['b', 1n],
      ['a', 2n],
      ['c', 1n],
    ] as const)
      await (await claimed(store, key, progress)).commit(at(progress));
    expect(await store.claim('a', 1n)).toEqual({ stale: at(2n) });
    expect(await store.claim('c', 1n)).toEqual({ stale: at(1n) });
    await claimed(store, 'b', 1n);
  });

  it('never lets a claim go for want of room', async () => {
    const store = memoryCallbackStore({ limit: 1 });
    await claimed(store, 'a', 1n);
    for (const key of ['b', 'c', 'd']) await (await claimed(store, key, 1n)).commit(at(1n));
    expect(await store.claim('a', 1n)).toBe('busy');
  });

  it.each([0, -1, NaN])('refuses a limit of %d', (limit) => {
    expect(() => memoryCallbackStore({ limit })).toThrow(`limit is ${String(limit)}: give the number of keys`);
  });
});

describe('a claim that runs out, as that of a process that died', () => {
  it('is had by the next, and can be committed no more', async () => {
    let now = 0;
    const store = sqliteCallbackStore(new DatabaseSync(':memory:'), () => now, 60);
    const dead = await claimed(store, 'a', 5n);
    now = 60;
    expect(await store.claim('a', 5n)).toBe('busy');
    now = 61;
    const next = await claimed(store, 'a', 5n);
    await expect((async () => dead.commit(at(5n)))()).rejects.toThrow('The claim on a ran out.');
    await next.commit(at(5n));
    expect(await store.claim('a', 5n)).toEqual({ stale: at(5n) });
  });
});

describe('a claim that carries a transaction', () => {
  it('makes what the handler books and the progress durable together, or neither', async () => {
    const db = new DatabaseSync(':memory:');
    db.exec('CREATE TABLE credits (key TEXT PRIMARY KEY, amount TEXT)');
    const inner = sqliteCallbackStore(db, () => 0, 60);
    let lost = true;
    const store: CallbackStore<Claim & { readonly db: DatabaseSync }> = {
      claim: async (key, progress) => {
        db.exec('BEGIN IMMEDIATE');
        const claim = await inner.claim(key, progress);
        if (claim === 'busy' || 'stale' in claim) {
          db.exec('ROLLBACK');
          return claim;
        }
        return {
          db,
          before: claim.before,
          commit: async (handled) => {
            await claim.commit(handled);
            if (lost) throw new Error('connection lost');
            db.exec('COMMIT');
          },
          release: () => {
            db.exec('ROLLBACK');
          },
        };
      },
    };
    const handle = createCallbackHandler({
      store,
      verify: sha256Verifier('s'),
      onCredited: ({ amount }, { key, claim }) => {
        claim.db.prepare('INSERT INTO credits VALUES (?, ?)').run(key, amount);
      },
      onReversed: () => undefined,
      onWithdrawal: () => undefined,
      onError: () => undefined,
    });
    const deliver = async (): Promise<[number, unknown]> => {
      const { status } = await handle(await signTestCallback(deposit, 's'));
      return [status, db.prepare('SELECT count(*) AS n FROM credits').get()?.n];
    };
    expect(await deliver()).toEqual([500, 0]);
    lost = false;
    expect(await deliver()).toEqual([200, 1]);
    expect(await deliver()).toEqual([200, 1]);
  });
});
