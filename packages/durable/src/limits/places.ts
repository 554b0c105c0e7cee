/** Places in the minute: when the calls of an API code go, below the limit that the service has told of, whichever process makes them. */
import { UNFLUSHED, type Database } from '../database/database.ts';
import type { Names } from '../schema/names.ts';

/** Seconds over which the calls of a minute are spread: clocks and networks differ, and a call too many is refused. */
const MINUTE = 61.8;
/** Seconds before its time that a place is taken: enough to ask for it, and so few that hardly one is lost with a process that dies. */
const AHEAD = 0.25;
/** Seconds for which places that nobody took in time may still be taken: a busy machine must not lose them, and a burst of more be refused. */
const BEHIND = 0.5;
/** Milliseconds after which who waits asks again at the latest: the limit may be another one by then. */
const LONGEST = 5000;
/** Seconds after which a limit is forgotten, and told anew if there still is one: it may have been raised. */
const KNOWN_FOR = 86_400;

/** A place, or none yet; and how many milliseconds to wait for its time, or before asking again. */
export interface Place {
  readonly isTaken: boolean;
  readonly wait: number;
}

/** Takes the next place of a lane, if its time is near. */
export async function takePlace({ query }: Database, names: Names, lane: string): Promise<Place> {
  const each = `interval '${String(MINUTE)} seconds' / l.calls_per_minute`;
  const { rows } = await query(
    `WITH taken AS (
       INSERT INTO ${names.lanes} AS l (lane, next_at, minute, used)
       SELECT $1, clock_timestamp(), date_trunc('minute', clock_timestamp()), 1 FROM ${UNFLUSHED}
       ON CONFLICT (lane) DO UPDATE SET
         next_at = coalesce(greatest(l.next_at, clock_timestamp() - interval '${String(BEHIND)} seconds') + ${each}, clock_timestamp()),
         minute = excluded.minute,
         used = CASE WHEN l.minute = excluded.minute THEN l.used + 1 ELSE 1 END,
         used_before = CASE WHEN l.minute = excluded.minute THEN l.used_before
           WHEN l.minute = excluded.minute - interval '1 minute' THEN l.used ELSE 0 END
       WHERE l.calls_per_minute IS NULL OR l.next_at <= clock_timestamp() + interval '${String(AHEAD)} seconds'
       RETURNING extract(epoch FROM next_at - coalesce(${each}, interval '0') - clock_timestamp())::float8 AS wait
     )
     SELECT (SELECT wait FROM taken) AS wait,
       (SELECT extract(epoch FROM next_at - clock_timestamp())::float8 FROM ${names.lanes} WHERE lane = $1) AS until_next`,
    [lane],
  );
  const { wait, until_next: untilNext } = rows[0] as { wait: number | null; until_next: number | null };
  return wait === null
    ? { isTaken: false, wait: Math.min(LONGEST, Math.max(10, 1000 * ((untilNext ?? 0) - AHEAD))) }
    : { isTaken: true, wait: Math.max(0, 1000 * wait) };
}

/** What learns that an API code has so many calls a minute, and that those of this minute are used up. */
export const learnLimit = (names: Names, lane: string, callsPerMinute: number): [string, unknown[]] => [
  // The minute that is used up has to pass, or all that follows is refused as well.
  `INSERT INTO ${names.lanes} AS l (lane, calls_per_minute, learnt_at, next_at, minute, used)
   VALUES ($1, $2, clock_timestamp(), clock_timestamp() + interval '61 seconds', date_trunc('minute', clock_timestamp()), 1)
   ON CONFLICT (lane) DO UPDATE SET calls_per_minute = excluded.calls_per_minute, learnt_at = excluded.learnt_at,
     next_at = greatest(l.next_at, excluded.next_at)`,
  [lane, Math.floor(callsPerMinute)],
];

/** Forgets limits that were told of long ago. */
export const forgetLimits = async ({ query }: Database, names: Names): Promise<void> => {
  await query(
    `UPDATE ${names.lanes} SET calls_per_minute = NULL, learnt_at = NULL
     WHERE learnt_at < clock_timestamp() - interval '${String(KNOWN_FOR)} seconds'`,
  );
};
