/** Steps of the schema that statements alone cannot make: they count with amounts beyond 64 bits. Never changed once published. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Single tokens are held by delegated addresses, not by their wallet alone; and an order tells which tokens it took with it. */
export function tokensByAddress(db: DatabaseSync): void {
  db.exec(
    `CREATE TABLE held_tokens (
      wallet_id INTEGER NOT NULL, address TEXT NOT NULL, token_id TEXT NOT NULL, amount TEXT NOT NULL,
      PRIMARY KEY (wallet_id, address, token_id)) WITHOUT ROWID;
    INSERT INTO held_tokens SELECT wallet_id, '', token_id, amount FROM tokens;`,
  );
  for (const token of rows<{ wallet_id: bigint; token_id: string; amount: string }>(
    db,
    "SELECT t.* FROM tokens t JOIN wallets w USING (wallet_id) WHERE w.kind = 'delegated' AND t.amount <> '0'",
  ))
    holdByAddress(db, token);
  db.exec(
    `DROP TABLE tokens;
    ALTER TABLE held_tokens RENAME TO tokens;
    CREATE TABLE order_tokens (
      order_row INTEGER NOT NULL, token_id TEXT NOT NULL, amount TEXT NOT NULL,
      PRIMARY KEY (order_row, token_id)) WITHOUT ROWID;
    INSERT INTO order_tokens SELECT id, json_extract(details, '$.tokenId'), amount FROM orders
      WHERE json_extract(details, '$.tokenId') <> '' AND EXISTS (SELECT 1 FROM transactions WHERE order_row = orders.id);`,
  );
}

/** What came to an address most likely lies there still; the rest lies wherever there is room for it. */
function holdByAddress(
  db: DatabaseSync,
  { wallet_id, token_id, amount }: { wallet_id: bigint; token_id: string; amount: string },
): void {
  const hold = db.prepare('INSERT INTO held_tokens VALUES (?, ?, ?, ?)');
  let left = BigInt(amount);
  for (const { address, confirmed, used } of rows<{ address: string; confirmed: string; used: string | null }>(
    db,
    `SELECT address, confirmed, (SELECT group_concat(amount) FROM held_tokens t
       WHERE t.wallet_id = b.wallet_id AND t.address = b.address) AS used
     FROM balances b WHERE wallet_id = ? AND address <> '' ORDER BY EXISTS (SELECT 1 FROM deposits d
       WHERE d.wallet_id = b.wallet_id AND d.address = b.address AND d.token_id = ?) DESC, address`,
    wallet_id,
    token_id,
  )) {
    const taken = (used ?? '0').split(',').reduce((sum, part) => sum + BigInt(part), 0n);
    const free = BigInt(confirmed) - taken;
    const part = left < free ? left : free;
    if (part <= 0n) continue;
    hold.run(wallet_id, address, token_id, String(part));
    left -= part;
  }
}

/** An order that waits tells in figures of one length what it waits for, so that an index finds those that can be paid. */
export function needsOfOrders(db: DatabaseSync): void {
  db.exec(
    `ALTER TABLE orders ADD COLUMN need TEXT NOT NULL DEFAULT '';
    ALTER TABLE orders ADD COLUMN toll TEXT NOT NULL DEFAULT '';
    ALTER TABLE orders ADD COLUMN token_id TEXT NOT NULL DEFAULT '';
    DROP INDEX orders_waiting;
    CREATE INDEX orders_waiting ON orders (wallet_id, from_address, token_id, id, need, toll) WHERE state = 1;
    CREATE INDEX orders_by_need ON orders (wallet_id, from_address, token_id, need) WHERE state = 1;
    CREATE INDEX orders_by_toll ON orders (wallet_id, from_address, token_id, toll) WHERE state = 1;`,
  );
  const change = db.prepare(
    "UPDATE orders SET need = ?, toll = ?, token_id = coalesce(json_extract(details, '$.tokenId'), '') WHERE id = ?",
  );
  const figure = (amount: bigint): string => String(amount).padStart(80, '0');
  for (const { id, amount, fee, parent_id } of rows<{
    id: bigint;
    amount: string;
    fee: string;
    parent_id: bigint | null;
  }>(db, 'SELECT o.id, o.amount, o.fee, w.parent_id FROM orders o JOIN wallets w USING (wallet_id) WHERE o.state = 1'))
    change.run(
      figure(parent_id === null ? BigInt(amount) + BigInt(fee) : BigInt(amount)),
      figure(parent_id === null ? 0n : BigInt(fee)),
      id,
    );
}

function rows<T>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): T[] {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement.all(...values) as T[];
}
