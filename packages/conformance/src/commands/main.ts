/** The command line: which command, and what an error of it means. */
import { AnswerError } from '@wallet-operations/answers';
import { UsageError } from '@wallet-operations/reports';
import { systemClock, type Clock } from '../send/clock.ts';
import { TranscriptError } from '../transcript/file.ts';
import type { Environment } from './config.ts';
import { USAGE } from './options.ts';
import { planCommand } from './plan.ts';
import { replayCommand } from './replay.ts';
import { runCommand } from './run.ts';

/** What a command works with; a test may give its own. */
export interface Surroundings {
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly environment: Environment;
  readonly isTerminal: boolean;
  readonly clock: Clock;
  /** Ends a run after the call that is under way; what came until then is judged. */
  readonly signal?: AbortSignal;
}

const COMMANDS: Readonly<
  Record<string, (args: readonly string[], surroundings: Surroundings) => number | Promise<number>>
> = {
  plan: planCommand,
  run: runCommand,
  replay: replayCommand,
};

/** A process's own. */
export const surroundingsOf = ({ stdout, stderr, env }: NodeJS.Process, signal: AbortSignal): Surroundings => ({
  write: (text) => stdout.write(text),
  complain: (text) => stderr.write(text),
  environment: env,
  isTerminal: stdout.isTTY,
  clock: systemClock,
  signal,
});

/** Runs a command. @returns the exit code: 0 for a run without differences, 1 for one with some, 2 for what cannot be carried out */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const [name = '', ...rest] = args;
  if (args.includes('--help')) {
    surroundings.write(USAGE);
    return 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command)
      throw new UsageError(
        `There is no command ${name === '' ? 'given' : `"${name.slice(0, 40)}"`}. There are plan, run and replay.`,
      );
    return await command(rest, surroundings);
  } catch (error) {
    const isTheirs =
      error instanceof UsageError ||
      error instanceof AnswerError ||
      error instanceof TranscriptError ||
      isOfOptions(error);
    surroundings.complain(
      `${error instanceof Error ? error.message : String(error)}\n${isTheirs ? 'See wallet-conform --help.\n' : ''}`,
    );
    return isTheirs ? 2 : 1;
  }
}

const isOfOptions = (error: unknown): boolean =>
  ((error as NodeJS.ErrnoException | undefined)?.code ?? '').startsWith('ERR_PARSE_ARGS');
