/** A run: the original must pass every suite, then each mutant is judged, then the declarations and the score. */
import { availableParallelism } from 'node:os';
import type { Equivalent, MutationConfig } from './config.ts';
import { withSmallHeap } from './heap.ts';
import type { Verdicts } from './judge.ts';
import { surveyOf, type Mutant, type Planned, type Survey } from './mutants.ts';
import { inWorkers, type Outcome } from './pool.ts';
import { selected, type Selection } from './selection.ts';
import { loadConfig, type Source } from './source.ts';
import { UnusableError } from './usable.ts';

/** How to run. */
export interface RunOptions extends Selection {
  /** Names of mutants that are known to survive: they fail no run, and the score and the thresholds are not asked. */
  readonly baseline?: readonly string[];
  /** Worker threads. Default: one for each core. */
  readonly workers?: number;
  /** The score to reach. Default: what the configuration says. */
  readonly threshold?: number;
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

/** What became of a mutant. */
export interface Judged {
  readonly name: string;
  readonly kind: string;
  readonly mutant: Mutant;
  /** By suite; empty for a mutant that ended its worker. */
  readonly verdicts: Verdicts;
  /** How it ended its worker; undefined for a mutant that did not. */
  readonly ended: string | undefined;
  /** Whether it ended its worker by taking too long. */
  readonly isTimeout: boolean;
  /** Whether any suite noticed it. */
  readonly killed: boolean;
  /** Why it is declared equivalent; undefined if it is not. */
  readonly equivalent: string | undefined;
  /** Whether it survived, and the baseline knows. */
  readonly known: boolean;
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
  /** What else is not as it should be, one sentence each: kinds below their threshold, a baseline that knows too much. */
  readonly below: readonly string[];
  /** Per cent of the mutants that are killed, declared equivalents left out; 100 for none at all. */
  readonly score: number;
  readonly threshold: number;
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
  const { config, chosen, survey } = await planned(source, options);
  const { workers = availableParallelism(), verbose = false, onProgress, baseline } = options;
  const { timeout = 60_000 } = config;
  const equivalents = (config.equivalents ?? []).map(withoutState);
  const known = new Set(baseline);
  const judged = new Map<Mutant, Judged>();
  let survived = 0;
  const tell = (): void => {
    onProgress?.({ done: judged.size, all: chosen.length, survived });
  };

  await requireOriginal(source, { timeout, verbose });
  tell();
  await inWorkers(source, chosen, {
    workers,
    timeout,
    verbose,
    jobOf: ({ recipe }) => recipe,
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
  const threshold = options.threshold ?? config.threshold ?? 100;
  const isAll = options.only === undefined;
  const stale = isAll ? staleOf(equivalents, survey.mutants, all) : [];
  const below = isAll && !baseline ? belowOf(config.thresholds ?? {}, counted, survey.mutants) : [];
  const isEnough = baseline ? survivors.length === 0 : score >= threshold && below.length === 0;
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
    score,
    threshold,
    passed: !isAll || (isEnough && stale.length === 0),
    milliseconds: performance.now() - start,
  };
}

/** Tells what a run would take, by judging the document as it is and a few of its mutants. */
export async function estimateMutation(source: Source, options: RunOptions = {}): Promise<Estimate> {
  const { config, chosen, survey } = await planned(source, options);
  const { workers = availableParallelism(), verbose = false } = options;
  const { timeout = 60_000 } = config;
  await requireOriginal(source, { timeout, verbose });
  const few = selected(chosen, config.document, { sample: 20 });
  const times: number[] = [];
  await inWorkers(source, few, {
    workers: 1,
    timeout,
    verbose,
    jobOf: ({ recipe }) => recipe,
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

async function planned(
  source: Source,
  options: RunOptions,
): Promise<{ config: MutationConfig; survey: Survey; chosen: readonly Planned[] }> {
  const config = await loadConfig(source);
  const survey = withSmallHeap(() => surveyOf(config.document, config.mutators));
  return { config, survey, chosen: selected(survey.mutants, config.document, options) };
}

/** Whether a suite noticed a mutant. */
export function isKilledBy({ verdicts }: Pick<Judged, 'verdicts'>, suite: string): boolean {
  const { finding, crash } = verdicts[suite] ?? {};
  return finding !== undefined || crash !== undefined;
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

async function requireOriginal(
  source: Source,
  { timeout, verbose }: { timeout: number; verbose: boolean },
): Promise<void> {
  let outcome: Outcome = { verdicts: {} };
  await inWorkers(source, ['original' as const], {
    workers: 1,
    timeout,
    verbose,
    jobOf: (job) => job,
    done: (_, one) => {
      outcome = one;
    },
  });
  requireFindings(outcome);
  if ('ended' in outcome) throw new BaselineError(`The document as it is ${(outcome as { ended: string }).ended}.`);
  const { verdicts } = outcome as { verdicts: Verdicts };
  const found = Object.entries(verdicts).flatMap(([suite, { finding, crash }]) =>
    finding !== undefined || crash !== undefined ? [`${suite}: ${finding ?? `threw ${crash ?? ''}`}`] : [],
  );
  if (found.length > 0)
    throw new BaselineError(
      `The document as it is does not pass, so mutants would prove nothing:\n${found.join('\n')}`,
    );
}

function scoreOf(counted: readonly Judged[]): number {
  return counted.length === 0 ? 100 : (100 * counted.filter(({ killed }) => killed).length) / counted.length;
}

/** Kinds that are below their own threshold, or that there are none of. */
function belowOf(
  thresholds: Readonly<Record<string, number>>,
  counted: readonly Judged[],
  all: readonly Mutant[],
): readonly string[] {
  return Object.entries(thresholds).flatMap(([kind, least]) => {
    if (all.every((mutant) => mutant.kind !== kind)) return [`${kind} has a threshold, and there is no such kind`];
    const score = scoreOf(counted.filter((one) => one.kind === kind));
    return score >= least
      ? []
      : [`${kind} has ${String(Math.floor(score * 100) / 100)} %, and at least ${String(least)} % is asked`];
  });
}

/** A pattern that remembers where it was would match every other name. */
function withoutState(one: Equivalent): Equivalent {
  const { mutants } = one;
  if (typeof mutants === 'string') return one;
  return { ...one, mutants: new RegExp(mutants.source, mutants.flags.replace(/[gy]/g, '')) };
}

function matches({ mutants }: Equivalent, name: string): boolean {
  return typeof mutants === 'string' ? mutants === name : mutants.test(name);
}

function staleOf(
  equivalents: readonly Equivalent[],
  all: readonly Mutant[],
  judged: readonly Judged[],
): readonly string[] {
  return equivalents.flatMap((one) => {
    if (!all.some(({ name }) => matches(one, name)))
      return [`${String(one.mutants)} is declared equivalent, and there is no such mutant`];
    return judged
      .filter(({ name, killed }) => killed && matches(one, name))
      .map(({ name }) => `${name} is declared equivalent (${String(one.mutants)}), and is killed`);
  });
}
