/** A store of callbacks in a file of SQLite, for whoever has neither PostgreSQL nor PGlite: `node:sqlite`, which is part of Node.js. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { CallbackStore, Claim, Handled } from '@wallet-operations/client/callbacks';
import { checkHoldFor, HOLD_FOR, keptKey, staleAt } from './callbacks/kept.ts';
import { ClaimLostError } from './errors/claim-lost.ts';

export { ClaimLostError };

/** The right to handle one callback, and a place for what it books. */
export interface BookingClaim extends Claim {
  /**
   * Takes what is to be written once the handler is done: it runs in one transaction with the callback's having been handled, so that
   * both are there, or neither is. Let it do nothing but write into the database, and not wait: it may run again where the file is busy.
   *
   * @throws ClaimLostError once the claim has ended
   */
  readonly book: (write: () => unknown) => void;
}

/** How callbacks are remembered. */
export interface SqliteCallbackStoreOptions {
  /** The table, which is made if it is not there: letters, digits and underscores. Default: `wallet_callbacks`. */
  readonly table?: string | undefined;
  /** Seconds for which a callback may be handled: then another process may take it, and the commit rejects. Default: 60. */
  readonly holdFor?: number | undefined;
  /** Seconds for which a file that others write to is waited for. Default: 10. */
  readonly patience?: number | undefined;
}

interface Row {
  readonly progress: bigint | null;
  readonly note: string | null;
  readonly owner: string | null;
  readonly held_from: bigint;
  readonly held_until: bigint;
}

/** Milliseconds between two looks whether a file is free. */
const LOOK = 10;

/**
 * A store in a file of SQLite, for the client's `createCallbackHandler`; any number of processes of one machine may share it. A connection has
 * one transaction, which everything that runs meanwhile would be part of: so none is open while a handler waits. What a handler gives to
 * `context.claim.book` is written exactly once; what it writes by itself may be written again if the process ends before the commit, so do
 * that under `context.key`.
 *
 * @param database - yours, and left open
 * @throws RangeError or TypeError for options that make no sense; what SQLite throws where the table cannot be made
 */
export function sqliteCallbackStore(
  database: DatabaseSync,
  options: SqliteCallbackStoreOptions = {},
): CallbackStore<BookingClaim> {
  const { table = 'wallet_callbacks', holdFor = HOLD_FOR, patience = 10 } = options;
  if (!/^[A-Za-z_]\w{0,62}$/.test(table))
    throw new TypeError(`The table is ${table}. Give letters, digits and underscores, at most 63.`);
  if (typeof (database as Partial<DatabaseSync> | undefined)?.exec !== 'function')
    throw new TypeError('database is none. Give a DatabaseSync of node:sqlite.');
  checkHoldFor(holdFor);
  if (!(patience >= 0)) throw new RangeError(`patience is ${String(patience)}. Give seconds, from 0 on.`);
  let isMade = false;

  /** Runs what does not wait in a transaction of its own, as soon as nobody else has one. */
  async function writing<T>(work: () => T): Promise<T> {
    return patiently(patience, () => {
      database.exec('BEGIN IMMEDIATE');
      try {
        if (!isMade) make();
        const result = work();
        database.exec('COMMIT');
        isMade = true;
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    });
  }

  function make(): void {
    database.exec(`CREATE TABLE IF NOT EXISTS "${table}" (
      digest TEXT PRIMARY KEY, key TEXT NOT NULL, progress INTEGER, note TEXT, handled_at INTEGER,
      owner TEXT, held_from INTEGER NOT NULL DEFAULT 0, held_until INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID`);
  }

  function rollBack(): void {
    try {
      database.exec('ROLLBACK');
    } catch {
      // Some failures have rolled it back already.
    }
  }

  function rowOf(id: string): Row | undefined {
    const asked = database.prepare(
      `SELECT progress, note, owner, held_from, held_until FROM "${table}" WHERE digest = ?`,
    );
    asked.setReadBigInts(true); // progress is beyond 2^53
    return asked.get(id) as Row | undefined;
  }

  return {
    async claim(key, progress) {
      const { id, text } = keptKey(key);
      const owner = randomUUID();
      const came = await writing(() => {
        const row = rowOf(id);
        const before = row && handledIn(row);
        const stale = staleAt(before, progress);
        if (stale) return stale;
        const now = Date.now();
        if (row && isHeld(row, now)) return 'busy';
        database
          .prepare(
            `INSERT INTO "${table}" (digest, key, owner, held_from, held_until) VALUES (?, ?, ?, ?, ?) ON CONFLICT (digest)
             DO UPDATE SET owner = excluded.owner, held_from = excluded.held_from, held_until = excluded.held_until`,
          )
          .run(id, text, owner, now, now + Math.ceil(holdFor * 1000));
        return { before };
      });
      if (came === 'busy' || 'stale' in came) return came;

      const writes: (() => unknown)[] = [];
      let isOver = false;
      const lost = (): ClaimLostError =>
        new ClaimLostError(key, `has ended, or was held for more than ${String(holdFor)} seconds`);
      return {
        before: came.before,
        book(write) {
          if (isOver) throw lost();
          writes.push(write);
        },
        async commit(handled) {
          if (isOver) throw lost();
          isOver = true;
          await writing(() => {
            // First: where SQLite rolls back by itself in between, this is gone too, and the COMMIT fails.
            const now = Date.now();
            const { changes } = database
              .prepare(
                `UPDATE "${table}" SET progress = ?, note = ?, handled_at = ?, owner = NULL
                 WHERE digest = ? AND owner = ? AND ? BETWEEN held_from AND held_until - 1`,
              )
              .run(handled.progress, handled.note, now, id, owner, now);
            if (Number(changes) !== 1) throw lost();
            for (const write of writes) mustNotWait(write());
          });
        },
        async release() {
          isOver = true;
          await writing(() => {
            database
              .prepare(`DELETE FROM "${table}" WHERE digest = ? AND owner = ? AND progress IS NULL`)
              .run(id, owner);
            database.prepare(`UPDATE "${table}" SET owner = NULL WHERE digest = ? AND owner = ?`).run(id, owner);
          });
        },
      };
    },
  };
}

const handledIn = ({ progress, note }: Row): Handled | undefined =>
  progress === null ? undefined : { progress, note: note ?? '' };

/** A clock that was set back must not leave a key to one who is dead. */
const isHeld = ({ owner, held_from: from, held_until: until }: Row, now: number): boolean =>
  owner !== null && from <= BigInt(now) && BigInt(now) < until;

function mustNotWait(result: unknown): void {
  if (typeof (Object(result) as { then?: unknown }).then === 'function')
    throw new TypeError(
      'What was given to "book" is async: what it writes after it has waited would be in no transaction. Wait in the handler, and give a function that only writes.',
    );
}

/** Somebody else is writing, in another process; or has a transaction open on this very connection. */
function isBusy(error: unknown): boolean {
  const { errcode, message } = Object(error) as { errcode?: unknown; message?: unknown };
  const code = typeof errcode === 'number' ? errcode & 0xff : 0;
  return code === 5 || code === 6 || /within a transaction/.test(String(message));
}

async function patiently<T>(seconds: number, work: () => T): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    await setTimeout(LOOK * (0.5 + Math.random()));
  }
}
