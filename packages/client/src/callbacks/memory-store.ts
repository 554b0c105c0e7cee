/** A store that forgets: for tests, and for a first try. */
import type { CallbackStore, Claim, Handled } from './store.ts';

/**
 * A store in memory, for tests and single processes. It forgets everything when the process ends, and the oldest beyond `limit`:
 * a callback that is delivered or replayed after that is handled again. Its claims do not run out before: a handler that never ends
 * holds its key as long as the process lives.
 *
 * @param options - `limit`: keys to remember at most. Default: 10 000.
 * @throws RangeError for a limit below 1.
 */
export function memoryCallbackStore({ limit = 10_000 }: { readonly limit?: number } = {}): CallbackStore {
  if (!(limit >= 1)) throw new RangeError(`limit is ${String(limit)}: give the number of keys to remember, 1 or more.`);
  const reached = new Map<string, Handled>();
  const held = new Map<string, Claim>();

  return {
    claim: (key, progress) => {
      const before = reached.get(key);
      if (before && before.progress >= progress) return { stale: before };
      if (held.has(key)) return 'busy';
      const claim: Claim = {
        before,
        commit: (handled) => {
          if (held.get(key) !== claim) throw new Error(`The claim on ${key} has ended already.`);
          held.delete(key);
          reached.delete(key); // so that it counts as the newest
          reached.set(key, handled);
          for (const oldest of reached.keys()) {
            if (reached.size <= limit) break;
            reached.delete(oldest);
          }
        },
        release: () => {
          if (held.get(key) === claim) held.delete(key);
        },
      };
      held.set(key, claim);
      return claim;
    },
  };
}
