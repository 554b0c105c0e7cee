/** What a command works with. */
import { systemClock, type Clock } from '../send/clock.ts';
import type { Environment } from './config.ts';
import { createPrinter, type Printer } from './printer.ts';

/** What a command works with; a test may give its own. */
export interface Surroundings {
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Why not all that was written so far has come out; undefined if it has. */
  readonly unwritten?: Printer['failure'];
  readonly environment: Environment;
  readonly isTerminal: boolean;
  readonly clock: Clock;
  /** Ends a run after the call that is under way; what came until then is judged. */
  readonly signal?: AbortSignal;
  /** Called when all that came is written down: judging holds the process, so that from then on a signal ends it at once. */
  readonly release?: () => void;
}

/** A process's own. */
export const surroundingsOf = (
  { stdout, stderr, env }: NodeJS.Process,
  { signal, release }: Required<Pick<Surroundings, 'signal' | 'release'>>,
): Surroundings => {
  const { print, failure } = createPrinter(stdout);
  return {
    write: print,
    complain: (text) => stderr.write(text),
    unwritten: failure,
    environment: env,
    isTerminal: stdout.isTTY,
    clock: systemClock,
    signal,
    release,
  };
};
