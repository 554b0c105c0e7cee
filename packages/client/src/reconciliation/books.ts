/** Asks your books, copies what they give, and waits no longer than the run does. */
import type { DepositEntry, Entries, Ledger, WithdrawalEntry } from './ledger.ts';
import type { Window } from './windows.ts';

/** Books that can be compared. */
export interface Books<T> {
  readonly list: (window: Window) => AsyncIterable<T>;
  /** Undefined where the ledger cannot be asked by name. */
  readonly find: ((name: string) => Promise<T | undefined>) | undefined;
}

type Asked<T> = (...given: never[]) => T;

/** The withdrawals of a ledger that has them. */
export const withdrawalsOf = (ledger: Ledger, signal?: AbortSignal): Books<WithdrawalEntry> | undefined =>
  booksOf(ledger, 'withdrawals', 'withdrawal', checkedWithdrawal, signal);

/** The deposits of a ledger that has them. */
export const depositsOf = (ledger: Ledger, signal?: AbortSignal): Books<DepositEntry> | undefined =>
  booksOf(ledger, 'deposits', 'deposit', checkedDeposit, signal);

function booksOf<T extends object>(
  ledger: Ledger,
  listName: 'withdrawals' | 'deposits',
  findName: 'withdrawal' | 'deposit',
  checked: (entry: unknown) => T,
  signal: AbortSignal | undefined,
): Books<T> | undefined {
  for (const name of [listName, findName])
    if (typeof (ledger[name] ?? isNothing) !== 'function')
      throw new TypeError(`${name} of the ledger is no function. Give one, or leave it out.`);
  if (!ledger[listName]) return undefined;
  const ask = (name: keyof Ledger, ...given: unknown[]): unknown =>
    (ledger[name] as Asked<unknown>).apply(ledger, given as never[]);
  return {
    async *list({ from, to }) {
      for await (const entry of each(ask(listName, from, to) as Entries<unknown>, listName, signal))
        yield checked(entry);
    },
    find: ledger[findName]
      ? async (name) => {
          const entry = await unlessAborted(ask(findName, name), signal);
          return (entry ?? undefined) === undefined ? undefined : checked(entry);
        }
      : undefined,
  };
}

const isNothing = (): undefined => undefined;

/**
 * Entries one by one.
 *
 * @throws TypeError for a list that is none
 */
async function* each<T>(entries: Entries<T>, name: string, signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
  const list: unknown = await unlessAborted(entries, signal);
  if (typeof list !== 'object' || list === null || !(Symbol.iterator in list || Symbol.asyncIterator in list))
    throw new TypeError(`${name} of the ledger gave no list. Give an array, or what can be iterated.`);
  if (!(Symbol.asyncIterator in list)) {
    for (const entry of list as Iterable<T | PromiseLike<T>>) {
      signal?.throwIfAborted();
      yield await entry;
    }
    return;
  }
  const rows = (list as AsyncIterable<T>)[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const row = await unlessAborted(rows.next(), signal);
      isOver = row.done === true;
      if (row.done) return;
      yield row.value;
    }
  } catch (error) {
    isOver ||= !signal?.aborted; // what throws by itself has ended
    throw error;
  } finally {
    // Not waited for: one that hangs would hang here as well.
    if (!isOver) void Promise.resolve(rows.return?.()).catch(isNothing);
  }
}

/** What comes of it, or the reason of the signal, whichever is first. */
async function unlessAborted<T>(value: T | PromiseLike<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return value;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => {
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([value, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * A copy: rows may be of a class, or one object for all.
 *
 * @throws TypeError for an entry that cannot be compared
 */
function checkedWithdrawal(entry: unknown): WithdrawalEntry {
  const { order_id, address, amount, memo, token_id } = rowOf<keyof WithdrawalEntry>(entry);
  for (const [name, value] of Object.entries({ order_id, address, amount, memo: memo ?? '', token_id: token_id ?? '' }))
    if (typeof value !== 'string') throw new TypeError(`A withdrawal of the ledger has no text in ${name}.`);
  if (order_id === '') throw new TypeError('A withdrawal of the ledger has no order_id.');
  const copy = {
    order_id,
    address,
    amount,
    ...(memo !== undefined && { memo }),
    ...(token_id !== undefined && { token_id }),
  };
  return copy as WithdrawalEntry;
}

/** Likewise. */
function checkedDeposit(entry: unknown): DepositEntry {
  const { key, amount } = rowOf<keyof DepositEntry>(entry);
  if (typeof key !== 'string' || key === '') throw new TypeError('A deposit of the ledger has no key.');
  if (!/^(?:bigint [0-9]|string [0-9]+$)/.test(`${typeof amount} ${String(amount)}`))
    throw new TypeError(
      `The deposit ${key} of the ledger has ${String(amount)} as its amount. Give smallest units: a bigint, or digits.`,
    );
  return { key, amount: amount as string | bigint };
}

const rowOf = <Name extends string>(entry: unknown): Partial<Record<Name, unknown>> =>
  typeof entry === 'object' && entry !== null ? entry : {};
