/** All that leaves a run goes through here, and nothing leaves that holds a code or a secret which the run was given. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Of a text that would have told a secret: a fault of the run itself. */
export class LeakError extends Error {
  override readonly name = 'LeakError';
}

/** Of a file that the disk does not take: a fault of neither run nor service. */
export class UnwrittenError extends Error {
  override readonly name = 'UnwrittenError';
}

/** Where a run writes to. */
export interface Output {
  readonly say: (text: string) => void;
  readonly file: (path: string, text: string) => void;
}

/** Shorter ones would be found everywhere; none is that short. */
const SHORTEST = 6;

/** Makes it. `write` is that of the terminal. */
export function createOutput(write: (text: string) => void, secrets: readonly string[]): Output {
  const checked = (text: string): string => {
    const lower = text.toLowerCase();
    if (secrets.some((secret) => secret.length >= SHORTEST && lower.includes(secret.toLowerCase())))
      throw new LeakError(
        'What was to be written holds a code or a secret, so it was not written. Please report this.',
      );
    return text;
  };
  return {
    say(text) {
      write(checked(text));
    },
    file(path, text) {
      checked(text);
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      } catch (error) {
        throw new UnwrittenError(`${path} cannot be written: ${(error as Error).message}.`, { cause: error });
      }
    },
  };
}
