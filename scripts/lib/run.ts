// Runs steps in order under a list that shows them and their times; leaves nothing behind, however it ends.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { AnswerError } from '@wallet-operations/answers';
import { Listr, ListrLogger, ListrLogLevels } from 'listr2';
import type { Build } from './build.ts';
import { ROOT } from './paths.ts';
import { Problem } from './problems.ts';

/** A title that a reader of the list understands, and what is done under it. */
export type Step = readonly [title: string, run: (build: Build) => Promise<void>];

const PREFIX = '.staging-'; // in the top folder: a rename into generated/ must not cross file systems

/** How a list shows what a step took. */
export const TIMER = {
  condition: true,
  field: (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`,
  format: () => (text?: string) => styleText('dim', text ?? ''),
};

/** In a log there is no line to redraw: one line a step, once it is done. */
class LogOfCompletedSteps extends ListrLogger<ListrLogLevels> {
  override log(...[level, ...rest]: Parameters<ListrLogger<ListrLogLevels>['log']>): void {
    if (level === ListrLogLevels.COMPLETED) super.log(level, ...rest);
  }
}

/**
 * Runs the steps, stopping at the first that fails, and sets the exit code.
 *
 * @param options - `silent` for no list, where the steps themselves print what the reader wants; `overlay`: a file with answers
 */
export async function run(
  steps: readonly Step[],
  options: { silent?: boolean; overlay?: string | undefined } = {},
): Promise<void> {
  const interrupt = new AbortController();
  const onSignal = (): void => {
    interrupt.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal); // not once: with no handler left, the list's own kills the process
  await removeAbandoned();
  const staging = await mkdtemp(join(ROOT, `${PREFIX}${String(process.pid)}-`));
  const progress = { title: '' };
  try {
    await list(steps, { staging, signal: interrupt.signal, overlay: options.overlay }, progress, options).run();
  } catch (error) {
    process.exitCode = interrupt.signal.aborted ? 130 : 1;
    if (!interrupt.signal.aborted)
      console.error(options.silent ? messageOf(error) : `\n${describe(error, progress.title)}`);
  } finally {
    await rm(staging, { recursive: true, force: true });
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

function list(
  steps: readonly Step[],
  build: Build,
  progress: { title: string },
  { silent = false }: { silent?: boolean },
): Listr<unknown> {
  const tasks = steps.map(([title, step]) => ({
    title,
    task: async () => {
      progress.title = title;
      build.signal.throwIfAborted();
      await step(build);
    },
  }));
  return new Listr(tasks, {
    silentRendererCondition: silent,
    registerSignalListeners: false, // its own would end the process before the staging folder is gone
    rendererOptions: { showErrorMessage: false, timer: TIMER },
    fallbackRendererOptions: { timer: TIMER, logger: new LogOfCompletedSteps({ useIcons: true }) },
  });
}

/** All that a reader needs of a problem, and the stack of a defect. */
function messageOf(error: unknown): string {
  if (error instanceof Problem || error instanceof AnswerError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function describe(error: unknown, title: string): string {
  if (!(error instanceof Problem || error instanceof AnswerError)) return messageOf(error);
  const count = error instanceof Problem ? error.count : 1;
  const problems = count === 1 ? '1 problem' : `${String(count)} problems`;
  return `${error.message}\n\nStopped at "${title}" with ${problems}; generated/ is as it was.`;
}

/** A killed build cannot clean up: the next one does. Folders of builds that still run are left alone. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(ROOT).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!isRunning(pid)) await rm(join(ROOT, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
