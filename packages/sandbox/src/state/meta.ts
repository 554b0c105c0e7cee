/** Single values of the state, as JSON under a name. */
import type { Store } from './store.ts';

/** The value; undefined where there is none yet. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows what it kept
export function readMeta<T>(store: Store, key: string): T | undefined {
  const row = store.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key);
  return row && (JSON.parse(row.value) as T);
}

/** Keeps the value. */
export function writeMeta(store: Store, key: string, value: unknown): void {
  store.write(() => store.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, JSON.stringify(value)));
}
