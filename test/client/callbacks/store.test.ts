/** The suite for stores, under this runner: the one in memory passes it, one over SQL that follows the description, and one that makes others wait. */
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryCallbackStore, type CallbackStore } from '@wallet-operations/client/callbacks';
import { callbackStoreChecks, type CallbackStoreUnderTest } from '@wallet-operations/client/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { gate } from './kit.ts';
import { sqliteCallbackStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'callback-stores-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const GROUPS = ['remembered', 'keys', 'claims', 'races', 'handling'];

/** A store in a file, which a clock that can be put forward gives its leases. */
function inFile(name: string): CallbackStoreUnderTest {
  let now = 0;
  const opened = new Map<CallbackStore, DatabaseSync>();
  return {
    open() {
      const db = new DatabaseSync(join(folder, name), { timeout: 5000 });
      const store = sqliteCallbackStore(db, () => now, 60);
      opened.set(store, db);
      return store;
    },
    close: (store) => opened.get(store)?.close(),
    expire() {
      now += 61;
    },
  };
}

/** Where there is one connection: who asks for a claim waits until the one before it has ended. */
function oneByOne(): CallbackStoreUnderTest {
  const inner = memoryCallbackStore();
  let free = Promise.resolve();
  const store: CallbackStore = {
    async claim(key, progress) {
      const { opened, open } = gate();
      const before = free;
      free = opened;
      await before;
      const claim = await inner.claim(key, progress);
      if (claim === 'busy' || 'stale' in claim) {
        open();
        return claim;
      }
      const end = async (work: () => void | Promise<void>): Promise<void> => {
        try {
          await work();
        } finally {
          open();
        }
      };
      return {
        before: claim.before,
        commit: (handled) => end(() => claim.commit(handled)),
        release: () => end(claim.release),
      };
    },
  };
  return { open: () => store, claims: 'one' };
}

const memory = (): CallbackStoreUnderTest => {
  const store = memoryCallbackStore();
  return { open: () => store };
};

describe.each([
  ['in memory', memory(), 21],
  ['in a file of SQLite', inFile('whole.db'), 23],
  ['with one claim at a time', oneByOne(), 15],
] as const)('the store %s', (_, store, count) => {
  const checks = callbackStoreChecks(store);
  for (const { name, timeout, run } of checks) it(name, run, timeout);

  it('had all the checks that are for it', () => {
    expect([...new Set(checks.map(({ group }) => group))]).toEqual(GROUPS);
    expect(new Set(checks.map(({ name }) => name)).size).toBe(count);
  });
});
