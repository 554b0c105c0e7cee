/** Snapshots of the whole state, in memory, for tests that start from the same point again and again. */
import { hash } from 'node:crypto';
import { asJson, columnsOf, createJournal } from '../state/journal.ts';
import { setTip, tipOf } from '../state/tip.ts';
import type { ClockReading } from '../state/clock.ts';
import type { Context } from '../context.ts';

/** The snapshots of a sandbox. */
export interface Snapshots {
  readonly take: () => string;
  /** A hash of the state. */
  readonly fingerprint: () => string;
  /** @throws Error for a name that was never given. */
  readonly restore: (name: string) => void;
  /** Empties the state. */
  readonly clear: () => void;
}

/** What is no content of the state, but of the process or the file that has it. */
const KEPT: readonly string[] = ['clock', 'seed', 'open'];

const butKept = (table: string): string =>
  table === 'meta' ? ` WHERE key NOT IN (${KEPT.map((key) => `'${key}'`).join(', ')})` : '';

/** As `butKept`, of a row as JSON. */
const isCounted = (table: string, row: string): boolean =>
  table !== 'meta' || !KEPT.includes((JSON.parse(row) as [string])[0]);

/** Sums of hashes have the same width for ever. */
const MODULUS = 2n ** 128n;

const hashOf = (table: string, row: string): bigint => BigInt(`0x${hash('sha256', table + row).slice(0, 32)}`);

const FINGERPRINT = 'fingerprint';

/** Makes them; `forget` lets go of what is no part of the state, but hangs on it. */
export function createSnapshots(context: Context, forget: () => void): Snapshots {
  const { store, clock, endEra } = context;
  const journal = createJournal(store);
  let taken = 0;

  /** The sum of the hashes of all rows: in whatever order they are, and so that one that changes need not have the others read. */
  const sumOf = (table: string, rows: readonly string[]): bigint =>
    rows.reduce((sum, row) => (isCounted(table, row) ? sum + hashOf(table, row) : sum), 0n);
  const sumOfAll = (): bigint =>
    store
      .tables()
      .map((table) =>
        sumOf(
          table,
          store
            .all<{ row: string }>(`SELECT ${asJson(columnsOf(store, table))} AS row FROM ${table}`)
            .map(({ row }) => row),
        ),
      )
      .reduce((sum, one) => sum + one, 0n);

  return {
    take() {
      const name = `snapshot-${String(++taken)}`;
      journal.mark(name, JSON.stringify(clock.read()));
      return name;
    },
    fingerprint() {
      const before = journal.find(FINGERPRINT);
      const sum = before
        ? journal
            .changes(before)
            .reduce((all, { table, was, is }) => all - sumOf(table, was) + sumOf(table, is), BigInt(before.value))
        : sumOfAll();
      const fingerprint = ((sum % MODULUS) + MODULUS) % MODULUS;
      journal.mark(FINGERPRINT, String(fingerprint));
      return fingerprint.toString(16).padStart(32, '0');
    },
    restore(name) {
      const snapshot = name === FINGERPRINT ? undefined : journal.find(name);
      if (!snapshot) throw new Error(`There is no snapshot ${name}.`);
      journal.restore(snapshot);
      clock.set(JSON.parse(snapshot.value) as ClockReading);
      journal.mark(name, snapshot.value); // the present is the same: what changes from here is all that the next one undoes
      forget();
      endEra();
    },
    clear() {
      for (const table of store.tables()) store.run(`DELETE FROM ${table}${butKept(table)}`);
      forget();
      // the next block comes a whole interval from now, whatever the chain was
      setTip(store, { ...tipOf(store, clock.now()), time: clock.now() });
      endEra();
    },
  };
}
