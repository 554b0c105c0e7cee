/** Works until it is told to end: fetches what is noted, gives it to those who do it, and puts back what was forgotten. */
import { persistently } from '../database/retry.ts';
import { forgetChecksums } from '../limits/checksums.ts';
import { isAway } from '../limits/outages.ts';
import { forgetLimits } from '../limits/places.ts';
import { numbers, type Numbers } from '../orders/read.ts';
import { UNSETTLED } from '../orders/order.ts';
import { bossOf, queueOf, type Note, type OrderJob, type Queue, type Task } from '../queue/queue.ts';
import { wakeOrphans } from '../queue/wake.ts';
import { checkNumber } from '../range.ts';
import { createAskFor } from './follow.ts';
import { submit } from './submit.ts';
import type { Worker } from './worker.ts';

/** How to work. */
export interface RunOptions {
  /** Ends the work: what is under way is brought to its end, as far as `grace` allows, and the rest is left to others. */
  readonly signal: AbortSignal;
  /**
   * Seconds for what is under way. What is not done by then is `unknown`, and looked up by whoever works next. From 0 to 86 400; default: 30. In an outage
   * nothing is waited for.
   */
  readonly grace?: number | undefined;
  /** Called every few seconds with what there is. */
  readonly onProgress?: ((numbers: Numbers) => unknown) | undefined;
}

/** How often workers look for something to do, in seconds, and how many orders of a wallet they ask for in turn. */
const LOOK = { submit: 1, follow: 2 } as const;
const ASKED_IN_TURN = 200;
/** Seconds between two looks for what was forgotten, and between two reports. */
const REPAIR = 60;
const PROGRESS = 5;

/** Works for the wallets. */
export async function run(
  worker: Worker,
  queue: Queue,
  wallets: readonly bigint[],
  options: RunOptions,
): Promise<void> {
  const { database, names, lease, clock, onError } = worker;
  const { signal, grace = 30, onProgress } = options;
  if (!(signal instanceof AbortSignal))
    throw new TypeError('signal is no AbortSignal. Give the one that ends the work.');
  checkNumber('grace', grace, { what: 'seconds', from: 0, to: 86_400 });
  if (signal.aborted) return;
  const askFor = createAskFor(worker);
  const look = Math.ceil(lease / 3);
  const boss = bossOf(
    database,
    names,
    {
      supervise: false, // but by the timer below
      migrate: false,
      monitorIntervalSeconds: Math.ceil(look / 2),
      maintenanceIntervalSeconds: 3600,
    },
    onError,
  );
  const ending = new AbortController();
  const repair = async (): Promise<void> => {
    await queue.repair(worker.followFor);
    await forgetChecksums(database, names);
    await forgetLimits(database, names);
  };
  const stopTimers = [
    every(REPAIR, repair),
    every(look, async () => {
      await boss.supervise();
      await wakeOrphans(database, names);
    }),
    every(PROGRESS, async () => {
      await onProgress?.(await numbers(database, names));
    }),
  ];
  const stopped = new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
  try {
    await Promise.race([stopped, begin()]);
    await stopped;
  } finally {
    for (const stop of stopTimers) stop();
    const end = (): void => {
      ending.abort(new Error('the worker ends'));
    };
    const stopEnding = clock.after(grace * 1000, end);
    // In an outage there is nothing to wait for: what is under way waits itself, for longer than that.
    isAway(database, names).then(
      (yes) => {
        if (yes) end();
      },
      () => undefined,
    );
    // What is aborted still has to be recorded.
    await boss.stop({ close: false, graceful: true, timeout: grace * 1000 + 10_000 });
    stopEnding();
  }

  async function begin(): Promise<void> {
    // A database that is away at the start is waited for, as one that goes away later.
    await persistently(start, { clock, signal, for: Infinity });
    for (const wallet of wallets) {
      await work('submit', wallet, worker.batch);
      await work('follow', wallet, ASKED_IN_TURN);
    }
    await repair().catch(onError);
  }

  async function start(): Promise<void> {
    try {
      await boss.start();
    } catch (error) {
      onError(error);
      await boss.stop({ close: false, graceful: false }); // what of it has begun
      throw error;
    }
  }

  function work(task: Task, wallet: bigint, batchSize: number): Promise<string> {
    const name = queueOf(task, wallet);
    return boss.work<Note>(
      name,
      {
        batchSize,
        pollingIntervalSeconds: LOOK[task],
        burstWhenBatchFull: batchSize > 1,
      } as never,
      async (jobs: OrderJob[]) => {
        const done = await doing(task, wallet, jobs);
        const others = jobs.filter(({ data }) => !done.has(data.id));
        if (others.length > 0) await boss.fail(name, others); // which is how they come back later
      },
    );
  }

  /** @returns those about which there is nothing more to do */
  async function doing(task: Task, wallet: bigint, jobs: readonly OrderJob[]): Promise<ReadonlySet<string>> {
    const ids = jobs.map(({ data }) => data.id);
    let done: ReadonlySet<string> = new Set();
    try {
      if (task === 'follow') done = await askFor(wallet, ids, ending.signal);
      else {
        await submit(worker, wallet, ids, signal, ending.signal);
        done = await settled(ids);
      }
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    return done;
  }

  async function settled(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await database.query(
      `SELECT id::text FROM ${names.orders} WHERE id = ANY ($1::bigint[]) AND NOT state = ANY ($2::text[]) AND finding IS NULL`,
      [ids, UNSETTLED],
    );
    return new Set((rows as { id: string }[]).map(({ id }) => id));
  }

  function every(seconds: number, what: () => Promise<void>): () => void {
    let cancel: () => void = () => undefined;
    let isOver = false;
    const next = (): void => {
      cancel = clock.after(seconds * 1000, () => {
        what()
          .catch(onError)
          .finally(() => {
            if (!isOver) next();
          });
      });
    };
    next();
    return () => {
      isOver = true;
      cancel();
    };
  }
}
