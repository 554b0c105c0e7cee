#!/usr/bin/env node
/** The command: runs a configuration, and tells by its exit code whether the tests are good enough. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { createProgress } from './progress.ts';
import { markdownOf, summaryOf, textOf } from './report.ts';
import { BaselineError, runMutation } from './run.ts';

const USAGE = `spec-mutation <config> [options]

Changes the document of a configuration one fact at a time and tells which changes its suites do not notice.

  --report <file>   write a report in Markdown
  --only <text>     judge only mutants whose name holds the text
  --list            print the names of the mutants, and judge none
  --summary         when all is well, print one line and no table
  --workers <n>     worker threads; default: one for each core
  --help            print this

Exit code: 0 passed; 1 the score is below the threshold, or a declared equivalent is none; 2 there was nothing to judge by.
`;

/** Exit codes, as the usage tells them. */
const PASSED = 0;
const FAILED = 1;
const UNUSABLE = 2;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof BaselineError || isUsage(error) ? (error as Error).message : error);
  process.exitCode = UNUSABLE;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      report: { type: 'string' },
      only: { type: 'string' },
      list: { type: 'boolean' },
      summary: { type: 'boolean' },
      workers: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const { report, only, list, summary, workers, help } = values;
  const [file, ...others] = positionals;
  if (help) {
    process.stdout.write(USAGE);
    return PASSED;
  }
  if (file === undefined || others.length > 0) throw usage('Give one configuration.');
  if (workers !== undefined && !/^[1-9]\d*$/.test(workers))
    throw usage(`--workers is ${workers}. Give a number from 1 on.`);
  const url = pathToFileURL(resolve(file)).href;
  if (list) {
    const { mutants } = await loadConfig(url);
    process.stdout.write(
      mutants
        .filter(({ name }) => name.includes(only ?? ''))
        .map(({ name }) => `${name}\n`)
        .join(''),
    );
    return PASSED;
  }

  const progress = createProgress(process.stderr);
  const result = await runMutation(url, {
    ...(only !== undefined && { only }),
    ...(workers !== undefined && { workers: Number(workers) }),
    onProgress: progress.show,
  }).finally(progress.clear);
  if (result.mutants.length === 0) throw usage(`No mutant has a name with "${only ?? ''}" in it. --list prints them.`);
  console.log(summary && result.passed && result.survivors.length === 0 ? summaryOf(result) : textOf(result));
  if (report !== undefined) {
    mkdirSync(dirname(resolve(report)), { recursive: true });
    writeFileSync(report, markdownOf(result));
  }
  return result.passed ? PASSED : FAILED;
}

function usage(message: string): Error {
  return Object.assign(new Error(`${message}\n\n${USAGE}`), { code: 'USAGE' });
}

function isUsage(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return code === 'USAGE' || code.startsWith('ERR_PARSE_ARGS');
}
