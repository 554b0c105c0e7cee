/** One worker at a time submits orders of a wallet: a lease in the database, which ends by itself when its holder does. */
import type { Clock } from '@wallet-operations/client';
import { UNFLUSHED, type Database } from '../database/database.ts';
import { LeaseLostError } from '../errors/lease-lost.ts';
import type { Names } from '../schema/names.ts';
import { wait } from '../wait.ts';
import type { BatchLimit } from './batch-limit.ts';

/** A wallet that is held. */
export interface Lease {
  /** What was learnt of the wallet. */
  readonly limit: BatchLimit;
  /** Aborted once it is not held any more, as far as can be known here. */
  readonly signal: AbortSignal;
  /** Whether another worker waits for it, as was seen when it was last renewed: give it up soon. */
  readonly isWanted: () => boolean;
  /** Gives it up. */
  readonly release: () => Promise<void>;
}

/** How a worker holds wallets. */
export interface Holding {
  readonly database: Database;
  readonly names: Names;
  /** The worker. */
  readonly holder: string;
  /** Seconds after which somebody else may take over. */
  readonly lease: number;
  readonly clock: Clock;
}

/** How often those who wait look, in milliseconds; and for how many seconds the first of them is next, if it does not look again. */
const LOOK = 150;
const NEXT_FOR = 3;

/** Makes sure that a wallet can be held. */
export const addWallets = async ({ query }: Database, names: Names, wallets: readonly bigint[]): Promise<void> => {
  await query(`INSERT INTO ${names.wallets} (wallet_id) SELECT unnest($1::text[])::numeric ON CONFLICT DO NOTHING`, [
    wallets.map(String),
  ]);
};

/**
 * Waits until nobody else holds the wallet, or is next, and holds it.
 *
 * @throws the reason of the signal once that is aborted
 */
export async function hold(holding: Holding, wallet: bigint, signal: AbortSignal): Promise<Lease> {
  const { clock, lease } = holding;
  try {
    for (;;) {
      signal.throwIfAborted();
      const asked = clock.monotonic();
      const limit = await take(holding, wallet);
      if (limit) return { limit, ...keep(holding, wallet, asked + lease * 1000) };
      await want(holding, wallet);
      await wait(clock, LOOK * (0.5 + Math.random()), signal);
    }
  } catch (error) {
    await unwant(holding, wallet).catch(() => undefined); // its turn ends by itself
    throw error;
  }
}

function keep(holding: Holding, wallet: bigint, until: number): Omit<Lease, 'limit'> {
  const { clock, lease, database, names, holder } = holding;
  const lost = new AbortController();
  let isWanted = false;
  let isOver = false;
  const lose = (): void => {
    lost.abort(new LeaseLostError(wallet));
  };
  const ending = (): (() => void) => clock.after(until - clock.monotonic(), lose);
  const renewing = (seconds: number): (() => void) => clock.after(seconds * 1000, () => void renew());
  // It ends at its time also while a renewal gets no answer.
  let stopEnd = ending();
  let stopRenewal = renewing(lease / 3);

  async function renew(): Promise<void> {
    const asked = clock.monotonic();
    const renewed = await extend(holding, wallet).catch(() => 'away' as const); // the database may be back before the lease has ended
    if (isOver || lost.signal.aborted) return;
    if (renewed === undefined) {
      lose();
      return;
    }
    if (renewed !== 'away') {
      isWanted = renewed.isWanted;
      until = asked + lease * 1000;
      stopEnd();
      stopEnd = ending();
    }
    stopRenewal = renewing(renewed === 'away' ? lease / 10 : lease / 3);
  }

  return {
    signal: lost.signal,
    isWanted: () => isWanted,
    async release() {
      isOver = true;
      stopEnd();
      stopRenewal();
      await database
        .query(
          `UPDATE ${names.wallets} SET held_until = '-infinity' FROM ${UNFLUSHED} WHERE wallet_id = $1::text::numeric AND holder = $2::uuid`,
          [String(wallet), holder],
        )
        .catch(() => undefined); // it ends by itself
    },
  };
}

/** Takes a wallet that nobody holds, unless it is another one's turn. */
async function take({ database, names, holder, lease }: Holding, wallet: bigint): Promise<BatchLimit | undefined> {
  const { rows } = await database.query(
    `UPDATE ${names.wallets} SET holder = $2::uuid, held_until = clock_timestamp() + $3::float8 * interval '1 second', wanted_by = NULL
     FROM ${UNFLUSHED} WHERE wallet_id = $1::text::numeric AND (held_until <= clock_timestamp() OR holder = $2::uuid)
       AND (wanted_by IS NULL OR wanted_by = $2::uuid OR wanted_until <= clock_timestamp())
     RETURNING taken, too_many`,
    [String(wallet), holder, lease],
  );
  return (rows as BatchLimit[])[0];
}

/** Is the next to take it, if nobody else is. */
async function want({ database, names, holder }: Holding, wallet: bigint): Promise<void> {
  await database.query(
    `UPDATE ${names.wallets} SET wanted_by = $2::uuid, wanted_until = clock_timestamp() + interval '${String(NEXT_FOR)} seconds'
     WHERE wallet_id = $1::text::numeric AND (wanted_by IS NULL OR wanted_until <= clock_timestamp()
       OR wanted_by = $2::uuid AND wanted_until <= clock_timestamp() + interval '${String(NEXT_FOR / 2)} seconds')`,
    [String(wallet), holder],
  );
}

/** Is not the next any more. */
const unwant = ({ database, names, holder }: Holding, wallet: bigint): Promise<unknown> =>
  database.query(
    `UPDATE ${names.wallets} SET wanted_by = NULL WHERE wallet_id = $1::text::numeric AND wanted_by = $2::uuid`,
    [String(wallet), holder],
  );

/** @returns undefined if it is not held any more */
async function extend(
  { database, names, holder, lease }: Holding,
  wallet: bigint,
): Promise<{ readonly isWanted: boolean } | undefined> {
  const { rows } = await database.query(
    `UPDATE ${names.wallets} SET held_until = clock_timestamp() + $3::float8 * interval '1 second'
     FROM ${UNFLUSHED} WHERE wallet_id = $1::text::numeric AND holder = $2::uuid AND held_until > clock_timestamp()
     RETURNING wanted_by IS NOT NULL AND wanted_by <> $2::uuid AND wanted_until > clock_timestamp() AS wanted`,
    [String(wallet), holder, lease],
  );
  const [row] = rows as { wanted: boolean }[];
  return row && { isWanted: row.wanted };
}
