/** What is wrong with a ledger while it is in use: a fault of the machine, or of whoever has a hand in it, and none of the pack. */

/** Its message says what, and `remedy` what to do first: whoever goes on without the ledger pays what it has counted once more. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

const COUNTED = 'what was paid is counted by it alone';

/** Of one that has another name, or none any more. */
export const moved = (file: string): LedgerError =>
  new LedgerError(
    `${file} was moved or taken away: nothing more is sent.`,
    `Put it back under its name first, and do not run again without it: ${COUNTED}.`,
  );

/** Of one that lacks what this process had read or written there. */
export const changed = (file: string): LedgerError =>
  new LedgerError(
    `${file} was changed by another process: nothing more is sent.`,
    `Put back what it had said first, and do not run again without that: ${COUNTED}.`,
  );

/** Of one that has all that this process knows, and more: the lines of another may be payments, and an earlier copy would lose them. */
export const grown = (file: string): LedgerError =>
  new LedgerError(
    `${file} was changed by another process, which added to it: nothing more is sent.`,
    `Keep it as it is, with all of its lines, put no earlier copy in its place, and see to it that no other run has it: ${COUNTED}.`,
  );

/** Of one that another process may have besides. */
export const unlocked = (file: string): LedgerError =>
  new LedgerError(
    `${file}.lock was taken away, so that another process may have the ledger: nothing more is sent.`,
    `See to it that no other run has it, and keep it where it is: ${COUNTED}. Then run the same once more.`,
  );

/** Of one that the disk does not take any more. */
export const unwritable = (file: string, error: unknown): LedgerError =>
  new LedgerError(
    `${file} cannot be written: ${reasonOf(error)}. Nothing more is sent.`,
    `See to it that it can be, with room on the disk and leave to write there, and keep it where it is: ${COUNTED}. Then run the same once more.`,
  );

/** Why the system did not do something, in its own word. */
export const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;
