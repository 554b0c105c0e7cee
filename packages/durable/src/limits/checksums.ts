/** Checksums that must not be sent a second time, by any process; and the last look at the lease before a withdrawal goes out. */
import type { Database } from '../database/database.ts';
import { LeaseLostError } from '../errors/lease-lost.ts';
import type { Names } from '../schema/names.ts';
import { digest } from './digest.ts';

/**
 * Takes a checksum of an API code for a path.
 *
 * @param held - the wallet that has to be held still, and by whom
 * @returns whether it is new
 * @throws LeaseLostError if another worker holds the wallet
 */
export async function claimChecksum(
  { query }: Database,
  names: Names,
  text: string,
  held?: { readonly wallet: bigint; readonly holder: string },
): Promise<boolean> {
  const { rows } = await query(
    `WITH held AS (
       SELECT $2::text IS NULL OR EXISTS (SELECT FROM ${names.wallets} WHERE wallet_id = $2::text::numeric AND holder = $3::uuid
         AND held_until > clock_timestamp()) AS yes
     ), claimed AS (
       INSERT INTO ${names.checksums} (digest) SELECT $1 FROM held WHERE yes ON CONFLICT DO NOTHING RETURNING 1
     )
     SELECT held.yes AS held, EXISTS (SELECT FROM claimed) AS new FROM held`,
    [digest(text), held === undefined ? null : String(held.wallet), held?.holder ?? null],
  );
  const row = rows[0] as { held: boolean; new: boolean };
  if (held && !row.held) throw new LeaseLostError(held.wallet);
  return row.new;
}

/** Forgets those that are too old to be taken for a replay: `t` is refused long before. */
export const forgetChecksums = async ({ query }: Database, names: Names): Promise<void> => {
  await query(`DELETE FROM ${names.checksums} WHERE used_at < clock_timestamp() - interval '1 day'`);
};
