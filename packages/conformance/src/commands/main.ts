/** The command line: which command, and what an error of it means. */
import { AnswerError } from '@wallet-operations/answers';
import { UsageError } from '@wallet-operations/reports';
import { TranscriptError } from '@wallet-operations/transcript';
import { closeCommand } from './close.ts';
import { USAGE } from './options.ts';
import { planCommand } from './plan.ts';
import { replayCommand } from './replay.ts';
import { runCommand } from './run.ts';
import type { Surroundings } from './surroundings.ts';
import { writeCommand } from './write.ts';

const COMMANDS: Readonly<
  Record<string, (args: readonly string[], surroundings: Surroundings) => number | Promise<number>>
> = {
  plan: planCommand,
  run: runCommand,
  replay: replayCommand,
  write: writeCommand,
  close: closeCommand,
};

/** Commands that cannot be run again to read what was said. */
const ONCE: readonly string[] = ['write', 'close'];

/**
 * Runs a command.
 *
 * @returns the exit code: 0 for a run without differences, 1 for one with some, 2 for what cannot be carried out, for what cannot be told, or
 * for a fault of the run itself
 */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const exitCode = await run(args, surroundings);
  const failure = await surroundings.unwritten?.();
  const [name = ''] = args;
  const isOnce = ONCE.includes(name);
  // whoever has gone, as head does, wanted no more, unless it is told once
  if (!failure || (failure.code === 'EPIPE' && !isOnce)) return exitCode;
  surroundings.complain(
    `The standard output cannot be written, and is not complete: ${failure.message}. ${isOnce ? 'What was done stands in the ledger: look there before you run it again, for another run may pay again.' : 'Make room, or send it elsewhere.'}\n`,
  );
  return 2;
}

async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const [name = '', ...rest] = args;
  if (args.includes('--help')) {
    surroundings.write(USAGE);
    return 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command)
      throw new UsageError(
        `There is no command ${name === '' ? 'given' : `"${name.slice(0, 40)}"`}. There are plan, run, replay, write and close.`,
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
    return 2;
  }
}

const isOfOptions = (error: unknown): boolean =>
  ((error as NodeJS.ErrnoException | undefined)?.code ?? '').startsWith('ERR_PARSE_ARGS');
