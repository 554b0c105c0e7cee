/** The latest moment that a state tells of, wherever it is written: no time before it makes sense in that state. */
import type { Store } from './store.ts';

/** Milliseconds; of the tables that grow, only their ends are read. */
const MOMENTS = [
  "SELECT json_extract(value, '$.time') AS at FROM meta WHERE key = 'tip'",
  'SELECT create_time AS at FROM orders WHERE id = (SELECT max(id) FROM orders)',
  'SELECT broadcast_at AS at FROM transactions WHERE id = (SELECT max(id) FROM transactions)',
  'SELECT came_at AS at FROM deposits WHERE id = (SELECT max(id) FROM deposits)',
  'SELECT time AS at FROM blocks WHERE height = (SELECT max(height) FROM blocks)',
  'SELECT time * 1000 AS at FROM callbacks WHERE serial = (SELECT max(serial) FROM callbacks)',
  'SELECT max(at) AS at FROM attempts',
  'SELECT max(update_time) AS at FROM whitelist',
  'SELECT create_time AS at FROM vault_transactions WHERE id = (SELECT max(id) FROM vault_transactions)',
];

/** That moment; 0 for a state in which nothing happened yet. */
export const latestOf = (store: Store): number =>
  Math.max(0, ...MOMENTS.map((sql) => Number(store.get<{ at: bigint | number | null }>(sql)?.at ?? 0)));
