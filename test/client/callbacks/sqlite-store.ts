/** A store as the TSDoc of CallbackStore describes it for SQL, to show that what it says is enough, and right. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { CallbackStore, Handled } from '@wallet-operations/client/callbacks';

/** @param lease - how long a claim lasts, in the unit of `now`. */
export function sqliteCallbackStore(db: DatabaseSync, now: () => number, lease: number): CallbackStore {
  db.exec(
    'CREATE TABLE IF NOT EXISTS callbacks (key TEXT PRIMARY KEY, progress INTEGER, note TEXT, owner TEXT, until INTEGER)',
  );
  const claim = db.prepare(`
    INSERT INTO callbacks (key, owner, until) VALUES (:key, :owner, :until)
    ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
    WHERE (callbacks.progress IS NULL OR callbacks.progress < :progress)
      AND (callbacks.owner IS NULL OR callbacks.until < :now)
    RETURNING progress, note`);
  const stale = db.prepare('SELECT progress, note FROM callbacks WHERE key = :key AND progress >= :progress');
  const commit = db.prepare(
    'UPDATE callbacks SET progress = :progress, note = :note, owner = NULL, until = NULL WHERE key = :key AND owner = :owner',
  );
  const release = db.prepare('UPDATE callbacks SET owner = NULL, until = NULL WHERE key = :key AND owner = :owner');
  for (const statement of [claim, stale]) statement.setReadBigInts(true);

  return {
    claim: (key, progress) => {
      const owner = randomUUID();
      const row = claim.get({ key, owner, until: now() + lease, progress, now: now() });
      if (!row) {
        const further = stale.get({ key, progress });
        return further ? { stale: further as unknown as Handled } : 'busy';
      }
      return {
        before: row.progress === null ? undefined : (row as unknown as Handled),
        commit: (handled) => {
          if (commit.run({ key, owner, progress: handled.progress, note: handled.note }).changes !== 1)
            throw new Error(`The claim on ${key} ran out.`);
        },
        release: () => {
          release.run({ key, owner });
        },
      };
    },
  };
}
