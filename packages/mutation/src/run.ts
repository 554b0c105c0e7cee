/** A run: the original must pass every suite, then each mutant is judged, then the declarations and the score. */
import { availableParallelism } from 'node:os';
import { loadConfig, type Equivalent } from './config.ts';
import type { Verdicts } from './judge.ts';
import { inWorkers, type Outcome } from './pool.ts';

/** How to run. */
export interface RunOptions {
  /** Judge only mutants whose name holds this text. Declarations and threshold then mean nothing, and are not looked at. */
  readonly only?: string;
  /** Worker threads. Default: one for each core. */
  readonly workers?: number;
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
  /** By suite; empty for a mutant that ended its worker. */
  readonly verdicts: Verdicts;
  /** How it ended its worker; undefined for a mutant that did not. */
  readonly ended: string | undefined;
  /** Whether any suite noticed it. */
  readonly killed: boolean;
  /** Why it is declared equivalent; undefined if it is not. */
  readonly equivalent: string | undefined;
}

/** The outcome of a run. */
export interface Result {
  readonly suites: readonly string[];
  readonly mutants: readonly Judged[];
  /** Mutants that nobody noticed and nobody declared. */
  readonly survivors: readonly Judged[];
  /** Declarations that do not hold, one sentence each. */
  readonly stale: readonly string[];
  /** Per cent of the mutants that are killed, declared equivalents left out; 100 for none at all. */
  readonly score: number;
  readonly threshold: number;
  /** Whether the score reaches the threshold and every declaration holds. */
  readonly passed: boolean;
  readonly milliseconds: number;
}

/** The original does not pass: nothing could be said of its mutants. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
}

/**
 * Runs the configuration at a URL.
 *
 * @throws BaselineError if a suite finds something wrong with the document as it is; Error for a configuration that is none.
 */
export async function runMutation(configUrl: string, options: RunOptions = {}): Promise<Result> {
  const start = performance.now();
  const { config, mutants } = await loadConfig(configUrl);
  const { only = '', workers = availableParallelism(), onProgress } = options;
  const { timeout = 60_000, threshold = 100, equivalents = [] } = config;
  const suites = Object.keys(config.suites);

  const chosen = [...mutants.keys()].filter((index) => mutants[index]?.name.includes(only));
  const judged = new Map<number, Judged>();
  let survived = 0;
  const tell = (): void => {
    onProgress?.({ done: judged.size, all: chosen.length, survived });
  };

  await inWorkers(configUrl, ['original'], {
    workers: 1,
    timeout,
    done: (_, outcome) => {
      requireNothing(outcome);
    },
  });
  tell();
  await inWorkers(configUrl, chosen, {
    workers,
    timeout,
    done: (job, outcome) => {
      const { name, kind } = mutants[job as number] ?? { name: '', kind: '' };
      const verdicts = 'verdicts' in outcome ? outcome.verdicts : {};
      const ended = 'ended' in outcome ? outcome.ended : undefined;
      const killed = ended !== undefined || suites.some((suite) => isKilledBy({ verdicts }, suite));
      const equivalent = equivalents.find((one) => matches(one, name))?.because;
      judged.set(job as number, { name, kind, verdicts, ended, killed, equivalent });
      if (!killed && equivalent === undefined) survived++;
      tell();
    },
  });

  const all = chosen.map((index) => judged.get(index)).filter((one) => one !== undefined);
  const counted = all.filter(({ equivalent }) => equivalent === undefined);
  const survivors = counted.filter(({ killed }) => !killed);
  const score = counted.length === 0 ? 100 : (100 * (counted.length - survivors.length)) / counted.length;
  const stale = only === '' ? staleOf(equivalents, all) : [];
  const passed = only !== '' || (score >= threshold && stale.length === 0);
  return { suites, mutants: all, survivors, stale, score, threshold, passed, milliseconds: performance.now() - start };
}

/** Whether a suite noticed a mutant. */
export function isKilledBy({ verdicts }: Pick<Judged, 'verdicts'>, suite: string): boolean {
  const { finding, crash } = verdicts[suite] ?? {};
  return finding !== undefined || crash !== undefined;
}

function requireNothing(outcome: Outcome): void {
  if ('ended' in outcome) throw new BaselineError(`The document as it is ${outcome.ended}.`);
  const found = Object.entries(outcome.verdicts).flatMap(([suite, { finding, crash }]) =>
    finding !== undefined || crash !== undefined ? [`${suite}: ${finding ?? crash ?? ''}`] : [],
  );
  if (found.length > 0)
    throw new BaselineError(
      `The document as it is does not pass, so mutants would prove nothing:\n${found.join('\n')}`,
    );
}

function matches({ mutants }: Equivalent, name: string): boolean {
  return typeof mutants === 'string' ? mutants === name : mutants.test(name);
}

function staleOf(equivalents: readonly Equivalent[], judged: readonly Judged[]): readonly string[] {
  return equivalents.flatMap((one) => {
    const meant = judged.filter(({ name }) => matches(one, name));
    if (meant.length === 0) return [`${String(one.mutants)} is declared equivalent, and there is no such mutant`];
    const killed = meant.filter((mutant) => mutant.killed);
    return killed.map(({ name }) => `${name} is declared equivalent (${String(one.mutants)}), and is killed`);
  });
}
