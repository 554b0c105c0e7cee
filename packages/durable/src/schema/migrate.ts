/** Brings the tables to the version of this build: forward only, one process at a time, and never past what it knows. */
import type { Database } from '../database/database.ts';
import { SchemaTooNewError } from '../errors/schema-too-new.ts';
import { withdrawals } from './001-withdrawals.ts';
import { callbacks } from './002-callbacks.ts';
import type { Names } from './names.ts';

/** Each version, the oldest first. One that was published never changes: what has to change is another one. */
const MIGRATIONS: readonly ((names: Names) => string)[] = [withdrawals, callbacks];

/** The version that this build works with. */
export const VERSION = MIGRATIONS.length;

/**
 * Makes and migrates the tables, or only looks whether they are as this build needs them.
 *
 * @throws SchemaTooNewError if a newer build has been here; Error if they are not migrated, and older or not there
 */
export const openSchema = (database: Database, names: Names, isMigrated = true): Promise<void> =>
  isMigrated ? migrate(database, names) : checkVersion(database, names);

/**
 * Makes the schema if it is not there, and runs what is missing. Processes that start together wait for the first of them.
 *
 * @throws SchemaTooNewError if a newer build has been here
 */
async function migrate(database: Database, names: Names): Promise<void> {
  if ((await versionOf(database, names)) === VERSION) return;
  await database.transaction(async ({ query }) => {
    await query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${names.bare}.migrations`]);
    const { rows } = await query('SELECT FROM pg_namespace WHERE nspname = $1', [names.bare]);
    if (rows.length === 0) await query(`CREATE SCHEMA ${names.schema}`);
    await query(`CREATE TABLE IF NOT EXISTS ${names.migrations}
      (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())`);
    const { rows: known } = await query(
      `SELECT coalesce(max(version), 0)::integer AS version FROM ${names.migrations}`,
    );
    const from = (known[0] as { version: number }).version;
    refuseNewer(from, names);
    for (const [i, statements] of MIGRATIONS.entries()) {
      if (i < from) continue;
      for (const statement of statements(names).split(/;\s*\n/)) if (statement.trim() !== '') await query(statement); // one by one: not every driver takes several
      await query(`INSERT INTO ${names.migrations} (version) VALUES ($1)`, [i + 1]);
    }
  });
}

/**
 * Looks whether the tables are as this build needs them.
 *
 * @throws SchemaTooNewError if a newer build has been here; Error if they are older, or not there
 */
async function checkVersion(database: Database, names: Names): Promise<void> {
  const version = await versionOf(database, names);
  if (version !== VERSION)
    throw new Error(
      `The schema ${names.bare} is at version ${String(version)}, and this build needs ${String(VERSION)}: open it once as a role that may create, without "migrate: false".`,
    );
}

/** 0 where there is nothing yet. */
async function versionOf(database: Database, names: Names): Promise<number> {
  const { rows: there } = await database.query('SELECT to_regclass($1) IS NOT NULL AS yes', [names.migrations]);
  if (!(there[0] as { yes: boolean }).yes) return 0;
  const { rows } = await database.query(
    `SELECT coalesce(max(version), 0)::integer AS version FROM ${names.migrations}`,
  );
  const version = (rows[0] as { version: number }).version;
  refuseNewer(version, names);
  return version;
}

function refuseNewer(version: number, names: Names): void {
  if (version > VERSION) throw new SchemaTooNewError(names.bare, version, VERSION);
}
