/** What a data file says of its own use. It ties a log to the file that it is of: SQLite would mix any log with any file. */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** What is written in the file, or its log, at the beginning and at the end of each log. */
export interface Use {
  /** One that is being opened has all in it still: its log has nothing but this. */
  readonly is: 'closed' | 'opening' | 'open';
  /** Which log the file goes with; empty for sandboxes of before. */
  readonly log: string;
  /** The one of before, where its changes may not all be in the file yet. */
  readonly before: string | undefined;
}

/** Undefined for a file that does not say. It only reads. */
export function useOf(db: DatabaseSync): Use | undefined {
  const value = db.prepare("SELECT value FROM meta WHERE key = 'open'").get()?.value as string | undefined;
  if (value === undefined) return undefined;
  const [is = '', log = '', before] = value.split(' ');
  return { is: OF_BEFORE[is] ?? (is as Use['is']), log, before };
}

/** As sandboxes of before wrote it. */
const OF_BEFORE: Readonly<Record<string, Use['is']>> = { false: 'closed', true: 'open' };

/** Whether a log, by what it says itself of the file's use, is of a file that says this alone. */
export const isLogOf = (log: Use | undefined, file: Use | undefined): boolean =>
  [log?.log ?? '', log?.before].includes(file?.log ?? '');

/** Notes the use of an open file. */
export interface UseNotes {
  /**
   * Folds the log into the file and begins a new one, which belongs to this file and no other. What fails is tried again the next time, and
   * nothing is lost meanwhile.
   */
  readonly renew: () => void;
  /** Notes that the file is not in use any more. The log is folded in when it is closed. */
  readonly close: () => void;
}

/** Makes it, for a file that has all its tables. */
export function createUseNotes(db: DatabaseSync): UseNotes {
  let log = useOf(db)?.log ?? '';
  /** The next one, noted already, while the changes of the one before could not be folded in. */
  let next: string | undefined;
  const note = (...words: readonly string[]): void => {
    db.prepare("INSERT OR REPLACE INTO meta VALUES ('open', ?)").run(words.join(' '));
  };
  const fold = (): void => {
    if (next === undefined) {
      const id = randomBytes(8).toString('hex');
      note('opening', id, log);
      next = id;
    }
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    log = next;
    next = undefined;
  };
  return {
    renew() {
      fold(); // the note may be in the file before all else is
      fold(); // so it gets another one, once all is
      note('open', log);
    },
    close() {
      note('closed', ...(next === undefined ? [log] : [next, log]));
    },
  };
}
