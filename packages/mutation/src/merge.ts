/** Reports of shares put together: what only the whole can be judged by. */
import { child, isNode, isSame, names, nodes } from './document.ts';
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
 * @throws UnusableError if they are not all shares of one document, judged by one set of suites.
 */
export function mergedOf(reports: readonly Report[], threshold?: number): Merged {
  const shares = reports.map(({ file, text }) => ({ file, ...readOf(file, text) }));
  const [first] = shares;
  if (!first) throw new UnusableError('There is no report to merge.');
  const mutants = new Map<string, Told>();
  for (const { file, all, source, goal, suites, told } of shares) {
    if (all !== first.all)
      throw new UnusableError(
        `${first.file} is of ${String(first.all)} mutants, and ${file} of ${String(all)}: they are no shares of one document.`,
      );
    if (source !== first.source)
      throw new UnusableError(
        `${first.file} is of one document, and ${file} of another: they are no shares of one. Judge all shares again, of the document as it is now.`,
      );
    if (!isSame(suites, first.suites))
      throw new UnusableError(
        `${first.file} was judged by ${first.suites.join(', ')}, and ${file} by ${suites.join(', ')}: what one suite misses another may notice. Judge all shares by the same suites.`,
      );
    if (threshold === undefined && goal.threshold !== first.goal.threshold)
      throw new UnusableError(
        `${first.file} asks for ${String(first.goal.threshold)} %, and ${file} for ${String(goal.threshold)} %. Say by --threshold which one is meant.`,
      );
    if (!isSame(goal.thresholds, first.goal.thresholds))
      throw new UnusableError(
        `${first.file} and ${file} have other thresholds for single kinds. Judge all shares by one configuration.`,
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
  const late = counted.filter(({ status }) => status === 'Timeout').length;
  const stale = [...new Set(shares.flatMap((share) => share.stale))]; // each share has looked for all that are declared
  const score = scoreOf(counted);
  const asked = threshold ?? first.goal.threshold;
  const below = belowOf(first.goal.thresholds, counted, [...mutants.values()]);
  const counts = [
    `${String(mutants.size)} mutants`,
    `${String(mutants.size - counted.length)} of them equivalent`,
    `${String(survivors.length)} survived`,
    ...(crashed > 0 ? [`${String(crashed)} killed by a crash alone`] : []),
    ...(late > 0 ? [`${String(late)} killed by taking too long`] : []),
  ];
  return {
    text: [
      ...survivors.map(({ id }) => `survived: ${id}`),
      ...stale.map((sentence) => `stale: ${sentence}`),
      ...below.map((sentence) => `below: ${sentence}`),
      `score ${scored(score, asked)}: ${counts.join(', ')}, by ${String(shares.length)} reports`,
    ].join('\n'),
    passed: score >= asked && below.length === 0 && stale.length === 0,
  };
}

interface Share {
  readonly all: number;
  readonly goal: Goal;
  /** The document, as the report shows it. */
  readonly source: string;
  /** The names of those that judged it. */
  readonly suites: readonly string[];
  /** Declarations that do not hold. */
  readonly stale: readonly string[];
  readonly told: readonly Told[];
}

function readOf(file: string, text: string): Share {
  const refuse = (why: string): never => {
    throw new UnusableError(`${file} is no report of --json: ${why}`);
  };
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch (error) {
    refuse((error as Error).message);
  }
  const { framework, config, files, testFiles } = isNode(report) ? report : {};
  const isOurs = isNode(framework) && framework.name === 'spec-mutation';
  if (!isOurs || !isNode(config) || typeof config.all !== 'number' || !Array.isArray(config.stale))
    return refuse('spec-mutation has not written it, or an earlier version has.');
  const [one] = isNode(files) ? nodes(Object.values(files)) : [];
  if (!one || !Array.isArray(one.mutants)) return refuse('it has no document with mutants.');
  return {
    all: config.all,
    goal: { threshold: Number(config.threshold), thresholds: (config.thresholds ?? {}) as Goal['thresholds'] },
    source: String(one.source),
    suites: nodes(isNode(testFiles) ? child(testFiles, 'suites').tests : []).map(({ name }) => String(name)),
    stale: names(config.stale),
    told: nodes(one.mutants).map(({ id, mutatorName, status, statusReason = '' }) => ({
      id: String(id),
      kind: String(mutatorName),
      status: String(status),
      why: String(statusReason),
    })),
  };
}
