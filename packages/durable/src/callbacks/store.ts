/** A store of callbacks that remembers them in the transaction in which they are booked: exactly once, whoever dies. */
import { systemClock } from '@wallet-operations/client';
import type { CallbackStore, Claim, Handled, Stale } from '@wallet-operations/client/callbacks';
import type { Database, Queries, Transaction } from '../database/database.ts';
import { hold, type Held } from '../database/hold.ts';
import { ClaimLostError } from '../errors/claim-lost.ts';
import type { Names } from '../schema/names.ts';
import { keptKey, staleAt } from './kept.ts';

/** The right to handle one callback, with the transaction to book it in. */
export interface TransactionClaim extends Claim {
  /**
   * Open until the claim ends: what is written through it is committed together with the callback's having been handled, or not at
   * all. After that it rejects with a {@link ClaimLostError}.
   */
  readonly transaction: Transaction;
}

/** A claim as it is used here. */
export interface HeldClaim extends TransactionClaim {
  /** Runs the handler: on PGlite, what asks the database past the transaction fails then, and does not wait for itself. */
  readonly within: Held['within'];
  /** Rejects once it was held for too long. */
  readonly late: Promise<never>;
}

/** A store, and what it remembers. */
export interface DatabaseStore extends CallbackStore<HeldClaim> {
  /** What was committed for a key. */
  readonly handled: (key: string) => Promise<Handled | undefined>;
  readonly claim: (key: string, progress: bigint) => Promise<HeldClaim | Stale | 'busy'>;
}

type Claimed = HeldClaim | Stale | 'busy';

/** Makes it, where the tables are. `holdFor` is in seconds. */
export function createStore(database: Database, names: Names, holdFor: number): DatabaseStore {
  /** What claims of this process have come to, or will. */
  const here = new Map<string, Promise<Claimed>>();

  return {
    handled: (key) => handledOf(database, names, keptKey(key).id),
    async claim(key, progress) {
      // Within one process nobody needs a connection to see that another one is at it; on PGlite he would not get one.
      for (let other = here.get(key); other; other = here.get(key)) {
        const came = await other.catch(() => undefined);
        if (typeof came !== 'object') continue;
        const before = 'stale' in came ? came.stale : came.before;
        const stale = staleAt(before, progress);
        if (stale) return stale;
        if (!('stale' in came) && here.get(key) === other) return 'busy';
      }
      const forget = (): void => {
        if (here.get(key) === claiming) here.delete(key);
      };
      const claiming = begin(database, names, holdFor, key, progress, forget);
      here.set(key, claiming);
      let came: Claimed | undefined;
      try {
        came = await claiming;
        return came;
      } finally {
        if (typeof came !== 'object' || 'stale' in came) forget();
      }
    },
  };
}

/**
 * What ends a claim whose process is stopped, or whose statement waits. PGlite needs neither: it stops with its process, and
 * once a transaction was idle for too long, its next statement would spin in this thread for ever.
 */
const TIMEOUTS = `SELECT set_config('idle_in_transaction_session_timeout', $1, true),
  CASE WHEN current_setting('statement_timeout')::interval NOT BETWEEN '1 millisecond' AND $1::text::float8 * interval '1 millisecond'
    THEN set_config('statement_timeout', $1, true) END`;

async function begin(
  database: Database,
  names: Names,
  holdFor: number,
  key: string,
  progress: bigint,
  forget: () => void,
): Promise<Claimed> {
  const { id } = keptKey(key);
  const known = staleAt(await handledOf(database, names, id), progress); // copies take no transaction
  if (known) return known;
  const held = await hold(database);
  try {
    if (database.backend === 'postgres') await held.query(TIMEOUTS, [String(Math.ceil(holdFor * 1000))]);
    // A lock of a row would have to be on one that is there: of two that come first, one would wait for the other.
    const { rows } = await held.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free', [
      `${names.bare}.callbacks ${id}`,
    ]);
    const before = await handledOf(held, names, id); // a statement of its own, so that it sees what was committed before the lock
    const stale = staleAt(before, progress);
    if (!stale && (rows[0] as { free: boolean }).free) return claimOf(held, names, holdFor, key, before, forget);
    await held.rollBack();
    return stale ?? 'busy';
  } catch (error) {
    await held.rollBack().catch(() => undefined);
    throw error;
  }
}

function claimOf(
  held: Held,
  names: Names,
  holdFor: number,
  key: string,
  before: Handled | undefined,
  forget: () => void,
): HeldClaim {
  let lost: ClaimLostError | undefined;
  const end = (why: string): void => {
    lost = new ClaimLostError(key, why);
    cancel();
  };
  const giveUp = async (): Promise<void> => {
    await held.rollBack().catch(() => undefined); // a connection that is gone has rolled back
    forget();
  };
  // A process that is stopped or killed is ended by the server. One that lives must not keep a connection for a handler that hangs.
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined); // whether anybody waits for it or not
  const cancel = systemClock.after(holdFor * 1000, () => {
    end(`was held for more than ${String(holdFor)} seconds`);
    late.reject(lost);
    void giveUp();
  });
  return {
    before,
    within: held.within,
    late: late.promise,
    transaction: {
      // The connection is somebody else's by then.
      query: async (text, values) => {
        if (lost) throw lost;
        return held.query(text, values);
      },
    },
    async commit(handled) {
      if (lost) throw lost;
      end('has ended');
      try {
        await remember(held, names, key, handled);
        await held.commit();
        forget();
      } catch (error) {
        await giveUp();
        throw error;
      }
    },
    async release() {
      if (lost) return;
      end('was released');
      await giveUp();
    },
  };
}

async function handledOf({ query }: Queries, names: Names, id: string): Promise<Handled | undefined> {
  const { rows } = await query(`SELECT progress::text, note FROM ${names.callbacks} WHERE digest = $1`, [id]);
  const [row] = rows as { progress: string; note: string }[];
  return row && { progress: BigInt(row.progress), note: row.note };
}

async function remember({ query }: Queries, names: Names, key: string, { progress, note }: Handled): Promise<void> {
  const { id, text } = keptKey(key);
  const { rows } = await query(
    `INSERT INTO ${names.callbacks} AS c (digest, key, progress, note, handled_at) VALUES ($1, $2, $3::text::bigint, $4, clock_timestamp())
     ON CONFLICT (digest) DO UPDATE SET progress = excluded.progress, note = excluded.note, handled_at = excluded.handled_at
     WHERE c.progress < excluded.progress RETURNING 1`,
    [id, text, String(progress), note],
  );
  if (rows.length !== 1) throw new ClaimLostError(key, 'was not the only one, as a lock would have made it');
}
