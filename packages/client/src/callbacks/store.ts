/** Remembers what was handled of each transaction: the seam to a database. */

/** What is remembered of one key. */
export interface Handled {
  /** How far it has come: a signed integer of 64 bits that only grows. */
  readonly progress: bigint;
  /** What was said of it, for whoever reads it next: at most 500 characters of ASCII. Keep it as it is. */
  readonly note: string;
}

/** There is nothing to handle: as much as this, or more, was handled before. */
export interface Stale {
  readonly stale: Handled;
}

/** The right to handle one callback, held until it is committed or released. */
export interface Claim {
  /** What was committed for the key before; undefined if nothing was. It tells a deposit that is taken back from one that never came. */
  readonly before: Handled | undefined;
  /**
   * Makes durable what was handled, and ends the claim. The handler's record may be further along than what was claimed.
   * Throws if the claim is no longer held (its time ran out), so that the service delivers again.
   */
  readonly commit: (handled: Handled) => void | Promise<void>;
  /** Ends the claim as if it had never been. Called after a failed commit too; does nothing if the claim is no longer held. */
  readonly release: () => void | Promise<void>;
}

/**
 * Remembers progress, so that a callback is handled once and never after one that says more. `@wallet-operations/durable` has stores
 * for PostgreSQL, PGlite and SQLite; write your own for another database, and prove it with `callbackStoreChecks` of
 * `@wallet-operations/client/testing`.
 *
 * `claim` decides in **one atomic step**, whoever else claims the same key at the same moment in any process:
 * - `{ stale }`, with what was committed, if that is at or beyond this progress;
 * - `busy` if somebody holds a claim for the key, with whatever progress: two callbacks of one deposit must not be handled side
 *   by side;
 * - otherwise a claim, which nobody else gets for this key until it ends.
 *
 * A claim must run out by itself (minutes, longer than your handler takes), or a process that dies holding one blocks its key
 * for ever. Compare keys byte by byte, case included. Never delete what was committed: a replay of it verifies for ever.
 *
 * **Exactly once** takes one transaction for the booking and what is remembered: begin it in `claim`, lock the row, put the transaction
 * into the claim (the handler finds it in `context.claim`), book in it, and let `commit` commit it. Otherwise a process that dies between
 * the two has its handler called again: book under `context.key`, so that the second time changes nothing.
 *
 * With Redis, a script (EVAL) that compares the committed progress and sets `owner` with PX, in one step; commit and release are
 * scripts that look at `owner` first. Keep it from evicting (`noeviction`).
 */
export interface CallbackStore<C extends Claim = Claim> {
  readonly claim: (key: string, progress: bigint) => C | Stale | 'busy' | Promise<C | Stale | 'busy'>;
}
