/** Withdrawals that survive the process, as their users hold them. */
import { randomUUID } from 'node:crypto';
import {
  createWalletClient,
  systemClock,
  watch,
  type WalletClient,
  type WithdrawalRequest,
} from '@wallet-operations/client';
import type { Callback } from '@wallet-operations/client/callbacks';
import { joined, type CallersTransaction } from './database/database.ts';
import { sharedLimits } from './limits/shared-limits.ts';
import { decide, type Decision, type DecisionOptions } from './orders/decide.ts';
import { installationOf, requestsOf, write, type Enqueued } from './orders/enqueue.ts';
import type { DurableOrder } from './orders/order.ts';
import { afterRestore } from './orders/doubt.ts';
import { find, list, numbers, type ListOptions, type Numbers, type OrderWithHistory } from './orders/read.ts';
import type { Books } from './orders/change.ts';
import { checkOptions, type WithdrawalsOptions } from './options.ts';
import { openQueue } from './queue/queue.ts';
import { wakeAll } from './queue/wake.ts';
import { openSchema } from './schema/migrate.ts';
import { namesIn } from './schema/names.ts';
import { walletIdOf, walletIdsOf } from './wallets/id.ts';
import { addWallets } from './wallets/lease.ts';
import { callEvent, createListeners, tellingOf, type Listener } from './watch/events.ts';
import { takeCallback } from './worker/follow.ts';
import { run, type RunOptions } from './worker/run.ts';
import type { Worker } from './worker/worker.ts';

/** Where and how to enqueue. */
export interface EnqueueOptions {
  /** Your open transaction: orders are there if you commit it. Default: one of its own. */
  readonly transaction?: CallersTransaction | undefined;
  /** A whole number of 32 bits; greater goes first. Default: 0. */
  readonly priority?: number | undefined;
  /**
   * What is known of attempts that were made before, by something else. `possible`: there may have been some, so that each is looked up
   * first, also where it is here already: no refusal that is known by now, or of a call that is under way, counts then, and `shownAfter` is
   * counted from now. Default: `none`, no byte of the orders was ever sent.
   */
  readonly earlierAttempts?: 'none' | 'possible' | undefined;
}

/** Withdrawals that survive the process. */
export interface Withdrawals {
  /**
   * Takes orders in, as they are when it is called. From the moment their transaction is committed, they are brought to the service,
   * whoever dies. An order that was enqueued before is not enqueued again, however its address, amount and memo are spelled now.
   *
   * @returns one for each order, in turn
   * @throws OrderConflictError for an order_id that was enqueued before with other content: roll your transaction back
   * @throws InvalidCallError for what can never be sent
   * @throws TransactionError for a transaction in which nothing can be written: none is open, or it has failed, or is of another database
   */
  readonly enqueue: (
    wallet: number | bigint,
    orders: readonly WithdrawalRequest[],
    options?: EnqueueOptions,
  ) => Promise<Enqueued[]>;
  /** Works for the wallets until the signal is aborted. Any number of processes may do so. */
  readonly run: (options: RunOptions) => Promise<void>;
  /** One order with its history; undefined if it was never enqueued. */
  readonly find: (orderId: string) => Promise<OrderWithHistory | undefined>;
  /** Orders by state and age. */
  readonly list: (options?: ListOptions) => Promise<DurableOrder[]>;
  /**
   * What a person decides about an order that waits for one.
   *
   * @throws DecisionError where it cannot be decided
   */
  readonly decide: (orderId: string, decision: Decision, options: DecisionOptions) => Promise<DurableOrder>;
  /**
   * Takes a callback that was verified. Workers ask for what no callback comes of, so that none is needed.
   *
   * The service has the order then: one that is not settled is looked up at once, and one that was `refused` becomes a `conflict`.
   *
   * @returns whether it is of an order that is kept here
   */
  readonly follow: (callback: Callback) => Promise<boolean>;
  /**
   * After a backup of the database was restored, or a replica took over that was behind: call it once, before any worker runs. Whatever is
   * open may have been sent since, and is looked up before it is sent again; none of it is called refused for what was known before.
   *
   * What is `refused` stays so, and may have been retried and taken since: look it up before you refund it. What you have refunded or closed
   * since the backup is open again: close it first.
   *
   * @returns how many orders it is about
   * @throws DecisionError without `by`
   */
  readonly afterRestore: (options: DecisionOptions) => Promise<number>;
  /** What there is, for a dashboard. */
  readonly numbers: () => Promise<Numbers>;
  /**
   * Tells a listener of each call that ends in this process, and of each outcome that it has recorded, once that is committed. For counting
   * and logging: what must not get lost belongs into `onOutcome`.
   *
   * @returns what ends it
   */
  readonly listen: (listener: Listener) => () => void;
  /** A client of the service that keeps the limits of all processes. */
  readonly client: WalletClient;
  /** Ends it; end `run` first. */
  readonly close: () => Promise<void>;
}

/**
 * Opens withdrawals in a database.
 *
 * @throws RangeError or TypeError for options that make no sense; SchemaTooNewError where a newer build has been
 */
export async function openWithdrawals(options: WithdrawalsOptions): Promise<Withdrawals> {
  checkOptions(options);
  const { lease = 30, service } = options;
  const { listen, tell } = createListeners();
  const { database, onOutcome } = tellingOf(options.database, options.onOutcome, tell);
  const names = namesIn(options.schema ?? 'wallet_operations');
  const wallets = walletIdsOf(options.wallets);
  const onError = (error: unknown): void => {
    quietly(() => options.onError?.(error));
  };

  const held = new Set<bigint>();
  const holder = randomUUID();
  const clock = service.clock ?? systemClock;
  const client = createWalletClient({
    attempts: 3,
    ...service,
    limits: sharedLimits(database, names, clock, { holder, held, onRecovery: () => wakeAll(database, names) }),
  });
  watch(client, {
    onAnswer(answer) {
      tell(callEvent(answer));
    },
  });

  await openSchema(database, names, options.migrate);
  await addWallets(database, names, wallets);
  const installation = await installationOf(database, names);
  const queue = await openQueue(database, names, wallets, options.migrate ?? true, onError);
  const books: Books = { database, names, onOutcome, requeue: queue.add };
  const worker: Worker = {
    database,
    names,
    holder,
    lease,
    clock,
    client,
    books,
    held,
    onError,
    batch: options.batch ?? 100,
    inFlight: options.inFlight ?? Infinity,
    shownAfter: options.shownAfter,
    followFor: options.followFor ?? 86_400,
  };

  let isRunning = false;
  return {
    async enqueue(given, orders, { transaction, priority = 0, earlierAttempts = 'none' } = {}) {
      const wallet = walletIdOf(given);
      const requests = requestsOf(orders); // now: the caller may change his objects while this waits
      if (!wallets.includes(wallet))
        throw new RangeError(`wallet ${String(wallet)} is not among the wallets that this was opened with`);
      if ((priority | 0) !== priority)
        throw new RangeError(`priority is ${String(priority)}. Give a whole number of 32 bits.`);
      if (earlierAttempts !== 'none' && (earlierAttempts as unknown) !== 'possible')
        throw new TypeError(`earlierAttempts is ${earlierAttempts as string}. Give none or possible.`);
      const isExposed = earlierAttempts === 'possible';
      const all = async (given: CallersTransaction): Promise<Enqueued[]> => {
        const own = joined(given);
        const written = await write(own, names, wallet, requests, { priority, isExposed, installation });
        const fresh = written.filter(({ isNew }) => isNew);
        await queue.add(
          own,
          fresh.map(({ id, state }) => ({ id, order: { wallet, state, priority } })),
        );
        return written.map(({ order_id, isNew, state }) => ({ order_id, isNew, state }));
      };
      return transaction ? all(transaction) : database.transaction(all);
    },
    async run(how) {
      if (isRunning) throw new Error('run is under way already: one is enough for all wallets of this process.');
      isRunning = true;
      try {
        await run(worker, queue, wallets, how);
      } finally {
        isRunning = false;
      }
    },
    find: (orderId) => find(database, names, orderId),
    list: (which = {}) => list(database, names, which),
    decide: (orderId, decision, how) =>
      database.transaction((transaction) => decide(books, transaction, orderId, decision, how)),
    follow: (callback) => takeCallback(books, callback),
    afterRestore: (how) => database.transaction((transaction) => afterRestore(transaction, names, how)),
    numbers: () => numbers(database, names),
    listen,
    client,
    async close() {
      await queue.close();
      await database.close();
    },
  };
}

function quietly(watcher: () => unknown): void {
  const told = async (): Promise<void> => {
    await watcher();
  };
  told().catch(() => undefined);
}
