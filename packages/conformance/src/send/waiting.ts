/** How long a service that was called too often is left alone, and what is too long. */

/** Milliseconds that are waited at least. */
export const A_MINUTE = 60_000;

/** Who wants a longer wait is asked nothing more: somebody should look at that first. */
export const LONGEST_WAIT = 10 * A_MINUTE;

/** What an answer says of that. */
export interface Told {
  readonly status: number;
  /** The header of that name, as it came. */
  readonly retryAfter: string | null;
  /** The header of that name: when the answer was made, by the clock of who made it. */
  readonly date: string | null;
}

/** Whether an answer says that it is called too often, in the words of HTTP: the document's own have a row. */
export const isToldByStatus = ({ status, retryAfter }: Pick<Told, 'status' | 'retryAfter'>): boolean =>
  status === 429 || (status === 503 && retryAfter !== null);

/** Milliseconds until the next call; undefined for what is too long. `now` is in Unix milliseconds, for an answer that does not say when it was made. */
export function waitOf({ retryAfter, date }: Pick<Told, 'retryAfter' | 'date'>, now: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  const made = Date.parse(date ?? '');
  const wanted = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - (Number.isNaN(made) ? now : made);
  const wait = Math.max(A_MINUTE, Number.isNaN(wanted) ? 0 : wanted);
  return wait > LONGEST_WAIT ? undefined : wait;
}
