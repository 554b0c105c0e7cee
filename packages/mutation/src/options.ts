/** What the command takes, as a table: its usage is made of it, and its values are looked at by it. */
import { parseArgs } from 'node:util';
import { togetherOf } from './together.ts';
import { UnusableError } from './usable.ts';

/** An option: a flag, or what it takes, and what it does. */
interface Option {
  readonly takes?: string;
  readonly says: string;
  /** Whether a value is one; all others are refused. */
  readonly fits?: { readonly pattern: RegExp; readonly as: string };
}

const COUNT = { pattern: /^[1-9]\d{0,8}$/, as: 'a number from 1 on' };

const OPTIONS = {
  suite: { takes: 'file', says: 'the module with the suites, for a document' },
  threshold: {
    takes: 'percent',
    says: 'the score to reach; default: what the configuration says, or 100',
    fits: { pattern: /^(100(\.0+)?|\d{1,2}(\.\d+)?)$/, as: 'a number from 0 to 100' },
  },
  only: { takes: 'text', says: 'judge only mutants whose name holds the text; no threshold is asked' },
  since: { takes: 'file', says: 'judge only operations that differ from this earlier document' },
  sample: { takes: 'n', says: 'judge only so many mutants, the same ones each time', fits: COUNT },
  shard: {
    takes: 'i/n',
    says: 'judge only the i-th of n shares; of thresholds, only 100 is asked',
    fits: { pattern: /^[1-9]\d{0,5}\/[1-9]\d{0,5}$/, as: 'a share and how many there are, such as 1/4' },
  },
  merge: { says: 'judge the reports of --json of all shares as one' },
  baseline: { takes: 'file', says: 'fail only on survivors that are not in this file, of --json or --write-baseline' },
  'write-baseline': { takes: 'file', says: 'write the names of all survivors' },
  report: { takes: 'file', says: 'write a report in Markdown' },
  json: { takes: 'file', says: 'write a report for the viewers of mutation-testing-report-schema' },
  list: { says: 'print the names of the mutants, and judge none' },
  show: { takes: 'mutant', says: 'print what a mutant changes, and judge none' },
  estimate: { says: 'judge a few, and tell how long all would take' },
  summary: { says: 'when all is well, print one line and no table' },
  verbose: { says: 'pass on what suites print' },
  timeout: {
    takes: 'ms',
    says: 'milliseconds for one mutant, and for loading; default: what the configuration says, or 60000',
    fits: COUNT,
  },
  workers: { takes: 'n', says: 'worker threads; default: one for each core', fits: COUNT },
  help: { says: 'print this' },
} as const satisfies Readonly<Record<string, Option>>;

const WIDTH = 26;

/** How the command is used. */
export const USAGE = `spec-mutation <config> [options]
spec-mutation <document.yaml|document.json> --suite <file> [options]
spec-mutation --merge <report.json>... [--threshold <percent>]

Changes a document one fact at a time and tells which changes its suites do not notice.

${Object.entries(OPTIONS as Readonly<Record<string, Option>>)
  .map(([name, { takes, says }]) => `  ${`--${name}${takes === undefined ? '' : ` <${takes}>`}`.padEnd(WIDTH)}${says}`)
  .join('\n')}

Exit code: 0 passed; 1 the score is below a threshold, a survivor is new to the baseline, or a declared equivalent is none; 2 there
was nothing to judge by, or a report or the standard output could not be written.
`;

/** What was asked for. */
export type Options = { readonly file: string; readonly files: readonly string[] } & Readonly<
  Partial<Record<'merge' | 'list' | 'estimate' | 'summary' | 'verbose' | 'help', boolean>> &
    Partial<Record<'suite' | 'only' | 'since' | 'baseline' | 'write-baseline' | 'report' | 'json' | 'show', string>> &
    Partial<Record<'threshold' | 'sample' | 'workers' | 'timeout', number>> & { shard?: { share: number; of: number } }
>;

/** The command cannot be understood: what is wrong, and how it is used. */
export class UsageError extends UnusableError {
  constructor(message: string) {
    super(`${message}\n\n${USAGE}`);
  }
}

/**
 * Reads what was asked for.
 *
 * @throws UsageError for what the table does not have.
 */
export function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parsed(args);
  for (const [name, { fits }] of Object.entries(OPTIONS as Readonly<Record<string, Option>>)) {
    const value = values[name];
    if (value === '')
      throw new UsageError(`--${name} is empty, as from a variable that is not set. Leave it out, or say what it is.`);
    if (fits && typeof value === 'string' && !fits.pattern.test(value))
      throw new UsageError(`--${name} is ${value}. Give ${fits.as}.`);
  }
  const { help, merge, threshold, sample, workers, timeout, shard } = values;
  const [file, ...others] = positionals;
  if (merge ? file === undefined : !help && (file === undefined || others.length > 0))
    throw new UsageError(merge ? 'Give the reports of all shares.' : 'Give one configuration, or one document.');
  const wrong = togetherOf(values, positionals);
  if (wrong !== undefined) throw new UsageError(wrong);
  const [share = 1, of = 1] = (typeof shard === 'string' ? shard : '1/1').split('/').map(Number);
  if (share > of) throw new UsageError(`--shard is ${String(share)}/${String(of)}. There is no such share.`);
  return {
    ...values,
    file: file ?? '',
    files: positionals,
    ...(threshold !== undefined && { threshold: Number(threshold) }),
    ...(sample !== undefined && { sample: Number(sample) }),
    ...(workers !== undefined && { workers: Number(workers) }),
    ...(timeout !== undefined && { timeout: Number(timeout) }),
    ...(shard !== undefined && { shard: { share, of } }),
  };
}

function parsed(args: readonly string[]): {
  values: Readonly<Record<string, unknown>>;
  positionals: readonly string[];
} {
  const options = Object.fromEntries(
    Object.entries(OPTIONS as Readonly<Record<string, Option>>).map(([name, { takes }]) => [
      name,
      { type: takes === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
