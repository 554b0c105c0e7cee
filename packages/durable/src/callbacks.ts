/** Callbacks to bookings: a handler that books exactly once, and what catches up with callbacks that never came. */
import { createWalletClient, systemClock } from '@wallet-operations/client';
import {
  CallbackError,
  confirmBy,
  createCallbackHandler,
  sha256Verifier,
  type Callback,
  type CallbackContext,
  type CallbackHandlerOptions,
  type Deliver,
} from '@wallet-operations/client/callbacks';
import { checkCallbacksOptions, type Book, type CallbacksOptions } from './callbacks/options.ts';
import { HOLD_FOR, staleAt } from './callbacks/kept.ts';
import { inTime } from './callbacks/in-time.ts';
import { addPlaces } from './callbacks/place.ts';
import { run } from './callbacks/run.ts';
import { createStore, type DatabaseStore, type HeldClaim } from './callbacks/store.ts';
import type { Database } from './database/database.ts';
import { sharedLimits } from './limits/shared-limits.ts';
import { wakeAll } from './queue/wake.ts';
import { openSchema } from './schema/migrate.ts';
import { namesIn, type Names } from './schema/names.ts';
import { walletIdsOf } from './wallets/id.ts';

/** Callbacks that are booked once, and never missed. */
export interface Callbacks {
  /** The endpoint, as the client's `createCallbackHandler` makes it; for node:http give it to `toNodeHandler`. */
  readonly handler: (request: Request) => Promise<Response>;
  /** Takes a callback that you have read from the service yourself. Never give it what somebody else has sent you. */
  readonly deliver: Deliver;
  /** Catches up with the wallets, at once and now and then, until the signal is aborted. Any number of processes may do so. */
  readonly run: (options: { readonly signal: AbortSignal }) => Promise<void>;
  /** Ends it, and closes the database that was made for it; end `run` first. */
  readonly close: () => Promise<void>;
}

/** 503, of which nobody is told: it is delivered again. */
const BUSY = new CallbackError('not_confirmed', 'Another delivery of it is being handled.');

/**
 * Opens callbacks in a database.
 *
 * @throws RangeError or TypeError for options that make no sense; SchemaTooNewError where a newer build has been
 */
export async function openCallbacks(options: CallbacksOptions): Promise<Callbacks> {
  checkCallbacksOptions(options);
  const { database, service, withdrawals, every = 900, window = 3600, overlap = 86_400 } = options;
  const names = namesIn(options.schema ?? 'wallet_operations');
  const wallets = walletIdsOf(options.wallets);
  const clock = service.clock ?? systemClock;
  const client = createWalletClient({
    attempts: 3,
    ...service,
    limits: sharedLimits(database, names, clock, {
      holder: '',
      held: new Set(),
      onRecovery: () => wakeWithdrawals(database, names),
    }),
  });
  const onError = async (error: unknown, callback?: Callback): Promise<void> => {
    if (error !== BUSY) await options.onError(error, callback);
  };
  const { holdFor = HOLD_FOR } = options;
  const store = createStore(database, names, holdFor);
  const book = bookingWith(options, store);

  // What waits for the service or for another connection comes first, and only then the transaction.
  const take = async (callback: Callback, { key, progress }: CallbackContext): Promise<void> => {
    if (withdrawals && callback.order_id !== '') {
      if (staleAt(await store.handled(key), progress)) return; // another one was quicker, while this was confirmed
      await inTime(holdFor, 'follow', () => withdrawals.follow(callback));
    }
    if ((await book(callback)) === 'busy') throw BUSY;
  };
  const { onStale, onInvalid, limit, keyOf } = options;
  const handler = createCallbackHandler({
    store: looking(store),
    verify: options.verify ?? sha256Verifier(options.secrets ?? []),
    onError,
    onCredited: take,
    onReversed: take,
    onFailed: take,
    onDetected: take,
    onWithdrawal: take,
    onOther: take,
    ...(onStale && { onStale: (...given) => inTime(holdFor, 'onStale', () => onStale(...given)) }),
    ...(onInvalid && { onInvalid }),
    ...(limit !== undefined && { limit }),
    ...(keyOf && { keyOf }),
    ...(options.confirm && {
      confirm: confirmBy(async (ids, WALLET_ID) => (await client.getCallbacksById({ WALLET_ID, ids })).notifications),
    }),
  });
  const deliver: Deliver = async (callback) => {
    try {
      return await handler.deliver(callback);
    } catch (error) {
      if (error === BUSY) return 'busy';
      throw error;
    }
  };

  await openSchema(database, names, options.migrate);
  await addPlaces(database, names, wallets, clock, options.from);
  const reader = {
    ...{ database, names, clock, client, deliver, every, window, overlap },
    onError: (error: unknown, callback?: Callback) => void onError(error, callback).catch(() => undefined),
  };
  return {
    handler: (request) => handler(request),
    deliver,
    run: ({ signal }) => run(reader, wallets, signal),
    close: () => database.close(),
  };
}

/** What handles callbacks in the transaction of their claim. */
function bookingWith(options: CallbacksOptions, store: DatabaseStore): Deliver {
  type Handle<C extends Callback> = (
    callback: C,
    context: Parameters<CallbackHandlerOptions<HeldClaim>['onCredited']>[1],
  ) => Promise<void>;
  const booking =
    <C extends Callback>(how: Book<C> | undefined): Handle<C> =>
    async (callback, context) => {
      const { claim } = context;
      const booked = claim.within(async () => how?.(callback, claim.transaction, context));
      await Promise.race([booked, claim.late]); // one that hangs is left behind
    };
  const { keyOf } = options;
  return createCallbackHandler<HeldClaim>({
    store,
    verify: () => false,
    onError: options.onError as CallbackHandlerOptions['onError'],
    onCredited: booking(options.onCredited),
    onReversed: booking(options.onReversed),
    onFailed: booking(options.onFailed),
    onDetected: booking(options.onDetected),
    onWithdrawal: booking(options.onWithdrawal),
    onOther: booking(options.onOther),
    ...(keyOf && { keyOf }),
  }).deliver;
}

/** A store that only looks: copies go no further, and nothing is held while the rest is confirmed. */
const looking = (store: DatabaseStore): CallbackHandlerOptions['store'] => ({
  async claim(key, progress) {
    const before = await store.handled(key);
    return staleAt(before, progress) ?? { before, commit: () => undefined, release: () => undefined };
  },
});

/** Where there are withdrawals in the schema, an outage that has ended is their news too. */
async function wakeWithdrawals(database: Database, names: Names): Promise<void> {
  const { rows } = await database.query('SELECT to_regclass($1) IS NOT NULL AS yes', [names.jobs]);
  if ((rows[0] as { yes: boolean }).yes) await wakeAll(database, names);
}
