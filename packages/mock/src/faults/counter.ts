/** Counts what came how often, and forgets the oldest: a mock that runs for weeks must not grow. */
import { hash } from 'node:crypto';

/** More is forgotten: no test has so many orders in doubt at once. */
const MOST = 10_000;

/** A count for each key. */
export interface Counter {
  /** How often it came by now, this time included. */
  readonly add: (...key: readonly string[]) => number;
  readonly has: (...key: readonly string[]) => boolean;
  readonly clear: () => void;
}

/** Makes it. Keys are kept as hashes, as short however long they are. */
export function createCounter(most = MOST): Counter {
  const counts = new Map<string, number>();
  const hashed = (key: readonly string[]): string => hash('sha1', JSON.stringify(key), 'base64');
  return {
    add(...key) {
      const short = hashed(key);
      const count = (counts.get(short) ?? 0) + 1;
      counts.delete(short); // the latest is last
      counts.set(short, count);
      if (counts.size > most) counts.delete(counts.keys().next().value ?? '');
      return count;
    },
    has: (...key) => counts.has(hashed(key)),
    clear: () => {
      counts.clear();
    },
  };
}
