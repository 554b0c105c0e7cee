/** Remembers how far each transaction has been handled: the seam to a database, and a store in memory. */

/** The right to handle one callback, held until it is committed or released. */
export interface Claim {
  /**
   * Makes the progress durable and ends the claim. It is the handler's record that may be further along than what was claimed.
   * Throws if the claim is no longer held (its time ran out), so that the service delivers again.
   */
  readonly commit: (progress: bigint) => void | Promise<void>;
  /** Ends the claim as if it had never been. Called after a failed commit too; does nothing if the claim is no longer held. */
  readonly release: () => void | Promise<void>;
}

/**
 * Remembers progress, so that a callback is handled once and never after one that says more. Replace the one in memory by your
 * database.
 *
 * `claim` decides in **one atomic step**, whoever else claims the same key at the same moment in any process:
 * - `stale` if progress at or beyond this was committed for the key;
 * - `busy` if somebody holds a claim for the key, with whatever progress: two callbacks of one deposit must not be handled side
 *   by side;
 * - otherwise a claim, which nobody else gets for this key until it ends.
 *
 * A claim must run out by itself (minutes, longer than your handler takes), or a process that dies holding one blocks its key
 * for ever. Compare keys byte by byte, case included. Never delete what was committed: a replay of it verifies for ever.
 *
 * With SQL, a table (key PRIMARY KEY, progress BIGINT NULL, owner NULL, until NULL), where one statement claims:
 * ```sql
 * INSERT INTO callbacks (key, owner, until) VALUES (:key, :owner, :until)
 * ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
 * WHERE (callbacks.progress IS NULL OR callbacks.progress < :progress)
 *   AND (callbacks.owner IS NULL OR callbacks.until < :now)
 * RETURNING key
 * ```
 * A row is a claim; without one read the row: `stale` if its progress is at or beyond, else `busy`. Commit and release update
 * `WHERE key = :key AND owner = :owner`, owner being random for each claim; a commit that updates nothing throws.
 *
 * **Exactly once** takes one transaction for both: begin it in `claim`, lock the row, put the transaction into the claim (the
 * handler finds it in `context.claim`), credit in it, and let `commit` commit it. Otherwise a process that dies between the two
 * has its handler called again: credit under `context.key`, so that the second time changes nothing.
 *
 * With Redis, a script (EVAL) that compares the committed progress and sets `owner` with PX, in one step; commit and release are
 * scripts that look at `owner` first. Keep it from evicting (`noeviction`).
 */
export interface CallbackStore<C extends Claim = Claim> {
  readonly claim: (key: string, progress: bigint) => C | 'stale' | 'busy' | Promise<C | 'stale' | 'busy'>;
}

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
  const reached = new Map<string, bigint>();
  const held = new Map<string, Claim>();

  return {
    claim: (key, progress) => {
      if ((reached.get(key) ?? progress - 1n) >= progress) return 'stale';
      if (held.has(key)) return 'busy';
      const claim: Claim = {
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
