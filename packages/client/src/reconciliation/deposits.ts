/** Compares deposits: credits with the last callback of each. */
import { creditedAt } from '@wallet-operations/openapi/points';
import type { Callback } from '../callbacks/callback.ts';
import { hasFailed, isDeposit, isSafeToCredit } from '../callbacks/credit.ts';
import type { CallbackEvent } from '../callbacks/event.ts';
import { progressOf } from '../callbacks/identity.ts';
import type { Comparison } from './comparison.ts';
import type { DepositDifference, FieldDifference } from './difference.ts';
import { entriesIn, other } from './fields.ts';
import { checkedDeposit, each, type DepositEntry, type Ledger } from './ledger.ts';
import { createHolder, isFirstIn, type Window } from './windows.ts';

/** Of any numbers that an answer of an operator may give. */
const { field, is, beside }: Safe = creditedAt;

interface Safe {
  readonly field: 'processing_state' | 'state';
  readonly is: number;
  readonly beside: readonly number[];
}

/** One transfer, by the callback of it that says most. */
interface Transfer {
  readonly last: Callback;
  readonly wasSafe: boolean;
}

/** Makes it. */
export function compareDeposits(
  ledger: Pick<Ledger, 'deposit'> & Required<Pick<Ledger, 'deposits'>>,
  keyOf: (callback: Callback) => string,
): Comparison<DepositDifference> {
  const own = createHolder<DepositEntry>();
  const told = createHolder<Callback>();
  const transfersOf = (key: string): Transfer[] => transfersIn(told.near(key).map(({ value }) => value));

  function* compareOwn(books: DepositEntry, entries: number): Generator<DepositDifference> {
    const { key } = books;
    const transfers = transfersOf(key);
    const isBooked = ({ last }: Transfer): boolean => BigInt(last.amount) === BigInt(books.amount);
    const booked = transfers.filter(isBooked);
    const transfer = booked.find(({ last }) => isSafeToCredit(last)) ?? booked[0] ?? transfers[0];
    if (!transfer) {
      yield { kind: 'missing', of: 'deposit', key, books };
      return;
    }
    const { last } = transfer;
    const event = eventOf(transfer);
    const fields: FieldDifference[] = [
      ...entriesIn(entries),
      ...(isBooked(transfer) ? [] : [other('amount', String(books.amount), last.amount)]),
      ...(event === 'credited' ? [] : [other('event', 'credited', event)]),
    ];
    if (transfers.length > 1)
      fields.push({ field: 'transfers', books: '1', service: String(transfers.length), likeness: 'unclear' });
    if (fields.length > 0) yield { kind: 'differing', of: 'deposit', key, books, fields, service: last };
  }

  /** What is safe has to be in the books. */
  async function* compareSafe(key: string, window: Window): AsyncGenerator<DepositDifference> {
    const isNew = isFirstIn(
      window,
      told.near(key).filter(({ value }) => isSafeToCredit(value)),
    );
    const safe = isNew ? transfersOf(key).filter(({ last }) => isSafeToCredit(last)) : [];
    if (safe.length === 0) return;
    const entry = await ledger.deposit?.(key);
    if (entry) yield* compareOwn(checkedDeposit(entry), 1);
    else for (const { last } of safe) yield { kind: 'foreign', of: 'deposit', key, service: last };
  }

  /** What has failed must not be, whenever it was credited. */
  async function* compareFailed(key: string, window: Window): AsyncGenerator<DepositDifference> {
    const isNew = isFirstIn(
      window,
      told.near(key).filter(({ value }) => hasFailed(value)),
    );
    const transfers = isNew ? transfersOf(key) : [];
    const failed = transfers.find(({ last }) => hasFailed(last));
    if (!failed || transfers.some(({ last }) => isSafeToCredit(last))) return;
    const { last } = failed;
    if (ledger.deposit) {
      const entry = await ledger.deposit(key);
      if (entry) yield* compareOwn(checkedDeposit(entry), 1);
    } else if (isLate(last) && !failed.wasSafe) {
      // It was safe before all that is in memory, and so was its credit, if there was one.
      const late = { field: 'event', books: 'credited', service: 'reversed', likeness: 'unclear' } as const;
      yield { kind: 'differing', of: 'deposit', key, books: undefined, fields: [late], service: last };
    }
  }

  return {
    async load(window, callbacks) {
      for await (const entry of each(ledger.deposits(window.from, window.to), 'deposits'))
        own.add(window, entry.key, checkedDeposit(entry));
      for (const callback of callbacks) if (isDeposit(callback)) told.add(window, keyOf(callback), callback);
    },

    async *compare(window) {
      for (const key of own.namesIn(window)) {
        const entries = own.near(key);
        const [first] = entries;
        if (first && isFirstIn(window, entries)) yield* compareOwn(first.value, entries.length);
      }
      for (const key of told.namesIn(window)) {
        if (own.near(key).length > 0) continue;
        yield* compareSafe(key, window);
        yield* compareFailed(key, window);
      }
    },

    forget(window) {
      own.forget(window);
      told.forget(window);
    },
  };
}

/** Copies say the same amount, and of one block the same place: what does not is another transfer, as it is for the handler of callbacks. */
function transfersIn(callbacks: readonly Callback[]): Transfer[] {
  const groups: Callback[][] = [];
  for (const callback of callbacks) {
    const group = groups.find((group) => group.every((one) => isCopy(one, callback)));
    if (group) group.push(callback);
    else groups.push([callback]);
  }
  return groups.map((group) => ({
    last: group.reduce((one, next) => (progressOf(next) >= progressOf(one) ? next : one)),
    wasSafe: group.some(isSafeToCredit),
  }));
}

const isCopy = (one: Callback, two: Callback): boolean =>
  one.amount === two.amount &&
  (one.block_height !== two.block_height || one.block_height === 0n || one.tindex === two.tindex);

function eventOf({ last, wasSafe }: Transfer): CallbackEvent {
  if (isSafeToCredit(last)) return 'credited';
  if (!hasFailed(last)) return 'detected';
  return wasSafe || isLate(last) ? 'reversed' : 'failed';
}

/** Whether a failure comes after what was safe: its progress is beyond that of the same callback if it were safe. */
function isLate(failure: Callback): boolean {
  const [least = 0] = beside;
  const [state, processing_state] = field === 'state' ? [is, least] : [least, is];
  return progressOf(failure) > progressOf({ ...failure, state, processing_state });
}
