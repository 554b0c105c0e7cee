/** Which requests were seen: in memory, and where the state is a file in there too, so that a replay is known after a restart. */
import { hash } from 'node:crypto';
import type { Context } from '../context.ts';

/** Remembers requests for as long as their t is good. */
export interface ReplayMemory {
  /** Whether a request, by the second of its t, is seen for the first time. */
  readonly isNew: (request: string, second: number, isTimely: (second: number) => boolean) => boolean;
  readonly forget: () => void;
}

/** A replay has the t of its original. So there is a set for each second of t, and it goes when that t is good no more. */
export function createReplayMemory({ store }: Context): ReplayMemory {
  const seen = new Map<number, Set<number>>();
  /** The first and the last second of these. */
  let [first, last] = [Infinity, -Infinity];
  const setOf = (second: number): Set<number> => {
    const requests = seen.get(second) ?? new Set();
    seen.set(second, requests);
    [first, last] = [Math.min(first, second), Math.max(last, second)];
    return requests;
  };
  for (const row of store.all<{ second: bigint; request: bigint }>('SELECT second, request FROM seen_requests'))
    setOf(Number(row.second)).add(Number(row.request));

  const drop = (isTimely: (second: number) => boolean): void => {
    const isGood = (second: number): boolean => isTimely(second) || isTimely(second + 1);
    // what lies between two that are good is, too: where the window has no end, each request would walk all of them
    if (seen.size === 0 || (isGood(first) && isGood(last))) return;
    [first, last] = [Infinity, -Infinity];
    for (const second of seen.keys())
      if (isGood(second)) [first, last] = [Math.min(first, second), Math.max(last, second)];
      else {
        seen.delete(second);
        if (store.isFile) store.writeChecked(() => store.run('DELETE FROM seen_requests WHERE second = ?', second));
      }
  };
  return {
    isNew(request, second, isTimely) {
      if (!seen.has(second)) drop(isTimely);
      const requests = setOf(second);
      // 52 bits of it, so that a busy hour fits in memory: by chance, one request in thousands of millions is refused.
      const key = Number.parseInt(hash('sha1', request).slice(0, 13), 16);
      if (requests.has(key)) return false;
      requests.add(key);
      if (store.isFile)
        store.writeChecked(() => store.run('INSERT OR IGNORE INTO seen_requests VALUES (?, ?)', second, key));
      return true;
    },
    forget() {
      seen.clear();
      [first, last] = [Infinity, -Infinity];
      store.writeChecked(() => store.run('DELETE FROM seen_requests'));
    },
  };
}
