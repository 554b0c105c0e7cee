/** The store in memory forgets the oldest, and a claim may carry the transaction in which a handler books. */
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
import { deposit } from './kit.ts';
import { sqliteCallbackStore } from './sqlite-store.ts';

/** A claim that must be had. */
async function claimed(store: CallbackStore, key: string, progress: bigint): Promise<Claim> {
  const claim = await store.claim(key, progress);
  if (claim === 'busy' || 'stale' in claim) throw new Error(`${key} at ${String(progress)} cannot be claimed`);
  return claim;
}

/** What was handled, as a handler commits it. */
const at = (progress: bigint): Handled => ({ progress, note: `up to ${String(progress)}` });

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

  it('ends a claim for whoever holds it alone', async () => {
    const store = memoryCallbackStore();
    const first = await claimed(store, 'a', 1n);
    await first.release();
    const second = await claimed(store, 'a', 1n);
    await first.release();
    expect(() => first.commit(at(2n))).toThrow('The claim on a has ended already.');
    expect(await store.claim('a', 2n)).toBe('busy');
    await second.commit(at(1n));
    expect(await store.claim('a', 1n)).toEqual({ stale: at(1n) });
  });

  it.each([0, -1, NaN])('refuses a limit of %d', (limit) => {
    expect(() => memoryCallbackStore({ limit })).toThrow(`limit is ${String(limit)}: give the number of keys`);
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
