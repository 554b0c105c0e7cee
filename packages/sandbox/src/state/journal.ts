/** What rows were before they changed, since points in time that somebody goes back to or compares with: what that costs grows with the changes alone. */
import type { Row, Store } from './store.ts';

/** A point in time. */
export interface Mark {
  readonly mark: bigint;
  /** What was kept with it. */
  readonly value: string;
}

/** The journal of a state. It is no part of it, and ends with the process. Nothing is kept before the first mark is set. */
export interface Journal {
  readonly find: (name: string) => Mark | undefined;
  /** Names the present. A mark that had the name before goes. */
  readonly mark: (name: string, value: string) => void;
  /** Brings every row back to what it was then. */
  readonly restore: (mark: Mark) => void;
  /** The rows that changed since, as JSON: each as it was then, and each as it is now. */
  readonly changes: (mark: Mark) => readonly TableChanges[];
}

/** What changed in a table. */
export interface TableChanges {
  readonly table: string;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** With their types, without which no index of theirs would be used for a comparison with the table's. */
  readonly declared: string;
  /** Those of the primary key. */
  readonly key: readonly string[];
}

const list = (names: readonly string[], of = ''): string => names.map((name) => `${of}${name}`).join(', ');

/** A row of a table as JSON, in SQL. */
export const asJson = (columns: readonly string[], of = ''): string => `json_array(${list(columns, of)})`;

/** The names of a table's columns, in their order. */
export const columnsOf = (store: Store, table: string): string[] => tableOf(store, table).columns.slice();

function tableOf(store: Store, name: string): Table {
  const columns = store.all<{ name: string; type: string; pk: bigint }>(
    'SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid',
    name,
  );
  const key = columns.filter(({ pk }) => pk > 0n).map((column) => column.name);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, by which its rows could be restored.`);
  const declared = columns.map((column) => `${column.name} ${column.type}`).join(', ');
  return { name, columns: columns.map((column) => column.name), declared, key };
}

/** Keeps the row `of` (old or new) of a table as it was at the latest mark, unless its key has been kept since. */
const keep = ({ name, columns, key }: Table, of: 'old' | 'new'): string => `
  INSERT INTO was_${name}
  SELECT latest.mark, ${of === 'old' ? '1' : '0'}, ${list(columns, `${of}.`)}
  FROM (SELECT max(mark) AS mark FROM marks) AS latest
  WHERE NOT EXISTS (
    SELECT 1 FROM was_${name} WHERE ${key.map((column) => `${column} = ${of}.${column}`).join(' AND ')} AND at_mark = latest.mark);`;

/** One row of each key that changed since a mark: the first that was kept. */
const FIRST_SINCE = ({ name, key }: Table): string => `
  was_${name} AS w WHERE at_mark >= ? AND at_mark = (
    SELECT min(at_mark) FROM was_${name} AS x
    WHERE ${key.map((column) => `x.${column} = w.${column}`).join(' AND ')} AND x.at_mark >= ?)`;

/** Temporary tables and triggers: other processes, and the file, know nothing of them. */
function install(store: Store, tables: readonly Table[]): void {
  if (store.get("SELECT 1 FROM sqlite_temp_schema WHERE name = 'marks'")) return;
  store.run('CREATE TEMP TABLE marks (mark INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value TEXT NOT NULL)');
  for (const table of tables) {
    const { name, declared, key } = table;
    store.run(
      `CREATE TEMP TABLE was_${name} (at_mark INTEGER NOT NULL, existed INTEGER NOT NULL, ${declared}, PRIMARY KEY (${list(key)}, at_mark)) WITHOUT ROWID`,
    );
    store.run(`CREATE INDEX temp.was_${name}_at ON was_${name} (at_mark)`); // marks of long ago have much that later ones need not see
    store.run(`CREATE TEMP TABLE back_${name} (existed, ${declared})`);
    for (const [event, rows] of [
      ['INSERT', ['new']],
      ['DELETE', ['old']],
      ['UPDATE', ['old']],
      [`UPDATE OF ${list(key)}`, ['new']],
    ] as const)
      store.run(
        `CREATE TEMP TRIGGER ${name}_${event.replaceAll(/\W+/g, '_')} AFTER ${event} ON ${name} BEGIN ${rows.map((of) => keep(table, of)).join('')} END`,
      );
  }
}

/** Makes it. All of it is called within a write, and undone with it. */
export function createJournal(store: Store): Journal {
  const tables = (): Table[] => store.tables().map((name) => tableOf(store, name));
  const isKept = (): boolean => store.get("SELECT 1 FROM sqlite_temp_schema WHERE name = 'marks'") !== undefined;
  const find = (name: string): Mark | undefined =>
    isKept() ? store.get<Row & Mark>('SELECT mark, value FROM marks WHERE name = ?', name) : undefined;

  /** What was kept for a mark that goes is the business of the one before it, if there is one. */
  const drop = ({ mark }: Mark): void => {
    const before = store.get<{ mark: bigint | null }>('SELECT max(mark) AS mark FROM marks WHERE mark < ?', mark)?.mark;
    for (const { name, key, columns } of tables()) {
      if (before != null)
        store.run(
          `INSERT INTO was_${name} SELECT ?, existed, ${list(columns)} FROM was_${name} AS w WHERE at_mark = ? AND NOT EXISTS (
            SELECT 1 FROM was_${name} AS x WHERE ${key.map((column) => `x.${column} = w.${column}`).join(' AND ')} AND x.at_mark = ?)`,
          before,
          mark,
          before,
        );
      store.run(`DELETE FROM was_${name} WHERE at_mark = ?`, mark);
    }
    store.run('DELETE FROM marks WHERE mark = ?', mark);
  };

  return {
    find,
    mark(name, value) {
      install(store, tables());
      const next = (store.get<{ mark: bigint | null }>('SELECT max(mark) AS mark FROM marks')?.mark ?? 0n) + 1n;
      const before = find(name);
      if (before) drop(before);
      store.run('INSERT INTO marks VALUES (?, ?, ?)', next, name, value);
    },
    restore({ mark }) {
      for (const table of tables()) {
        const { name, columns, key } = table;
        const isThere = `(${list(key)}) IN (SELECT ${list(key)} FROM back_${name})`;
        store.run(`INSERT INTO back_${name} SELECT existed, ${list(columns)} FROM ${FIRST_SINCE(table)}`, mark, mark);
        store.run(`DELETE FROM ${name} WHERE ${isThere}`);
        store.run(`INSERT INTO ${name} SELECT ${list(columns)} FROM back_${name} WHERE existed = 1`);
        store.run(`DELETE FROM back_${name}`);
      }
    },
    changes: ({ mark }) =>
      tables().map((table) => {
        const { name, columns, key } = table;
        const texts = (sql: string, ...values: bigint[]): string[] =>
          store.all<{ row: string }>(sql, ...values).map(({ row }) => row);
        return {
          table: name,
          was: texts(`SELECT ${asJson(columns)} AS row FROM ${FIRST_SINCE(table)} AND existed = 1`, mark, mark),
          is: texts(
            `SELECT ${asJson(columns)} AS row FROM ${name} WHERE (${list(key)}) IN (SELECT ${list(key)} FROM was_${name} WHERE at_mark >= ?)`,
            mark,
          ),
        };
      }),
  };
}
