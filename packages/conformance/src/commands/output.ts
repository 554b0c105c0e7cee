/** All that leaves a run goes through here, and nothing leaves that holds a code or a secret which the run was given. */
import { dropEmpty, write as writeFile } from '@wallet-operations/reports';

/** Of a text that would have told a secret: a fault of the run itself. */
export class LeakError extends Error {
  override readonly name = 'LeakError';
}

/** A file that is asked for. */
export interface Wish {
  /** The option that asks for it. */
  readonly option: string;
  readonly file: string;
  /** Undefined where there is nothing to write: then there is no such file, whatever was there. */
  readonly text: () => string | undefined;
}

/** Where a run writes to. */
export interface Output {
  readonly say: (text: string) => void;
  readonly complain: (text: string) => void;
  /**
   * Writes files, each for itself: one that cannot be written is named, and costs none of the others.
   *
   * @param inputs - files that none of them may be, whatever its name leads to by now
   * @returns whether all are written, and where they were to go
   */
  readonly files: (wishes: readonly Wish[], inputs: readonly string[]) => boolean;
  /**
   * Takes a file away that was made ready and has nothing: it would pass for a report. One that has to stay where it is stays empty. Who may
   * read it may read what `files` writes there afterwards, and nobody else.
   */
  readonly drop: (wish: Omit<Wish, 'text'>) => void;
}

/** Shorter ones would be found everywhere; none is that short. */
const SHORTEST = 6;

/** Makes it. `write` and `complain` are those of the terminal. */
export function createOutput(
  { write, complain }: { readonly write: (text: string) => void; readonly complain: (text: string) => void },
  secrets: readonly string[],
): Output {
  const tells = (text: string): boolean => {
    const lower = text.toLowerCase();
    return secrets.some((secret) => secret.length >= SHORTEST && lower.includes(secret.toLowerCase()));
  };
  const checked = (text: string): string => {
    if (tells(text))
      throw new LeakError(
        'What was to be written holds a code or a secret, so it was not written. Please report this.',
      );
    return text;
  };
  /** The permissions of files that were taken away. */
  const modes = new Map<string, number>();
  const drop: Output['drop'] = (wanted) => {
    const mode = dropEmpty(wanted);
    if (mode !== undefined) modes.set(wanted.file, mode);
  };
  const isWritten = ({ text, ...wanted }: Wish, inputs: readonly string[]): boolean => {
    try {
      const made = text();
      if (made === undefined) {
        drop(wanted);
        return true;
      }
      const why = writeFile(wanted, checked(made), inputs, modes.get(wanted.file));
      if (why !== undefined) complain(`${why}\n`);
      return why === undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      complain(`--${wanted.option} could not be written${tells(why) ? '' : `: ${why}`}\n`);
      drop(wanted);
      return false;
    }
  };
  return {
    say(text) {
      write(checked(text));
    },
    complain(text) {
      complain(checked(text));
    },
    files: (wishes, inputs) => wishes.map((wish) => isWritten(wish, inputs)).every(Boolean),
    drop,
  };
}
