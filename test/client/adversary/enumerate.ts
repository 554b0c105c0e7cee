/** Every schedule of a family: each world, and in each world every choice of the first so many calls. */
import { following, play, type Script } from './choices.ts';
import { count, emptyTally, type Tally, withTrace } from './tally.ts';
import { type Plan, type Report, run, SHOWN_AFTER, type Step } from './driver.ts';
import { Lie } from './judge.ts';
import { type Adversary, type CredentialsMove, isPlain, type LookupMove, type Part, type PostMove } from './moves.ts';
import { type Judging, PLAIN } from './rules.ts';
import type { Settler } from './settler.ts';
import type { Currency } from './spelling.ts';
import type { WithdrawalRequest } from '@wallet-operations/client';

/** What is fixed in a schedule from the start. */
export interface World {
  readonly name: string;
  readonly judging?: Partial<Judging>;
  readonly part?: Part;
  /** Milliseconds until lookups see what is taken. */
  readonly lag?: number;
  /** Milliseconds until what was given up on is done. */
  readonly late?: number;
  readonly before?: Plan['before'];
  readonly steps?: readonly Step[];
}

/** Worlds, and what may happen to a call in them. The first of each list is what happens when all is well. */
export interface Family {
  readonly name: string;
  readonly orders: readonly WithdrawalRequest[];
  readonly currency?: Currency;
  readonly worlds: readonly World[];
  readonly posts: readonly PostMove[];
  readonly lookups: readonly LookupMove[];
  readonly credentials?: readonly CredentialsMove[];
  /** Calls for which every choice is tried; later ones meet nothing. */
  readonly depth: number;
  /** Schedules that these are at least: how many exactly hangs on how often the settler calls. */
  readonly least: number;
}

/** Submitted once, again for what is open, and in the end when all must be known. */
export const THRICE: readonly Step[] = [
  { pause: 0, says: 'none' },
  { pause: 1000, says: 'possible' },
  { pause: SHOWN_AFTER, says: 'shown' },
];

/** Runs one schedule of a family, by the number of its world and its choices. Throws a Lie. */
export async function runScript(
  settler: Settler,
  family: Family,
  worldIndex: number,
  script: Script,
  log?: (line: string) => void,
): Promise<Report> {
  const world = family.worlds[worldIndex] as World;
  const choose = play(script, family.depth);
  /** Of the submission that is going on. */
  const end = { isDisturbed: false, mustKnow: false };
  let isOut = false;
  const noted = <M extends PostMove | LookupMove>(moves: readonly M[]): M => {
    const move = isOut ? (moves.find(({ lasts }) => lasts) as M) : choose(moves);
    if (!isPlain(move)) end.isDisturbed = true;
    if (move.lasts) isOut = true;
    return move;
  };
  const { lag = 0, late = 89_000, part = 'none', steps = THRICE, before = [] } = world;
  const judging = { ...PLAIN, ...world.judging };
  const adversary: Adversary = {
    post: () => noted(family.posts),
    lookUp: () => noted(family.lookups),
    credentials: () => {
      const move = family.credentials ? choose(family.credentials) : 'gives them';
      if (move !== 'gives them') end.isDisturbed = true;
      return move;
    },
    judging: () => judging,
    part: () => part,
    lag: () => lag,
    late: () => late,
    latency: () => 50,
    jump: () => 0,
  };
  const report = await run(
    settler,
    adversary,
    { orders: family.orders, currency: family.currency ?? 'ETH', before, steps },
    log,
    (step) => {
      isOut = false;
      end.isDisturbed = false;
      end.mustKnow = step.says === 'shown' && lag === 0;
    },
  );
  if (end.mustKnow && !end.isDisturbed && report.lastUnknown > 0)
    throw new Lie(`${String(report.lastUnknown)} unknown, though nothing was in the way`);
  return report;
}

/** Runs all of a family, or so many. Throws a {@link Lie} with the trace of the schedule. */
export async function runAll(settler: Settler, family: Family, most = Infinity): Promise<Tally> {
  const tally = emptyTally();
  for (const index of family.worlds.keys()) {
    let choices: number[] | undefined = [];
    while (choices && tally.schedules < most) {
      const script: Script = { choices, options: [] };
      try {
        count(tally, await runScript(settler, family, index, script));
      } catch (error) {
        throw await explained(error, settler, family, index, choices);
      }
      choices = following(script);
      if (tally.schedules % 500 === 0) await new Promise((resolve) => setImmediate(resolve)); // let the test runner breathe
    }
  }
  return tally;
}

/** The error with the trace of its schedule, and the line that replays it. */
function explained(
  error: unknown,
  settler: Settler,
  family: Family,
  index: number,
  choices: readonly number[],
): Promise<Error> {
  const again = [`'${family.name}'`, String(index), choices.join(',')];
  return withTrace(error, again, (log) => runScript(settler, family, index, { choices, options: [] }, log));
}
