/** Runs programs: the same steps in the sandbox and in the books, compared as they go. Says of a failure what led to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { GROUPS } from './accounts.ts';
import { act } from './act.ts';
import { readWebHashes } from './compare-orders.ts';
import { compare, type Seen } from './compare.ts';
import { anyStep, type Step } from './steps.ts';
import { startWorld, type WorldOptions } from './world.ts';

/** What was run, and what went wrong first. */
export interface Run {
  /** What happened, as sentences. */
  readonly lines: readonly string[];
  readonly difference?: string;
}

/** How to run a program. */
export interface RunOptions extends Pick<WorldOptions, 'tariff' | 'lie' | 'deliver'> {
  /** Which wallets there are. */
  readonly group: string;
  /** Keeps the state in a file, so that the sandbox may be started again. */
  readonly onFile?: boolean;
  /** Compares after so many steps, and at the end. Default: 1. */
  readonly every?: number;
}

/** What each begins with, so that there are addresses to pay to. */
const OPENING: readonly Step[] = [
  { do: 'create addresses', of: 0, count: 2 },
  { do: 'create addresses', of: 1, count: 1 },
];

/** Runs one. */
export async function runProgram(steps: readonly Step[], options: RunOptions): Promise<Run> {
  const { group, onFile, every = 1 } = options;
  const folder = onFile ? mkdtempSync(join(tmpdir(), 'sandbox-books-')) : undefined;
  const data = folder && { data: join(folder, 'state') };
  const world = await startWorld({ ...options, plans: GROUPS[group] ?? [], ...data });
  const lines: string[] = [];
  const seen: Seen = new Map();
  try {
    for (const [i, step] of [...OPENING, ...steps].entries()) {
      const line = await act(world, step);
      if (step.do === 'restore' || step.do === 'reset') seen.clear();
      if (line === undefined) continue;
      lines.push(line);
      if (i % every === 0) await compare(world, seen, false);
      else await readWebHashes(world); // a block that is taken back takes them along
    }
    await compare(world, seen, true);
    return { lines };
  } catch (error) {
    return { lines, difference: error instanceof Error && error.name === 'Difference' ? error.message : String(error) };
  } finally {
    await world.close();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}

/** Which random programs to run. */
export interface ManyOptions extends RunOptions {
  readonly seed: number;
  readonly programs: number;
  /** Steps of each, at most. */
  readonly steps: number;
  /** Milliseconds after which no other one begins. Default: no limit. */
  readonly limit?: number;
}

/** How long a failing program is made shorter, in milliseconds. */
const SHRINKING = 30_000;

/** Runs random programs, and shrinks the first that fails. @returns how much was done @throws Error that says what was different */
export async function runPrograms(options: ManyOptions): Promise<number> {
  const { seed, limit = Infinity } = options;
  let end = Date.now() + limit;
  let done = 0;
  let last: Run | undefined;
  let lastSteps: readonly Step[] = [];
  const programs = fc.array(anyStep, { maxLength: options.steps, size: 'max' });
  const property = fc.asyncProperty(programs, async (steps) => {
    if (Date.now() > end) return true;
    const run = await runProgram(steps, options);
    done += run.lines.length;
    if (run.difference === undefined) return true;
    if (last === undefined) end = Date.now() + SHRINKING;
    [last, lastSteps] = [run, steps];
    return false;
  });
  const { failed } = await fc.check(property, { seed, numRuns: options.programs });
  if (!failed) return done;
  const lines = (last?.lines ?? []).map((line, i) => `  ${String(i + 1)}. ${line}`);
  throw new Error(
    [
      last?.difference ?? 'Something failed.',
      `It came to this with seed ${String(seed)} and the wallets of "${options.group}":`,
      ...lines,
      `As steps: ${JSON.stringify(lastSteps)}`,
    ].join('\n'),
  );
}
