/** One worker thread: started, asked, ended. Whatever a suite does to it is an answer, too. */
import { extname } from 'node:path';
import { finished } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { isNode } from './document.ts';
import type { Verdicts } from './judge.ts';
import type { Recipe } from './mutants.ts';
import { thrownBy } from './place.ts';
import { OURS, type Said, type Told } from './said.ts';
import type { Source } from './source.ts';
import { UnusableError } from './usable.ts';

/** What became of one job. */
export type Outcome =
  | { readonly verdicts: Verdicts }
  | { readonly ended: string; readonly isTimeout?: true; readonly isExit?: true }
  /** A suite does not give findings. */
  | { readonly wrong: string };

/** A job: how a mutant is made, or the document as it is. */
export type Job = Recipe | 'original';

/** A worker that is ready. */
export interface Lane {
  /** The names of its suites. */
  readonly suites: readonly string[];
  /** Hands it a job, and waits for its outcome so many milliseconds. */
  readonly ask: (job: Job, timeout: number) => Promise<Outcome>;
  /**
   * Waits until nothing is left of what suites have started, so many milliseconds at most: what is kept open never ends. It cannot be
   * asked any more then.
   *
   * @returns how it failed meanwhile, after its last answer; undefined if it did not.
   */
  readonly rest: (within: number) => Promise<string | undefined>;
  readonly end: () => Promise<void>;
}

/** How a worker is started. */
export interface LaneOptions {
  /** Milliseconds for its modules to load. */
  readonly loading: number;
  /** Whether what suites print is passed on, to the standard error output. */
  readonly verbose: boolean;
}

type Ended = Extract<Outcome, { ended: string }>;

/**
 * Starts a worker. It loads the modules by itself, and what they do then ends nothing but the worker.
 *
 * @throws UnusableError if they cannot be loaded.
 */
export async function startLane(source: Source, { loading, verbose }: LaneOptions): Promise<Lane> {
  const worker = new Worker(new URL(`worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: source,
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: 12 }, // a mutant is gone as soon as it is judged
  });
  for (const output of [worker.stdout, worker.stderr])
    if (verbose) output.pipe(process.stderr, { end: false });
    else output.resume();

  let dead: Ended | undefined;
  let answer: (said: Said | Ended) => void = () => undefined;
  const died = (ended: Ended): void => {
    dead ??= ended;
    answer(dead);
  };
  worker.on('message', (message: unknown) => {
    if (isNode(message) && OURS in message) answer(message[OURS] as Said);
  });
  worker.on('error', (error) => {
    died({ ended: `ended its worker: ${thrownBy(error)}` });
  });
  worker.on('exit', (code) => {
    died({ ended: `ended its worker with ${String(code)}`, isExit: true });
  });
  const told = async (what: Told | undefined, timeout: number): Promise<Said | Ended> => {
    if (dead) return dead;
    const { promise, resolve } = Promise.withResolvers<Said | Ended>();
    answer = resolve;
    const timer = setTimeout(() => {
      resolve({ ended: `took longer than ${String(timeout)} ms`, isTimeout: true });
    }, timeout);
    if (what !== undefined) worker.postMessage(what);
    return promise.finally(() => {
      clearTimeout(timer);
    });
  };
  const rest = async (within: number): Promise<string | undefined> => {
    let said = await told('rest', within);
    const isAtRest = said === 'resting';
    while (said === 'resting') said = await told(undefined, within); // what is done at its exit may fail as well
    const { ended, isTimeout, isExit } = said as Ended;
    return isTimeout || (isExit && isAtRest) ? undefined : ended; // an exit before that is somebody's own
  };
  const end = async (): Promise<void> => {
    if (verbose && !dead) await told('end', loading);
    await worker.terminate();
    if (verbose) await Promise.allSettled([finished(worker.stdout), finished(worker.stderr)]);
  };

  const first = await told(undefined, loading);
  if (typeof first === 'object' && 'ready' in first)
    return { suites: first.ready, ask: async (job, timeout) => (await told(job, timeout)) as Outcome, rest, end };
  await end();
  throw new UnusableError(whyNot(first, typeof source === 'string' ? source : source.suites));
}

/** Why a worker did not come to be ready. */
function whyNot(said: Said | Ended, url: string): string {
  if (typeof said === 'object' && 'unusable' in said) return said.unusable.replace(/^cannot be loaded: /, `${url} $&`);
  const { ended, isTimeout } = said as Ended;
  if (isTimeout)
    return `${url} ${ended} to load: something at the top level of it, or of what it imports, does not end.`;
  return `${url} cannot be loaded, since it ${ended.replace('ended its worker', 'ends its thread')}: let it export, and not exit.`;
}
