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
  /** Ends a run; what came until then is judged. */
  readonly signal?: AbortSignal;
  /** Called before the first call: until `release` no second signal ends the process, or what came would be lost. */
  readonly hold?: () => void;
  /**
   * Called when all that came is written down. Judging holds the process, so that from then on a signal ends it at once, and one that came
   * before ends it now, unless it is the one that ended the calls.
   */
  readonly release?: (isInterrupted: boolean) => void;
}

/** A process's own. */
export const surroundingsOf = (
  { stdout, stderr, env }: NodeJS.Process,
  signals: Required<Pick<Surroundings, 'signal' | 'hold' | 'release'>>,
): Surroundings => {
  const { print, failure } = createPrinter(stdout);
  return {
    write: print,
    complain: (text) => stderr.write(text),
    unwritten: failure,
    environment: env,
    isTerminal: stdout.isTTY,
    clock: systemClock,
    ...signals,
  };
};
