/** Many random schedules, one after the other. */
import type { Settler } from './settler.ts';
import { runSeed } from './random.ts';
import { count, emptyTally, type Tally, withTrace } from './tally.ts';

/** What they came to. */
export interface SeedTally {
  readonly all: Tally;
  /** Those in which in the end nothing was in the way of knowing. */
  readonly mended: Tally;
  /** Those in which nothing was but a gate or a list that refuses. */
  readonly closed: Tally;
}

/** Runs the seeds from one up to another. Throws a Lie with the trace of the schedule. */
export async function runSeeds(settler: Settler, from: number, to: number): Promise<SeedTally> {
  const tally: SeedTally = { all: emptyTally(), mended: emptyTally(), closed: emptyTally() };
  for (let seed = from; seed <= to; seed++) {
    try {
      const report = await runSeed(settler, seed);
      count(tally.all, report);
      if (report.knows !== 'no') count(report.knows === 'yes' ? tally.mended : tally.closed, report);
    } catch (error) {
      throw await withTrace(error, [String(seed)], (log) => runSeed(settler, seed, log));
    }
    if (seed % 200 === 0) await new Promise((resolve) => setImmediate(resolve)); // let the test runner breathe
  }
  return tally;
}
