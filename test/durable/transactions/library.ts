/** A library with transactions, in use: whatever its types are. */
import type { CallersTransaction } from '@wallet-operations/durable';

/** How a library is used; `T` is its own type of a transaction. */
export interface Use<T> {
  readonly begin: (work: (transaction: T) => Promise<void>) => Promise<void>;
  /** A transaction within one: PostgreSQL's savepoint. */
  readonly nest: (transaction: T, work: (transaction: T) => Promise<void>) => Promise<void>;
  readonly insert: (transaction: T, id: string) => Promise<unknown>;
  readonly fail: (transaction: T) => Promise<unknown>;
  readonly adapt: (transaction: T) => CallersTransaction;
  /** What is given by mistake. */
  readonly whole?: CallersTransaction;
  readonly close: () => Promise<unknown>;
}
/** A library in use, whatever its types are. */
export interface Library {
  readonly begin: (work: (inside: Inside) => Promise<void>) => Promise<void>;
  readonly whole: CallersTransaction | undefined;
  readonly close: () => Promise<unknown>;
}
export interface Inside {
  readonly transaction: CallersTransaction;
  readonly insert: (id: string) => Promise<unknown>;
  readonly fail: () => Promise<unknown>;
  readonly nest: (work: (inside: Inside) => Promise<void>) => Promise<void>;
}

/** Hides the library's own types. */
export function library<T>({ begin, nest, insert, fail, adapt, whole, close }: Use<T>): Library {
  const inside = (transaction: T): Inside => ({
    transaction: adapt(transaction),
    insert: (id) => insert(transaction, id),
    fail: () => fail(transaction),
    nest: (work) => nest(transaction, (inner) => work(inside(inner))),
  });
  return { begin: (work) => begin((transaction) => work(inside(transaction))), whole, close };
}

/** Begins, commits and rolls back by statements. */
export const byHand =
  <T>(run: (transaction: T, statement: string) => Promise<unknown>, [begin, commit, back]: readonly string[]) =>
  async (transaction: T, work: (transaction: T) => Promise<void>): Promise<void> => {
    await run(transaction, begin ?? '');
    try {
      await work(transaction);
      await run(transaction, commit ?? '');
    } catch (error) {
      await run(transaction, back ?? '');
      throw error;
    }
  };
export const WHOLE = ['BEGIN', 'COMMIT', 'ROLLBACK'];
export const NESTED = ['SAVEPOINT inner_one', 'RELEASE inner_one', 'ROLLBACK TO inner_one'];
/** What fails, and takes its transaction with it. */
export const FAILS = 'SELECT 1/0';
