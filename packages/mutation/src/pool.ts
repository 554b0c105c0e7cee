/** Worker threads that survive what mutants do to them: one that hangs or dies is replaced, and its mutant is told apart. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Verdicts } from './judge.ts';
import type { Recipe } from './mutants.ts';
import type { Source } from './source.ts';
import { UnusableError } from './usable.ts';

/** What became of one job. */
export type Outcome =
  | { readonly verdicts: Verdicts }
  | { readonly ended: string; readonly isTimeout?: true }
  /** A suite does not give findings. */
  | { readonly wrong: string };

/** A job: how a mutant is made, or the document as it is. */
export type Job = Recipe | 'original';

/** How jobs are done. */
export interface PoolOptions<T> {
  readonly workers: number;
  /** Milliseconds for one job. */
  readonly timeout: number;
  /** Whether what suites print is passed on, to the standard error output. */
  readonly verbose: boolean;
  readonly jobOf: (item: T) => Job;
  readonly done: (item: T, outcome: Outcome) => void;
}

/**
 * Gives each item to a free worker, and each outcome to `done`, in the order in which they come.
 *
 * @throws UnusableError if a worker cannot start at all.
 */
export async function inWorkers<T>(source: Source, items: readonly T[], options: PoolOptions<T>): Promise<void> {
  const queue = items.values();
  const lanes = Array.from({ length: Math.min(options.workers, items.length) }, async () => {
    let lane: Lane | undefined;
    try {
      for (const item of queue) {
        lane ??= await started(source, options);
        const outcome = await lane.ask(options.jobOf(item));
        if ('ended' in outcome) {
          await lane.end();
          lane = undefined;
        }
        options.done(item, outcome);
      }
    } finally {
      await lane?.end();
    }
  });
  await Promise.all(lanes);
}

/** One worker that is ready. */
interface Lane {
  readonly ask: (job: Job) => Promise<Outcome>;
  readonly end: () => Promise<unknown>;
}

async function started(
  source: Source,
  { timeout, verbose }: Pick<PoolOptions<never>, 'timeout' | 'verbose'>,
): Promise<Lane> {
  const worker = new Worker(new URL(`worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: source,
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: 12 }, // a mutant is gone as soon as it is judged
  });
  for (const output of [worker.stdout, worker.stderr])
    if (verbose) output.pipe(process.stderr, { end: false });
    else output.resume();

  let answer: (outcome: Outcome | 'ready') => void = () => undefined;
  worker.on('message', (outcome: Outcome | 'ready') => {
    answer(outcome);
  });
  worker.on('error', (error) => {
    answer({ ended: `ended its worker: ${String(error)}` });
  });
  worker.on('exit', (code) => {
    answer({ ended: `ended its worker with ${String(code)}` });
  });
  const next = (): Promise<Outcome | 'ready'> =>
    new Promise((resolve) => {
      answer = resolve;
    });

  const first = await next();
  if (first !== 'ready')
    throw new UnusableError(
      `A worker cannot start: ${'ended' in first ? first.ended.replace(/^ended its worker(: | with )/, '') : ''}. Each loads the configuration by itself, so it must bear being loaded several times.`,
    );
  return {
    ask: async (job) => {
      const answered = next();
      const timer = setTimeout(() => {
        answer({ ended: `took longer than ${String(timeout)} ms`, isTimeout: true });
      }, timeout);
      worker.postMessage(job);
      const outcome = await answered;
      clearTimeout(timer);
      return outcome as Outcome;
    },
    end: () => worker.terminate(),
  };
}
