/** PostgreSQL in this very process (PGlite): for one process, for development, and for tests. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, realpathSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { SWALLOWED, type Database } from './database.ts';

/** Said instead of waiting for ever. */
const WAITS_FOR_ITSELF =
  'PGlite has one connection, and a transaction of yours is open on it, for which this would wait for ever: use that (enqueue takes it as "transaction"), or end it first.';

/** Who is inside a transaction of which PGlite. */
const INSIDE = new WeakMap<PGlite, AsyncLocalStorage<{ isOpen: boolean }>>();

/** As a transaction has to be, whatever the defaults of the folder are. */
const BEGUN = `SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = on`;

/** A script that is a transaction of its own. */
const BEGINS = /^\s*BEGIN\b/i;

/**
 * PGlite, which is installed beside this package: `npm install @electric-sql/pglite@0.5.16`.
 *
 * @param at - a folder that keeps everything, for one process at a time; or a PGlite of yours, which is left open. Default: memory,
 * which forgets all when the process ends.
 * @throws TypeError for a URL in the place of a folder; Error if the folder is in use by another process, or PGlite is not installed
 */
export async function embedded(at?: string | PGlite): Promise<Database> {
  const isOwn = at === undefined || typeof at === 'string';
  const folder = typeof at === 'string' ? folderOf(at) : undefined;
  const unlock = folder === undefined ? undefined : await lock(folder);
  const lite = isOwn ? await open(folder).catch(unlocked(unlock)) : at;
  const inside = INSIDE.get(lite) ?? new AsyncLocalStorage<{ isOpen: boolean }>();
  INSIDE.set(lite, inside);
  const outside = (): void => {
    if (inside.getStore()?.isOpen) throw new Error(WAITS_FOR_ITSELF);
  };
  const end = async (): Promise<void> => {
    if (isOwn) await lite.close();
    unlock?.();
  };
  let closed: Promise<void> | undefined;
  return {
    backend: 'pglite',
    async query(text, values) {
      outside();
      return lite.query<object>(text, values);
    },
    async transaction(work) {
      outside();
      return lite.transaction(async (transaction) => {
        const query = (text: string, values?: unknown[]): Promise<{ readonly rows: readonly object[] }> =>
          transaction.query<object>(text, values);
        const here = { isOpen: true };
        try {
          await transaction.exec(BEGUN);
          const result = await inside.run(here, () => work({ query }));
          await query('SELECT 1').catch((cause: unknown) => {
            throw new Error(SWALLOWED, { cause });
          });
          return result;
        } finally {
          here.isOpen = false;
          await setImmediate(); // PGlite works in this thread: one transaction after the other would keep timers and sockets waiting
        }
      });
    },
    queue: {
      async executeSql(text, values) {
        outside();
        if (values?.length) return lite.query<object>(text, values);
        // pg-boss's scripts begin and commit by themselves. Where one fails in between, nobody else may come before its ROLLBACK: there is
        // one connection, and whatever he asked would fail too. So it runs inside a transaction of PGlite, which ends it either way.
        const results = BEGINS.test(text)
          ? await lite.transaction((transaction) => transaction.exec(text))
          : await lite.exec(text);
        return { rows: results.flatMap(({ rows }) => rows) };
      },
    },
    close: () => (closed ??= end()),
  };
}

async function open(folder: string | undefined): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite').catch((cause: unknown) => {
    throw new Error('PGlite is not installed: npm install @electric-sql/pglite@0.5.16', { cause });
  });
  return PGlite.create(folder === undefined ? {} : { dataDir: folder });
}

/** The folder by its one name, whichever way it is spelled: there, and with no links in its path. */
function folderOf(path: string): string {
  if (/^\w+:\/\//.test(path))
    throw new TypeError(`${path} is a URL. Give the path of a folder; without one all is in memory.`);
  mkdirSync(path, { recursive: true });
  return realpathSync(path);
}

/**
 * Two processes in one folder would destroy it, and PGlite lets them. SQLite's lock is the system's: it ends with the process, however that ends.
 */
async function lock(folder: string): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(`${folder}.lock`);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new Error(
      `${folder} is in use by another process. Give each its own folder, or use PostgreSQL for several.`,
      {
        cause,
      },
    );
  }
  return () => {
    database.close();
  };
}

function unlocked(unlock: (() => void) | undefined): (error: unknown) => never {
  return (error) => {
    unlock?.();
    throw error;
  };
}
