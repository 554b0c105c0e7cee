/** Reports of shares put together: what only the whole can be judged by. */
import { BY_CRASH } from './json-report.ts';
import { scoreOf } from './judged.ts';
import { scored } from './report.ts';
import { belowOf, type Goal } from './thresholds.ts';
import { UnusableError } from './usable.ts';

/** What all shares together come to. */
export interface Merged {
  /** For a terminal. */
  readonly text: string;
  readonly passed: boolean;
}

/** A report, as its file has it. */
export interface Report {
  readonly file: string;
  readonly text: string;
}

interface Told {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly why: string;
}

/**
 * Judges the reports of `--json` of all shares as one.
 *
 * @param reports - each of them once
 * @param threshold - the score to reach; default: what the shares were told
 * @throws UnusableError if they are not all shares of one document.
 */
export function mergedOf(reports: readonly Report[], threshold?: number): Merged {
  const shares = reports.map(({ file, text }) => ({ file, ...readOf(file, text) }));
  const [first] = shares;
  if (!first) throw new UnusableError('There is no report to merge.');
  const mutants = new Map<string, Told>();
  for (const { file, all, told } of shares) {
    if (all !== first.all)
      throw new UnusableError(
        `${first.file} is of ${String(first.all)} mutants, and ${file} of ${String(all)}: they are no shares of one document.`,
      );
    for (const one of told) {
      if (mutants.has(one.id))
        throw new UnusableError(`${one.id} is in two reports, ${file} the second. Give each share once.`);
      mutants.set(one.id, one);
    }
  }
  if (mutants.size < first.all)
    throw new UnusableError(
      `The reports have ${String(mutants.size)} of ${String(first.all)} mutants. Give those of all shares.`,
    );

  const counted = [...mutants.values()]
    .filter(({ status }) => status !== 'Ignored')
    .map((one) => ({ ...one, killed: one.status !== 'Survived' }));
  const survivors = counted.filter(({ killed }) => !killed);
  const crashed = counted.filter(({ why }) => why.startsWith(BY_CRASH)).length;
  const score = scoreOf(counted);
  const asked = threshold ?? first.goal.threshold;
  const below = belowOf(first.goal.thresholds, counted, [...mutants.values()]);
  const counts = [
    `${String(mutants.size)} mutants`,
    `${String(mutants.size - counted.length)} of them equivalent`,
    `${String(survivors.length)} survived`,
    ...(crashed > 0 ? [`${String(crashed)} killed by a crash alone`] : []),
  ];
  return {
    text: [
      ...survivors.map(({ id }) => `survived: ${id}`),
      ...below.map((sentence) => `below: ${sentence}`),
      `score ${scored(score, asked)}: ${counts.join(', ')}, by ${String(shares.length)} reports`,
    ].join('\n'),
    passed: score >= asked && below.length === 0,
  };
}

function readOf(file: string, text: string): { all: number; goal: Goal; told: readonly Told[] } {
  try {
    const { config, files } = JSON.parse(text) as {
      config: { all: number } & Goal;
      files: Record<string, { mutants: { id: string; mutatorName: string; status: string; statusReason?: string }[] }>;
    };
    const told = Object.values(files).flatMap(({ mutants }) =>
      mutants.map(({ id, mutatorName: kind, status, statusReason: why = '' }) => ({ id, kind, status, why })),
    );
    return { all: config.all, goal: { threshold: config.threshold, thresholds: config.thresholds }, told };
  } catch (error) {
    throw new UnusableError(`${file} is no report of --json: ${(error as Error).message}`, { cause: error });
  }
}
