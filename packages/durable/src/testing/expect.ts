/** What checks expect. Their messages are for whoever writes a database: what it did, and what it has to do. */
import { inspect, isDeepStrictEqual } from 'node:util';

/** Thrown by a check: the message says what is wrong with the database. */
export class DatabaseCheckError extends Error {
  override readonly name = 'DatabaseCheckError';
}

/** @throws DatabaseCheckError always */
export function wrong(what: string, options?: ErrorOptions): never {
  throw new DatabaseCheckError(what, options);
}

const shown = (value: unknown): string => inspect(value, { breakLength: Infinity, maxStringLength: 200 });

/** @throws DatabaseCheckError unless both are the same in all that they hold */
export function same(what: string, given: unknown, due: unknown): void {
  if (!isDeepStrictEqual(given, due)) wrong(`${what}: it is ${shown(given)}, and has to be ${shown(due)}`);
}

/**
 * What something rejects with.
 *
 * @throws DatabaseCheckError if it resolves
 */
export async function failureOf(what: string, work: Promise<unknown>): Promise<unknown> {
  let result: unknown;
  try {
    result = await work;
  } catch (error) {
    return error;
  }
  return wrong(`${what}: it resolved with ${shown(result)}, and has to reject`);
}

/**
 * Expects PostgreSQL's own code of an error: what is done about it hangs on that.
 *
 * @throws DatabaseCheckError for another, or none
 */
export async function refusedWith(what: string, code: string, work: Promise<unknown>): Promise<void> {
  const error = await failureOf(what, work);
  if (!(error instanceof Error)) wrong(`${what}: it rejected with ${shown(error)}, and has to with an Error`);
  const { code: given } = error as { code?: unknown };
  if (given !== code)
    wrong(
      `${what}: the error has the code ${shown(given)}, and has to have PostgreSQL's, ${code}: by that it is known what will pass`,
      { cause: error },
    );
}
