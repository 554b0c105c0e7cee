/** A run: the original must pass every suite, then each mutant is judged, then the declarations and the score. */
import { availableParallelism } from 'node:os';
import type { Equivalent, MutationConfig } from './config.ts';
import { outdatedOf } from './baseline.ts';
import { matches, staleOf, withoutState } from './declarations.ts';
import { withSmallHeap } from './heap.ts';
import { isKilledBy, scoreOf, type Judged } from './judged.ts';
import { surveyOf, type Mutant, type Planned, type Survey } from './mutants.ts';
import { startLane, type Outcome } from './lane.ts';
import { inWorkers } from './pool.ts';
import { selected, type Selection } from './selection.ts';
import { loadConfig, type Source } from './source.ts';
import { belowOf, goalOfShare, type Goal } from './thresholds.ts';
import { requireEngine, requireUsable, UnusableError } from './usable.ts';

/** How to run. */
export interface RunOptions extends Selection {
  /** Names of mutants that are known to survive: they fail no run, and the score and the thresholds are not asked. */
  readonly baseline?: readonly string[];
  /** Worker threads. Default: one for each core. */
  readonly workers?: number;
  /** The score to reach. Default: what the configuration says. */
  readonly threshold?: number;
  /** Milliseconds for one mutant, and for the modules to load. Default: what the configuration says, or 60 000. */
  readonly timeout?: number;
  /** Pass on what suites print. Default: false, for what they print about mutants is nobody's news. */
  readonly verbose?: boolean;
  /** Called before the first mutant, and after each. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How far a run has come. */
export interface Progress {
  readonly done: number;
  readonly all: number;
  readonly survived: number;
}

/** The outcome of a run. */
export interface Result extends Pick<Survey, 'unchanged' | 'unreachable'> {
  readonly document: MutationConfig['document'];
  readonly suites: readonly string[];
  readonly mutants: readonly Judged[];
  /** How many there are, of which `mutants` were judged. */
  readonly all: number;
  /** Mutants that nobody noticed, nobody declared, and no baseline knows. */
  readonly survivors: readonly Judged[];
  /** Declarations that do not hold, one sentence each. */
  readonly stale: readonly string[];
  /** What else is not as it should be, one sentence each: kinds below their threshold, or without a mutant. */
  readonly below: readonly string[];
  /** Names of the baseline that survive no more, one sentence each. They fail no run, and would hide a later survivor. */
  readonly outdated: readonly string[];
  /** Per cent of the mutants that are killed, declared equivalents left out; 100 for none at all. */
  readonly score: number;
  /** What the configuration and the options want to be reached. */
  readonly goal: Goal;
  /** The score that decides whether the run passed; undefined with `only`, with a baseline, and for a share whose score tells nothing. */
  readonly asked: number | undefined;
  /** Whether score and thresholds are reached, or with a baseline nothing new survived, and every declaration holds. */
  readonly passed: boolean;
  readonly milliseconds: number;
}

/** What a run would take. */
export interface Estimate extends Pick<Survey, 'unchanged' | 'unreachable'> {
  readonly mutants: number;
  readonly milliseconds: number;
  readonly workers: number;
}

/** The original does not pass: nothing could be said of its mutants. */
export class BaselineError extends UnusableError {
  override readonly name = 'BaselineError';
}

/**
 * Runs a configuration.
 *
 * @param source - the URL of its module, or a document with the URL of its suites
 * @throws BaselineError if a suite finds something wrong with the document as it is; UnusableError for a configuration or a document
 *   that is none, and for a suite that does not give findings.
 */
export async function runMutation(source: Source, options: RunOptions = {}): Promise<Result> {
  const start = performance.now();
  const { config, chosen, survey, how } = await planned(source, options);
  const { onProgress, baseline } = options;
  const equivalents = (config.equivalents ?? []).map(withoutState);
  const known = new Set(baseline);
  const judged = new Map<Mutant, Judged>();
  let survived = 0;
  const tell = (): void => {
    onProgress?.({ done: judged.size, all: chosen.length, survived });
  };

  tell();
  await inWorkers(source, chosen, {
    ...how,
    jobOf: ({ recipe }) => recipe,
    nameOf: ({ name }) => name,
    done: (mutant, outcome) => {
      const one = judgedOf(mutant, outcome, equivalents, known);
      judged.set(mutant, one);
      if (!one.killed && one.equivalent === undefined) survived++;
      tell();
    },
  });

  const all = chosen.map((mutant) => judged.get(mutant)).filter((one) => one !== undefined);
  const counted = all.filter(({ equivalent }) => equivalent === undefined);
  const survivors = counted.filter((one) => !one.killed && !one.known);
  const score = scoreOf(counted);
  const goal: Goal = {
    threshold: options.threshold ?? config.threshold ?? 100,
    thresholds: config.thresholds ?? {},
  };
  const asked = askedOf(goal, options);
  const stale = options.only === undefined ? staleOf(equivalents, survey.mutants, all) : [];
  const below = belowOf(asked.thresholds ?? {}, counted, survey.mutants);
  const isEnough = baseline ? survivors.length === 0 : score >= (asked.threshold ?? 0);
  return {
    document: config.document,
    suites: Object.keys(config.suites),
    mutants: all,
    all: survey.mutants.length,
    unchanged: survey.unchanged,
    unreachable: survey.unreachable,
    survivors,
    stale,
    below,
    outdated: options.only === undefined ? outdatedOf(known, survey.mutants, all) : [],
    score,
    goal,
    asked: asked.threshold,
    passed: options.only !== undefined || (isEnough && below.length === 0 && stale.length === 0),
    milliseconds: performance.now() - start,
  };
}

/** What of the goal decides. */
function askedOf(goal: Goal, { only, baseline, shard }: RunOptions): Partial<Goal> {
  if (only !== undefined || baseline) return {};
  return shard && shard.of > 1 ? goalOfShare(goal) : goal;
}

/** Tells what a run would take, by judging the document as it is and a few of its mutants. */
export async function estimateMutation(source: Source, options: RunOptions = {}): Promise<Estimate> {
  const { config, chosen, survey, how } = await planned(source, options);
  const { workers } = how;
  const few = selected(chosen, config.document, { sample: 20 });
  const times: number[] = [];
  await inWorkers(source, few, {
    ...how,
    workers: 1,
    jobOf: ({ recipe }) => recipe,
    nameOf: ({ name }) => name,
    done: (_, outcome) => {
      requireFindings(outcome);
      times.push(performance.now());
    },
  });
  // The first one comes with the start of its worker.
  const [first = 0, last = 0] = [times.at(0), times.at(-1)];
  const each = times.length > 1 ? (last - first) / (times.length - 1) : 0;
  const { unchanged, unreachable } = survey;
  return { mutants: chosen.length, milliseconds: (each * chosen.length) / workers, workers, unchanged, unreachable };
}

/** Milliseconds for a mutant, and for modules to load, where nobody says how many. */
const PATIENCE = 60_000;

interface Planning {
  readonly config: MutationConfig;
  readonly survey: Survey;
  readonly chosen: readonly Planned[];
  readonly how: {
    readonly workers: number;
    readonly timeout: number;
    readonly loading: number;
    readonly verbose: boolean;
  };
}

/** Looks at everything that must be so before the first mutant. A worker loads the modules first: what they do there ends only it. */
async function planned(source: Source, options: RunOptions): Promise<Planning> {
  requireEngine();
  const { workers = availableParallelism(), verbose = false, timeout } = options;
  const loading = timeout ?? PATIENCE;
  if (typeof source !== 'string') requireUsable(source.document);
  const lane = await startLane(source, { loading, verbose });
  try {
    const config = await loadConfig(source, loading);
    const how = { workers, verbose, loading, timeout: timeout ?? config.timeout ?? PATIENCE };
    requireOriginal(await lane.ask('original', how.timeout));
    await lane.end();
    const survey = withSmallHeap(() => surveyOf(config.document, config.mutators));
    if (survey.mutants.length === 0)
      throw new UnusableError(
        'The mutators change nothing of the document: there is no mutant to judge, and no score.',
      );
    return { config, survey, chosen: selected(survey.mutants, config.document, options), how };
  } finally {
    await lane.end();
  }
}

function judgedOf(
  mutant: Mutant,
  outcome: Outcome,
  equivalents: readonly Equivalent[],
  baseline: ReadonlySet<string>,
): Judged {
  requireFindings(outcome, mutant.name);
  const { name, kind } = mutant;
  const verdicts = 'verdicts' in outcome ? outcome.verdicts : {};
  const ended = 'ended' in outcome ? outcome.ended : undefined;
  const killed = ended !== undefined || Object.keys(verdicts).some((suite) => isKilledBy({ verdicts }, suite));
  return {
    name,
    kind,
    mutant,
    verdicts,
    ended,
    isTimeout: 'ended' in outcome && outcome.isTimeout === true,
    killed,
    equivalent: equivalents.find((one) => matches(one, name))?.because,
    known: !killed && baseline.has(name),
  };
}

function requireFindings(
  outcome: Outcome,
  name = 'the document as it is',
): asserts outcome is Exclude<Outcome, { wrong: string }> {
  if ('wrong' in outcome) throw new UnusableError(`${outcome.wrong} It was asked about: ${name}.`);
}

function requireOriginal(outcome: Outcome): void {
  requireFindings(outcome);
  if ('ended' in outcome) throw new BaselineError(`The document as it is ${outcome.ended}.`);
  const found = Object.entries(outcome.verdicts).flatMap(([suite, { finding, crash }]) =>
    finding !== undefined || crash !== undefined ? [`${suite}: ${finding ?? `threw ${crash ?? ''}`}`] : [],
  );
  if (found.length > 0)
    throw new BaselineError(
      `The document as it is does not pass, so mutants would prove nothing:\n${found.join('\n')}`,
    );
}
