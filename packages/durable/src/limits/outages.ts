/** Outages: an operation that the service does not answer is tried by one of all processes, less and less often. */
import type { Database } from '../database/database.ts';
import type { Names } from '../schema/names.ts';

/** Calls in a row without an answer, after which all wait, and one tries. */
const ENOUGH = 3;
/** Seconds between two tries, at most. */
const LONGEST = 30;
/** Seconds of an outage, after which those who wait longer and longer are to be woken at its end. */
const LONG = 15;

/** What is known of an operation before a call. */
export interface Gate {
  /** Milliseconds before it is worth asking again; 0 if the call may go. */
  readonly wait: number;
  /** Whether it goes to try if the outage has ended. */
  readonly isTry: boolean;
  /** Whether calls before were not answered, so that an answer is worth noting. */
  readonly isTroubled: boolean;
}

/** Looks whether a call may go, and takes the try of an outage if it is due. It is only tries that make the waits between them longer. */
export async function passGate({ query }: Database, names: Names, lane: string, operation: string): Promise<Gate> {
  const { rows } = await query(
    `WITH try AS (
       UPDATE ${names.outages} SET failures = failures + 1,
         next_at = clock_timestamp() + least(${String(LONGEST)}, 2.0 ^ least(failures - ${String(ENOUGH - 1)}, 10)) * interval '1 second'
       WHERE lane = $1 AND operation = $2 AND failures >= ${String(ENOUGH)} AND next_at <= clock_timestamp() RETURNING 1
     )
     SELECT failures, extract(epoch FROM next_at - clock_timestamp())::float8 AS again, EXISTS (SELECT FROM try) AS is_try
     FROM ${names.outages} WHERE lane = $1 AND operation = $2`,
    [lane, operation],
  );
  const [row] = rows as { failures: number; again: number; is_try: boolean }[];
  if (!row || row.failures < ENOUGH || row.is_try)
    return { wait: 0, isTry: row?.is_try ?? false, isTroubled: row !== undefined };
  // Somebody else may end it, or begin another: so not too long.
  return { wait: 1000 * Math.min(5, Math.max(0.2, row.again)), isTry: false, isTroubled: true };
}

/** What notes that a call was not answered. Those that were under way when an outage was noticed say nothing new. */
export const noteFailure = (names: Names, lane: string, operation: string): [string, unknown[]] => [
  `INSERT INTO ${names.outages} AS o (lane, operation, failures, next_at) VALUES ($1, $2, 1, clock_timestamp())
   ON CONFLICT (lane, operation) DO UPDATE SET failures = o.failures + 1, since = clock_timestamp(),
     next_at = clock_timestamp() + interval '1 second'
   WHERE o.failures < ${String(ENOUGH)}`,
  [lane, operation],
];

/** What notes that a call was answered. It gives a row if that ends an outage which has lasted. */
export const noteAnswer = (names: Names, lane: string, operation: string): [string, unknown[]] => [
  `WITH ended AS (DELETE FROM ${names.outages} WHERE lane = $1 AND operation = $2 RETURNING failures, since)
   SELECT FROM ended WHERE failures >= ${String(ENOUGH)} AND since < clock_timestamp() - interval '${String(LONG)} seconds'`,
  [lane, operation],
];

/** Whether there is an operation now that the service does not answer. */
export async function isAway({ query }: Database, names: Names): Promise<boolean> {
  const { rows } = await query(`SELECT FROM ${names.outages} WHERE failures >= ${String(ENOUGH)} LIMIT 1`);
  return rows.length > 0;
}
