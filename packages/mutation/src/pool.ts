/** Worker threads that survive what mutants do to them: one that hangs or dies is replaced, and its mutant is told apart. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Verdicts } from './judge.ts';

/** What became of one job. */
export type Outcome = { readonly verdicts: Verdicts } | { readonly ended: string };

/** A job: the index of a mutant, or the document as it is. */
export type Job = number | 'original';

/**
 * Gives each job to a free worker, and each outcome to `done`, in the order in which they come.
 *
 * @param timeout - milliseconds for one job.
 * @throws Error if a worker cannot start at all.
 */
export async function inWorkers(
  config: string,
  jobs: readonly Job[],
  { workers, timeout, done }: { workers: number; timeout: number; done: (job: Job, outcome: Outcome) => void },
): Promise<void> {
  const queue = jobs.values();
  const lanes = Array.from({ length: Math.min(workers, jobs.length) }, async () => {
    let worker: Worker | undefined;
    try {
      for (const job of queue) {
        worker ??= await started(config);
        const outcome = await asked(worker, job, timeout);
        if ('ended' in outcome) {
          await worker.terminate();
          worker = undefined;
        }
        done(job, outcome);
      }
    } finally {
      await worker?.terminate();
    }
  });
  await Promise.all(lanes);
}

async function started(config: string): Promise<Worker> {
  const worker = new Worker(new URL(`worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: config,
    stdout: true,
    stderr: true,
  });
  for (const output of [worker.stdout, worker.stderr]) output.resume(); // what suites print about mutants is nobody's news
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  worker.once('message', () => {
    resolve(undefined);
  });
  worker.once('error', reject);
  worker.once('exit', (code) => {
    reject(new Error(`A worker ended with ${String(code)} before its first mutant.`));
  });
  await promise;
  worker.removeAllListeners('error').removeAllListeners('exit');
  return worker;
}

function asked(worker: Worker, job: Job, timeout: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => {
    resolve({ ended: `took longer than ${String(timeout)} ms` });
  }, timeout);
  worker.once('message', (verdicts: Verdicts) => {
    resolve({ verdicts });
  });
  worker.once('error', (error) => {
    resolve({ ended: `ended its worker: ${String(error)}` });
  });
  worker.once('exit', (code) => {
    resolve({ ended: `ended its worker with ${String(code)}` });
  });
  worker.postMessage(job);
  return promise.finally(() => {
    clearTimeout(timer);
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  });
}
