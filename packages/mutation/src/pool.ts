/** Worker threads that survive what mutants do to them: one that hangs or dies is replaced, and its mutant is told apart. */
import { createDoubt, requireSame } from './again.ts';
import { startLane, type Job, type Lane, type LaneOptions, type Outcome } from './lane.ts';
import type { Source } from './source.ts';
import { UnusableError } from './usable.ts';

/** Milliseconds in which what suites have started may fail after their last answer. What they keep open has no end to wait for. */
const REST = 1000;

/** How jobs are done. */
export interface PoolOptions<T> extends LaneOptions {
  readonly workers: number;
  /** Milliseconds for one job. */
  readonly timeout: number;
  readonly jobOf: (item: T) => Job;
  readonly nameOf: (item: T) => string;
  readonly done: (item: T, outcome: Outcome) => void;
}

/**
 * Gives each item to a free worker, and each outcome to `done`, in the order in which they come.
 *
 * @throws UnusableError if a worker cannot start at all, or if a suite leaves something behind that fails later, or counts.
 */
export async function inWorkers<T>(source: Source, items: readonly T[], options: PoolOptions<T>): Promise<void> {
  const { jobOf, nameOf, timeout, done } = options;
  const queue = items.values();
  let isOver = false; // one lane has ended the run: what is left is no longer of use to anybody
  const lanes = Array.from({ length: Math.min(options.workers, items.length) }, async () => {
    let lane: Lane | undefined;
    let before: T | undefined;
    let isToAsk = createDoubt();
    let isAsked = true; // about the document as it is, since the last mutant
    try {
      for (const item of queue) {
        if (isOver) return;
        if (!lane) {
          lane = await restarted(source, options);
          isToAsk = createDoubt();
        }
        let outcome = await lane.ask(jobOf(item), timeout);
        if ('ended' in outcome && !outcome.isTimeout && before !== undefined) {
          // Its own doing, or that of one before it, which is told only by judging it alone.
          await lane.end();
          lane = await restarted(source, options);
          const alone = await lane.ask(jobOf(item), timeout);
          if (!('ended' in alone))
            throw new UnusableError(
              leftBehind(
                outcome.ended,
                lane,
                `It came while ${nameOf(item)} was judged, which does not do so alone, after ${nameOf(before)}.`,
              ),
            );
          outcome = alone;
        }
        before = item;
        isAsked = 'ended' in outcome || 'wrong' in outcome || isToAsk(outcome);
        if ('ended' in outcome) {
          await lane.end();
          lane = undefined;
          before = undefined;
        } else if (isAsked && !('wrong' in outcome)) await requireSame(lane, timeout, nameOf(item));
        done(item, outcome);
      }
      if (lane && before !== undefined) {
        if (!isAsked) await requireSame(lane, timeout, nameOf(before));
        const late = await lane.rest(REST);
        if (late !== undefined)
          throw new UnusableError(leftBehind(late, lane, `It came after the last answer, about ${nameOf(before)}.`));
      }
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      await lane?.end();
    }
  });
  await Promise.all(lanes);
}

/** The modules could be loaded before. */
async function restarted(source: Source, options: LaneOptions): Promise<Lane> {
  try {
    return await startLane(source, options);
  } catch (error) {
    throw new UnusableError(
      `A worker cannot start: ${(error as Error).message} Each loads the modules by itself, so they must bear being loaded several times.`,
      { cause: error },
    );
  }
}

function leftBehind(ended: string, { suites }: Lane, when: string): string {
  const [suite = '', ...others] = suites;
  return [
    `${others.length === 0 ? `The suite ${suite} leaves` : `One of the suites ${suites.join(', ')} leaves`} something behind that fails after its answer, and ${ended}`,
    when,
    'What comes late counts for no mutant, or for the wrong one: let suites await all that they start.',
  ].join('\n');
}
