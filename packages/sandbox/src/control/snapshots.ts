/** Snapshots of the whole state, in memory, for tests that start from the same point again and again. */
import { createHash } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { setTip, tipOf } from '../state/tip.ts';
import { stringifyJson } from '@wallet-operations/json';
import type { Row } from '../state/store.ts';
import type { Context } from '../context.ts';

/** The snapshots of a sandbox. */
export interface Snapshots {
  readonly take: () => string;
  /** A hash of the state. */
  readonly fingerprint: () => string;
  /** @throws Error for a name that was never given. */
  readonly restore: (name: string) => void;
  /** Empties the state. */
  readonly clear: () => void;
}

/** Time is no part of a snapshot: it never goes back. */
const butKept = (table: string): string => (table === 'meta' ? " WHERE key NOT IN ('clock', 'seed')" : '');

/** Makes them; `forget` lets go of what is no part of the state, but hangs on it. */
export function createSnapshots({ store, clock }: Context, forget: () => void): Snapshots {
  const kept = new Map<string, ReadonlyMap<string, Row[]>>();
  const clear = (): void => {
    for (const table of store.tables()) store.run(`DELETE FROM ${table}${butKept(table)}`);
    forget();
    startChain();
  };
  /** The next block comes a whole interval from now, whatever the chain was. */
  const startChain = (): void => {
    setTip(store, { ...tipOf(store, clock.now()), time: clock.now() });
  };
  return {
    take() {
      const name = `snapshot-${String(kept.size + 1)}`;
      kept.set(
        name,
        new Map(store.tables().map((table) => [table, store.all(`SELECT * FROM ${table}${butKept(table)}`)])),
      );
      return name;
    },
    fingerprint() {
      const hash = createHash('sha256');
      for (const table of store.tables())
        for (const row of store.all(`SELECT * FROM ${table}${butKept(table)}`))
          hash.update(stringifyJson([table, row]));
      return hash.digest('hex');
    },
    restore(name) {
      const snapshot = kept.get(name);
      if (!snapshot) throw new Error(`There is no snapshot ${name}.`);
      clear();
      for (const [table, rows] of snapshot)
        for (const row of rows) {
          const columns = Object.keys(row);
          store.run(
            `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
            ...Object.values<SQLInputValue>(row),
          );
        }
      startChain();
    },
    clear,
  };
}
