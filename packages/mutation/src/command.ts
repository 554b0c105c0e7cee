/** What the command does: lists, shows, estimates or judges, and tells by its exit code whether the tests are good enough. */
import { basename } from 'node:path';
import { baselineOf, namesOfBaseline } from './baseline.ts';
import { isDocument, readDocument, readText, requireWritable, writeText } from './files.ts';
import { jsonReportOf } from './json-report.ts';
import { surveyOf, type Mutant } from './mutants.ts';
import { mergedOf } from './merge.ts';
import { print } from './output.ts';
import { optionsOf, UsageError, USAGE, type Options } from './options.ts';
import { createProgress } from './progress.ts';
import { estimateOf, markdownOf, summaryOf, textOf } from './report.ts';
import { estimateMutation, runMutation, type RunOptions } from './run.ts';
import { selected } from './selection.ts';
import { shownOf } from './show.ts';
import { loadConfig, urlOf, type Source } from './source.ts';
import { UnusableError } from './usable.ts';

/** Exit codes, as the usage tells them. */
const PASSED = 0;
const FAILED = 1;
const UNUSABLE = 2;

/** Runs the command, and gives its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const options = optionsOf(args);
    if (options.help) {
      print(USAGE);
      return PASSED;
    }
    if (options.merge) return merged(options);
    const source = await sourceOf(options);
    const run = await runOptionsOf(options);
    if (options.list || options.show !== undefined) return await looked(source, options, run);
    if (options.estimate) {
      print(`${estimateOf(await estimateMutation(source, run))}\n`);
      return PASSED;
    }
    return await judged(source, options, run);
  } catch (error) {
    console.error(error instanceof UnusableError ? error.message : error);
    return UNUSABLE;
  }
}

function merged({ files, threshold }: Options): number {
  const { text, passed } = mergedOf(
    files.map((file) => ({ file, text: readText(file) })),
    threshold,
  );
  print(`${text}\n`);
  return passed ? PASSED : FAILED;
}

async function sourceOf({ file, suite }: Options): Promise<Source> {
  if (!isDocument(file)) {
    if (suite !== undefined)
      throw new UsageError('--suite goes with a document: a configuration names its suites itself.');
    return urlOf(file);
  }
  if (suite === undefined) throw new UsageError(`${file} is a document: give the module of its suites by --suite.`);
  return { document: await readDocument(file), suites: urlOf(suite) };
}

async function runOptionsOf({ since, baseline, ...options }: Options): Promise<RunOptions> {
  const { only, sample, shard, workers, threshold, timeout, verbose } = options;
  return {
    ...(only !== undefined && { only }),
    ...(sample !== undefined && { sample }),
    ...(shard !== undefined && { shard }),
    ...(workers !== undefined && { workers }),
    ...(threshold !== undefined && { threshold }),
    ...(timeout !== undefined && { timeout }),
    ...(verbose !== undefined && { verbose }),
    ...(since !== undefined && { since: await readDocument(since) }),
    ...(baseline !== undefined && { baseline: namesOfBaseline(baseline, readText(baseline)) }),
  };
}

async function looked(source: Source, { show }: Options, run: RunOptions): Promise<number> {
  const { document, mutators } = await loadConfig(source, run.timeout ?? 60_000);
  const mutants = selected(surveyOf(document, mutators).mutants, document, run);
  print(
    show === undefined
      ? mutants.map(({ name }) => `${name}\n`).join('')
      : `${shownOf(document, theOne(mutants, show))}\n`,
  );
  return PASSED;
}

/** The mutant of that name, or the only one whose name holds it. */
function theOne<T extends Mutant>(mutants: readonly T[], wanted: string): T {
  const exact = mutants.find(({ name }) => name === wanted);
  const [first, ...others] = exact ? [exact] : mutants.filter(({ name }) => name.includes(wanted));
  if (!first) throw new UnusableError(`No mutant has a name with "${wanted}" in it. --list prints them.`);
  if (others.length > 0)
    throw new UnusableError(
      `${String(others.length + 1)} mutants have a name with "${wanted}" in it:\n${[first, ...others.slice(0, 9)].map(({ name }) => name).join('\n')}`,
    );
  return first;
}

async function judged(source: Source, options: Options, run: RunOptions): Promise<number> {
  const start = performance.now();
  const { report, json, 'write-baseline': baseline } = options;
  for (const file of [report, json, baseline]) if (file !== undefined) requireWritable(file);
  const progress = createProgress(process.stderr);
  const result = await runMutation(source, { ...run, onProgress: progress.show }).finally(progress.clear);
  if (result.mutants.length === 0 && options.only !== undefined)
    throw new UsageError(`No mutant has a name with "${options.only}" in it. --list prints them.`);
  const reports: readonly (readonly [file: string | undefined, make: () => string])[] = [
    [report, () => markdownOf(result)],
    [
      json,
      () =>
        `${JSON.stringify(jsonReportOf(result, isDocument(options.file) ? basename(options.file) : 'openapi.json'))}\n`,
    ],
    [baseline, () => baselineOf(result)],
  ];
  const unwritten = reports.flatMap(([file, make]) => (file === undefined ? [] : whyNotWritten(file, make())));
  const told = { ...result, milliseconds: performance.now() - start }; // the reports take their time, too
  const isWell = result.passed && result.survivors.length === 0;
  print(`${options.summary && isWell ? summaryOf(told) : textOf(told)}\n`);
  for (const why of unwritten) console.error(why);
  if (unwritten.length > 0) return UNUSABLE;
  return result.passed ? PASSED : FAILED;
}

/** Writes a report. What took an hour is told, and the other reports are written, whatever becomes of one of them. */
function whyNotWritten(file: string, text: string): readonly string[] {
  try {
    writeText(file, text);
    return [];
  } catch (error) {
    return [(error as UnusableError).message];
  }
}
