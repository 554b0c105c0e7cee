/** Statements again and again while the database is away: what was found out of an order must not get lost for that. */
import { systemClock, type Clock } from '@wallet-operations/client';
import { wait } from '../wait.ts';

/** Serialization failures and deadlocks, transactions that were idle too long, a server that ends, starts or breaks, and no connection. */
const PASSING = /^(40001|40P01|25P0[34]|57P0[1-5]|53300|08...|25006|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

const FIRST_WAIT = 50;
const LONGEST_WAIT = 5_000;

/** How long to go on. */
export interface Patience {
  readonly clock?: Clock | undefined;
  /** Milliseconds, `Infinity` among them. Default: 60 000. */
  readonly for?: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal | undefined;
}

/** Whether a failure may pass by itself. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return PASSING.test(code);
  return /connection (terminated|ended|error)|terminated unexpectedly|not queryable|timeout exceeded when trying to connect/i.test(
    error.message,
  );
}

/**
 * Does work that may be done twice, until it succeeds.
 *
 * @throws the first error that does not pass, the last one once the time is up, or the reason of the signal
 */
export async function persistently<T>(work: () => Promise<T>, patience: Patience = {}): Promise<T> {
  const { clock = systemClock, for: milliseconds = 60_000, signal } = patience;
  const end = clock.monotonic() + milliseconds;
  for (let pause = FIRST_WAIT; ; pause = Math.min(2 * pause, LONGEST_WAIT)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || signal?.aborted || clock.monotonic() + pause > end) throw error;
      await wait(clock, pause * (0.5 + Math.random() / 2), signal);
    }
  }
}
