/** Opens a store of callbacks for a handler that is made by hand. */
import type { CallbackStore } from '@wallet-operations/client/callbacks';
import type { Database } from '../database/database.ts';
import { openSchema } from '../schema/migrate.ts';
import { namesIn } from '../schema/names.ts';
import { checkHoldFor, HOLD_FOR } from './kept.ts';
import { createStore, type TransactionClaim } from './store.ts';

/** Where callbacks are remembered. */
export interface CallbackStoreOptions {
  /** `postgres(…)`, or `await embedded(…)`. */
  readonly database: Database;
  /** The schema that has everything, as withdrawals have it. Default: `wallet_operations`. */
  readonly schema?: string | undefined;
  /**
   * Seconds for which a callback may be handled: then its transaction is rolled back, and its commit rejects. Default: 60.
   */
  readonly holdFor?: number | undefined;
  /** Whether to make and migrate the tables, which takes the right to create. Default: true. */
  readonly migrate?: boolean | undefined;
}

/**
 * A store for the client's `createCallbackHandler`. A handler that books through `context.claim.transaction` books exactly once: that
 * and the callback's having been handled are one transaction. `openCallbacks` has it built in.
 *
 * @throws RangeError or TypeError for options that make no sense; SchemaTooNewError where a newer build has been
 */
export async function openCallbackStore(options: CallbackStoreOptions): Promise<CallbackStore<TransactionClaim>> {
  const { database, holdFor = HOLD_FOR } = options;
  checkHoldFor(holdFor);
  const names = namesIn(options.schema ?? 'wallet_operations');
  await openSchema(database, names, options.migrate);
  return createStore(database, names, holdFor);
}
