/** Up to where the list of a wallet's callbacks was read: one process at a time goes on from there. */
import type { Clock } from '@wallet-operations/client';
import type { Database } from '../database/database.ts';
import type { Names } from '../schema/names.ts';

/** Seconds for which a process has a wallet without a sign of life: one call, and the handling of one callback, take less. */
const LEASE = 300;

/** The place of a wallet, while this process has it. */
export interface Held {
  /** Unix seconds from which on to read. */
  readonly next: number;
  /** Unix seconds by the database's clock. */
  readonly now: number;
  /** Gives a sign of life. @returns whether this process still has it */
  readonly renew: () => Promise<boolean>;
  /** Keeps from where on to read the next time: never before what was kept. */
  readonly keep: (next: number) => Promise<void>;
  /** Gives it up; it is due again after so many seconds. */
  readonly leave: (dueIn: number) => Promise<void>;
}

/** Begins wallets that were never caught up with: now, by whichever clock is behind, if nobody says from when on. */
export async function addPlaces(
  { query }: Database,
  names: Names,
  wallets: readonly bigint[],
  clock: Clock,
  from?: number,
): Promise<void> {
  await query(
    `INSERT INTO ${names.catchUps} (wallet_id, next)
     SELECT unnest($1::text[])::numeric, coalesce($2::text::bigint, least($3::text::bigint, floor(extract(epoch FROM clock_timestamp()))))
     ON CONFLICT DO NOTHING`,
    [wallets.map(String), from === undefined ? null : String(from), String(Math.floor(clock.now() / 1000))],
  );
}

/** The database's time, as it writes it. */
export async function timeOf({ query }: Database): Promise<string> {
  const { rows } = await query('SELECT clock_timestamp()::text AS now');
  return (rows[0] as { now: string }).now;
}

/**
 * Takes a wallet, if nobody else has it, and it is due, or nobody has begun with it since some time. What began later than now began by a
 * clock that was set back since: nothing that was said by it counts.
 */
export async function takePlace(
  { query }: Database,
  names: Names,
  wallet: bigint,
  holder: string,
  since: string,
): Promise<Held | undefined> {
  const { rows } = await query(
    `UPDATE ${names.catchUps} SET holder = $2::uuid, held_until = clock_timestamp() + interval '${String(LEASE)} seconds', begun_at = clock_timestamp()
     WHERE wallet_id = $1::text::numeric AND (begun_at > clock_timestamp() OR (held_until <= clock_timestamp() OR holder = $2::uuid)
       AND (due_at <= clock_timestamp() OR begun_at < $3::text::timestamptz))
     RETURNING next::text, floor(extract(epoch FROM clock_timestamp()))::text AS now`,
    [String(wallet), holder, since],
  );
  const [row] = rows as { next: string; now: string }[];
  return (
    row && {
      next: Number(row.next),
      now: Number(row.now),
      async renew() {
        const { rows: kept } = await query(
          `UPDATE ${names.catchUps} SET held_until = clock_timestamp() + interval '${String(LEASE)} seconds'
           WHERE wallet_id = $1::text::numeric AND holder = $2::uuid RETURNING 1`,
          [String(wallet), holder],
        );
        return kept.length === 1;
      },
      async keep(next) {
        await query(
          `UPDATE ${names.catchUps} SET next = greatest(next, $3::text::bigint) WHERE wallet_id = $1::text::numeric AND holder = $2::uuid`,
          [String(wallet), holder, String(next)],
        );
      },
      async leave(dueIn) {
        await query(
          `UPDATE ${names.catchUps} SET held_until = '-infinity', due_at = clock_timestamp() + $3::float8 * interval '1 second'
           WHERE wallet_id = $1::text::numeric AND holder = $2::uuid`,
          [String(wallet), holder, dueIn],
        );
      },
    }
  );
}
