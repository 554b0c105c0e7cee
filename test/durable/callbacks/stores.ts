/** Every store that is to be proved: opened as often as a test needs it, as other processes would, on one place of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CallbackStore, Claim } from '@wallet-operations/client/callbacks';
import { openCallbackStore, type TransactionClaim } from '@wallet-operations/durable';
import { sqliteCallbackStore, type BookingClaim } from '@wallet-operations/durable/sqlite';
import { KINDS } from '../world.ts';

/** What a test does with a store, whatever it stands on. */
export interface Opened {
  readonly store: CallbackStore;
  /** Books under a claim, in one with it. */
  readonly book: (claim: Claim, key: string) => Promise<void>;
  /** Does under a claim what fails, and takes no notice. */
  readonly swallow: (claim: Claim) => Promise<void>;
}

/** A place. */
export interface Place {
  /** Opens the store there once more. */
  readonly open: (options?: { readonly holdFor?: number }) => Promise<Opened>;
  /** What is booked there. */
  readonly booked: () => Promise<string[]>;
}

/** A kind of store, to be started once for a file. */
export interface StoreKind {
  readonly name: string;
  /** Whether two claims can be held at once, for different keys. */
  readonly connections: 'one' | 'many';
  readonly start: () => Promise<{ readonly make: () => Promise<Place>; readonly stop: () => Promise<void> }>;
}

let schemas = 0;

const ON_DATABASES: StoreKind[] = KINDS.map(({ name, start }) => ({
  name,
  connections: name === 'PGlite' ? 'one' : 'many',
  start: async () => {
    const { make, stop } = await start();
    return {
      stop,
      make: async () => {
        const database = await make();
        const schema = `stores_${String(++schemas)}`;
        const bookings = `bookings_${String(schemas)}`;
        await database.query(`CREATE TABLE ${bookings} (id integer GENERATED ALWAYS AS IDENTITY, key text)`);
        return {
          open: async (options) => ({
            store: await openCallbackStore({ database, schema, ...options }),
            book: async (claim, key) => {
              await (claim as TransactionClaim).transaction.query(`INSERT INTO ${bookings} (key) VALUES ($1)`, [key]);
            },
            swallow: async (claim) => {
              await (claim as TransactionClaim).transaction.query('SELECT 1/0').catch(() => undefined);
            },
          }),
          booked: async () => {
            const { rows } = await database.query(`SELECT key FROM ${bookings} ORDER BY id`);
            return (rows as { key: string }[]).map(({ key }) => key);
          },
        };
      },
    };
  },
}));

const SQLITE: StoreKind = {
  name: 'node:sqlite',
  connections: 'many',
  start: () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-stores-'));
    let files = 0;
    const opened: DatabaseSync[] = [];
    const connect = (path: string): DatabaseSync => {
      const database = new DatabaseSync(path);
      opened.push(database);
      return database;
    };
    return Promise.resolve({
      stop: () => {
        for (const database of opened) database.close();
        rmSync(folder, { recursive: true });
        return Promise.resolve();
      },
      make: () => {
        const path = join(folder, `${String(++files)}.db`);
        const books = connect(path);
        books.exec('CREATE TABLE bookings (id INTEGER PRIMARY KEY, key TEXT)');
        return Promise.resolve({
          open: (options) => {
            const database = connect(path); // as another process has
            return Promise.resolve({
              store: sqliteCallbackStore(database, options),
              book: (claim, key) => {
                (claim as BookingClaim).book(() => database.prepare('INSERT INTO bookings (key) VALUES (?)').run(key));
                return Promise.resolve();
              },
              swallow: (claim) => {
                (claim as BookingClaim).book(() => {
                  try {
                    database.exec('INSERT OR ROLLBACK INTO bookings (id, key) VALUES (1, 1), (1, 1)');
                  } catch {
                    // As if nothing were.
                  }
                });
                return Promise.resolve();
              },
            });
          },
          booked: () =>
            Promise.resolve(
              books
                .prepare('SELECT key FROM bookings ORDER BY id')
                .all()
                .map(({ key }) => String(key)),
            ),
        });
      },
    });
  },
};

export const STORES: readonly StoreKind[] = [...ON_DATABASES, SQLITE];
