/** Rows that nearly every request asks for, kept in memory until their table changes. */

/** What is kept. */
export interface Kept<Row extends object> {
  /** The row that a query of a table finds by this key: from memory, or else as `find` gives it. */
  readonly get: (table: string, sql: string, key: string, find: () => Row | undefined) => Row | undefined;
  /** Keeps the row that a query finds by this key from now on: of whoever has just changed the table, and knows. */
  readonly set: (table: string, sql: string, key: string, row: Row) => void;
  /** Forgets the rows of the table that a statement changes. */
  readonly forget: (sql: string) => void;
  /** Forgets all: something was undone that may have been read already. */
  readonly clear: () => void;
}

/** Starts with nothing. */
export function createKept<Row extends object>(): Kept<Row> {
  type Rows = Map<string, Row>;
  const queries = new Map<string, Rows>();
  const tables = new Map<string, Rows[]>();
  const changed = new Map<string, readonly Rows[]>(); // by statement
  const ofTable = (table: string): Rows[] => {
    const found = tables.get(table) ?? [];
    tables.set(table, found);
    return found;
  };
  const ofQuery = (table: string, sql: string): Rows => {
    const rows: Rows = new Map();
    queries.set(sql, rows);
    ofTable(table).push(rows);
    return rows;
  };
  return {
    get(table, sql, key, find) {
      const rows = queries.get(sql) ?? ofQuery(table, sql);
      let row = rows.get(key);
      if (!row && (row = find())) rows.set(key, row); // what there is not has no end, and is not kept
      return row;
    },
    set(table, sql, key, row) {
      (queries.get(sql) ?? ofQuery(table, sql)).set(key, row);
    },
    forget(sql) {
      let stale = changed.get(sql);
      if (!stale) changed.set(sql, (stale = ofTable(CHANGES.exec(sql)?.[1] ?? '')));
      for (const rows of stale) rows.clear();
    },
    clear() {
      for (const rows of queries.values()) rows.clear();
    },
  };
}

const CHANGES = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i;
