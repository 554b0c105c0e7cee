/** The tables, and how a file of an older sandbox is brought up to them: one step each, never changed once published. */
import type { DatabaseSync } from 'node:sqlite';
import { needsOfOrders, tokensByAddress } from './steps.ts';

/** Lower case where case is no part of an address: hex, and bech32, which may be in upper case as a whole. */
const KEY_OF_STEP_3 = `CASE WHEN address LIKE '0x%' OR (address = upper(address) AND
  (address LIKE 'bc1%' OR address LIKE 'ltc1%' OR address LIKE 'bnb1%')) THEN lower(address) ELSE address END`;

/** A destination tag is a number: zeros before it are no part of it. */
const MEMO_KEY_OF_STEP_8 = `CASE WHEN memo <> '' AND wallet_id IN (SELECT wallet_id FROM wallets WHERE currency = 'XRP')
  THEN coalesce(nullif(ltrim(memo, '0'), ''), '0') ELSE memo END`;

/** A step: statements, or what statements alone cannot do. */
type Step = string | ((db: DatabaseSync) => void);

/** Amounts are text, whole numbers of the smallest unit: they reach beyond 64 bits. Times are milliseconds. */
const STEPS: readonly Step[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE wallets (
    wallet_id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, currency TEXT NOT NULL, parent_id INTEGER,
    token TEXT, address TEXT NOT NULL, prefix TEXT NOT NULL, settings TEXT NOT NULL);
  CREATE INDEX wallets_by_address ON wallets (address);
  CREATE INDEX wallets_by_parent ON wallets (parent_id);

  CREATE TABLE api_codes (
    api_code TEXT PRIMARY KEY, secret TEXT NOT NULL, wallet_id INTEGER, state TEXT NOT NULL, exp INTEGER NOT NULL,
    permitted INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX api_codes_of_wallet ON api_codes (wallet_id, state);

  CREATE TABLE balances (
    wallet_id INTEGER NOT NULL, address TEXT NOT NULL, confirmed TEXT NOT NULL, unconfirmed TEXT NOT NULL,
    PRIMARY KEY (wallet_id, address)) WITHOUT ROWID;
  CREATE TABLE entries (
    entry_id INTEGER PRIMARY KEY, wallet_id INTEGER NOT NULL, address TEXT NOT NULL, amount TEXT NOT NULL,
    cause TEXT NOT NULL, ref INTEGER NOT NULL);
  CREATE TABLE tokens (
    wallet_id INTEGER NOT NULL, token_id TEXT NOT NULL, amount TEXT NOT NULL,
    PRIMARY KEY (wallet_id, token_id)) WITHOUT ROWID;

  CREATE TABLE addresses (
    wallet_id INTEGER NOT NULL, address_index INTEGER NOT NULL, address TEXT NOT NULL, memo TEXT NOT NULL,
    label TEXT NOT NULL, PRIMARY KEY (wallet_id, address_index)) WITHOUT ROWID;
  CREATE INDEX addresses_by_address ON addresses (address, memo);

  CREATE TABLE whitelist (
    entry_id INTEGER PRIMARY KEY, wallet_id INTEGER NOT NULL, address TEXT NOT NULL, memo TEXT NOT NULL,
    user_id TEXT NOT NULL, create_time INTEGER NOT NULL, effective_time INTEGER NOT NULL, update_time INTEGER NOT NULL,
    state INTEGER NOT NULL);
  CREATE INDEX whitelist_by_address ON whitelist (wallet_id, address, memo, user_id);

  CREATE TABLE orders (
    id INTEGER PRIMARY KEY, wallet_id INTEGER NOT NULL, order_id TEXT NOT NULL, address TEXT NOT NULL,
    amount TEXT NOT NULL, memo TEXT NOT NULL, from_address TEXT NOT NULL, fee TEXT NOT NULL, state INTEGER NOT NULL,
    create_time INTEGER NOT NULL, details TEXT NOT NULL, UNIQUE (wallet_id, order_id));
  CREATE INDEX orders_waiting ON orders (id) WHERE state = 1;

  CREATE TABLE transactions (
    id INTEGER PRIMARY KEY, order_row INTEGER NOT NULL, wallet_id INTEGER NOT NULL, txid TEXT NOT NULL,
    state INTEGER NOT NULL, block INTEGER NOT NULL, tindex INTEGER NOT NULL, fee TEXT NOT NULL,
    broadcast_at INTEGER NOT NULL, chain_at INTEGER NOT NULL, final_block INTEGER NOT NULL);
  CREATE INDEX transactions_of_order ON transactions (order_row);
  CREATE INDEX transactions_by_txid ON transactions (txid);
  CREATE INDEX transactions_pending ON transactions (state, final_block) WHERE state IN (2, 3);

  CREATE TABLE deposits (
    id INTEGER PRIMARY KEY, wallet_id INTEGER NOT NULL, txid TEXT NOT NULL, vout INTEGER NOT NULL, address TEXT NOT NULL,
    memo TEXT NOT NULL, amount TEXT NOT NULL, token_id TEXT NOT NULL, from_address TEXT NOT NULL, fee TEXT NOT NULL,
    is_own INTEGER NOT NULL, state INTEGER NOT NULL, block INTEGER NOT NULL, tindex INTEGER NOT NULL,
    chain_at INTEGER NOT NULL, final_block INTEGER NOT NULL, source_tx INTEGER);
  CREATE INDEX deposits_pending ON deposits (state, final_block) WHERE state IN (2, 3);
  CREATE INDEX deposits_by_txid ON deposits (txid);

  CREATE TABLE blocks (height INTEGER PRIMARY KEY, hash TEXT NOT NULL, time INTEGER NOT NULL);
  CREATE TABLE inclusions (
    id INTEGER PRIMARY KEY, tx INTEGER NOT NULL, height INTEGER NOT NULL, block_hash TEXT NOT NULL,
    tindex INTEGER NOT NULL, removed INTEGER NOT NULL);
  CREATE INDEX inclusions_of_tx ON inclusions (tx);

  CREATE TABLE history (
    wallet_id INTEGER NOT NULL, seq INTEGER NOT NULL, txid TEXT NOT NULL, from_address TEXT NOT NULL,
    to_address TEXT NOT NULL, is_out INTEGER NOT NULL, amount TEXT NOT NULL, tags TEXT NOT NULL, block INTEGER NOT NULL,
    block_time INTEGER NOT NULL, fee TEXT NOT NULL, memo TEXT NOT NULL, source TEXT NOT NULL, state INTEGER NOT NULL,
    PRIMARY KEY (wallet_id, seq)) WITHOUT ROWID;
  CREATE INDEX history_by_time ON history (wallet_id, block_time, seq);
  CREATE INDEX history_by_block ON history (block);

  CREATE TABLE vault_transactions (
    id INTEGER PRIMARY KEY, wallet_id INTEGER NOT NULL, state INTEGER NOT NULL, create_time INTEGER NOT NULL,
    record TEXT NOT NULL);
  CREATE INDEX vault_by_time ON vault_transactions (wallet_id, create_time);

  CREATE TABLE callbacks (
    serial INTEGER PRIMARY KEY, wallet_id INTEGER NOT NULL, type INTEGER NOT NULL, txid TEXT NOT NULL,
    vout INTEGER NOT NULL, time INTEGER NOT NULL, body TEXT NOT NULL, attempts INTEGER NOT NULL, next_at INTEGER,
    delivered_at INTEGER);
  CREATE INDEX callbacks_by_time ON callbacks (wallet_id, time);
  CREATE INDEX callbacks_by_txid ON callbacks (wallet_id, txid, vout);
  CREATE INDEX callbacks_due ON callbacks (next_at) WHERE next_at IS NOT NULL;
  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, serial INTEGER NOT NULL, at INTEGER NOT NULL, result TEXT NOT NULL);
  CREATE INDEX attempts_of_callback ON attempts (serial);

  CREATE TABLE blacklist (address TEXT PRIMARY KEY, causes TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE memo_addresses (address TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE contracts (address TEXT PRIMARY KEY) WITHOUT ROWID;`,

  // A condition of an index has to stand in the query word for word, or the index is not used. And a hash has no neighbours: to
  // index it costs a page of its own, so that is left until a block brings a thousand at once.
  `DROP INDEX transactions_pending;
  DROP INDEX transactions_by_txid;
  DROP INDEX deposits_pending;
  CREATE INDEX transactions_in_pool ON transactions (id) WHERE state = 2;
  CREATE INDEX transactions_in_chain ON transactions (final_block) WHERE state = 3;
  CREATE INDEX transactions_by_txid ON transactions (txid) WHERE state <> 2;
  CREATE INDEX deposits_in_pool ON deposits (id) WHERE state = 2;
  CREATE INDEX deposits_in_chain ON deposits (final_block) WHERE state = 3;`,

  // An address has several spellings; what is looked up goes by one of them.
  `ALTER TABLE wallets ADD COLUMN address_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE addresses ADD COLUMN address_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE whitelist ADD COLUMN address_key TEXT NOT NULL DEFAULT '';
  UPDATE wallets SET address_key = ${KEY_OF_STEP_3};
  UPDATE addresses SET address_key = ${KEY_OF_STEP_3};
  UPDATE whitelist SET address_key = ${KEY_OF_STEP_3};
  UPDATE OR REPLACE blacklist SET address = ${KEY_OF_STEP_3};
  UPDATE OR REPLACE memo_addresses SET address = ${KEY_OF_STEP_3};
  UPDATE OR REPLACE contracts SET address = ${KEY_OF_STEP_3};
  DROP INDEX wallets_by_address;
  DROP INDEX addresses_by_address;
  DROP INDEX whitelist_by_address;
  CREATE INDEX wallets_by_address ON wallets (address_key);
  CREATE INDEX addresses_by_address ON addresses (address_key, memo);
  CREATE INDEX whitelist_by_address ON whitelist (wallet_id, address_key, memo, user_id);`,

  tokensByAddress,
  needsOfOrders,

  // Requests that were seen, for as long as their t is good.
  `CREATE TABLE seen_requests (second INTEGER NOT NULL, request INTEGER NOT NULL, PRIMARY KEY (second, request)) WITHOUT ROWID;`,

  // What was sent is shown as it was sent. Each attempt has its number: an ID would hang on which receiver answers first.
  `CREATE TABLE attempts_as_sent (
    serial INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, result TEXT NOT NULL, url TEXT NOT NULL,
    header TEXT NOT NULL, signature TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (serial, number)) WITHOUT ROWID;
  INSERT INTO attempts_as_sent
    SELECT serial, row_number() OVER (PARTITION BY serial ORDER BY id), at, result, '', '', '', '' FROM attempts;
  DROP TABLE attempts;
  ALTER TABLE attempts_as_sent RENAME TO attempts;
  CREATE INDEX attempts_by_time ON attempts (at);
  CREATE INDEX attempts_to_inbox ON attempts (at, serial, number) WHERE url = 'inbox';
  CREATE INDEX callbacks_due_of_wallet ON callbacks (wallet_id, next_at) WHERE next_at IS NOT NULL;`,

  // A memo has several spellings, too, where it is a number.
  `ALTER TABLE addresses ADD COLUMN memo_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE whitelist ADD COLUMN memo_key TEXT NOT NULL DEFAULT '';
  UPDATE addresses SET memo_key = ${MEMO_KEY_OF_STEP_8};
  UPDATE whitelist SET memo_key = ${MEMO_KEY_OF_STEP_8};
  DROP INDEX addresses_by_address;
  DROP INDEX whitelist_by_address;
  CREATE INDEX addresses_by_address ON addresses (address_key, memo_key);
  CREATE INDEX whitelist_by_address ON whitelist (wallet_id, address_key, memo_key, user_id);`,

  // What the service moved of its own is final at once: no block that holds such is taken back.
  `CREATE INDEX entries_of_collections ON entries (ref) WHERE cause = 'collection';`,

  // Events are counted through a block, vaults pay single tokens, and whether a text shows a secret is asked at every request.
  `ALTER TABLE inclusions ADD COLUMN first_event INTEGER NOT NULL DEFAULT 0;
  UPDATE inclusions SET first_event = tindex;
  ALTER TABLE vault_transactions ADD COLUMN token_id TEXT NOT NULL DEFAULT '';
  CREATE INDEX api_codes_by_secret ON api_codes (secret);`,

  // When a deposit came: no block of before that holds it.
  `ALTER TABLE deposits ADD COLUMN came_at INTEGER NOT NULL DEFAULT 0;`,
];

/** Tables that every state has: other programs count their versions from 1, too. */
const OWN = ['meta', 'wallets', 'api_codes', 'orders', 'callbacks'];

/** Which step a database is at. It only reads. @throws Error for a file of another program, or of a newer sandbox. */
export function versionOf(db: DatabaseSync): number {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  const { application_id: program } = db.prepare('PRAGMA application_id').get() as { application_id: number };
  const tables = new Set(
    db
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name),
  );
  if (program !== 0 || (version === 0 ? tables.size > 0 : !OWN.every((table) => tables.has(table))))
    throw new Error('The data file is of another program: its tables are not those of the sandbox. Give another file.');
  if (version > STEPS.length)
    throw new Error(
      `The data file is of a newer sandbox: it has version ${String(version)}, this one knows ${String(STEPS.length)}.`,
    );
  return version;
}

/** Brings a database up to the newest step. */
export function migrate(db: DatabaseSync): void {
  const version = versionOf(db);
  for (const [i, step] of STEPS.entries())
    if (i >= version) {
      db.exec('BEGIN IMMEDIATE');
      if (typeof step === 'string') db.exec(step);
      else step(db);
      db.exec(`PRAGMA user_version = ${String(i + 1)}; COMMIT`);
    }
}
