/** Compares deposits: credits with the last callback of each. */
import { creditedAt } from '@wallet-operations/openapi/points';
import type { Callback } from '../callbacks/callback.ts';
import { hasFailed, isDeposit, isSafeToCredit } from '../callbacks/credit.ts';
import { blockOf, type CallbackEvent } from '../callbacks/event.ts';
import { progressOf } from '../callbacks/identity.ts';
import { toMainUnit } from '../numbers/amounts.ts';
import type { Books } from './books.ts';
import type { Comparison } from './comparison.ts';
import type { DepositDifference, FieldDifference } from './difference.ts';
import { entriesIn, other } from './fields.ts';
import type { DepositEntry } from './ledger.ts';
import { before, createHolder, inWindow, isSure, type Held, type Window } from './windows.ts';

/** Of any numbers that an answer of an operator may give. */
const { field, is, beside }: Safe = creditedAt;

interface Safe {
  readonly field: 'processing_state' | 'state';
  readonly is: number;
  readonly beside: readonly number[];
}

/** One transfer, by the callback of it that says most. */
interface Transfer {
  readonly callbacks: readonly Callback[];
  readonly last: Callback;
  readonly wasSafe: boolean;
}

/** Makes it. */
export function compareDeposits(
  books: Books<DepositEntry>,
  { keyOf, slack }: { readonly keyOf: (callback: Callback) => string; readonly slack: number },
): Comparison<DepositDifference> {
  const own = createHolder<DepositEntry>();
  const told = createHolder<Callback>();
  /** Callbacks that this run has looked at; `all` where what was looked at was all that is known of the key. */
  const looked = createHolder<Callback | 'all'>();
  const transfersOf = (key: string): Transfer[] => transfersIn(told.near(key).map(({ value }) => value));

  function* compareEntry(entry: DepositEntry, entries: number): Generator<DepositDifference> {
    const { key } = entry;
    const transfers = transfersOf(key);
    const isBooked = ({ last }: Transfer): boolean => unitsOf(last) === BigInt(entry.amount);
    const booked = transfers.filter(isBooked);
    const transfer = booked.find(({ last }) => isSafeToCredit(last)) ?? booked[0] ?? transfers[0];
    if (!transfer) {
      yield { kind: 'missing', of: 'deposit', key, books: entry };
      return;
    }
    const { last } = transfer;
    const event = eventOf(transfer);
    const fields: FieldDifference[] = [
      ...entriesIn(entries),
      ...(isBooked(transfer) ? [] : [other('amount', String(entry.amount), last.amount)]),
      ...(event === 'credited' ? [] : [other('event', 'credited', event)]),
    ];
    if (transfers.length > 1)
      fields.push({ field: 'transfers', books: '1', service: String(transfers.length), likeness: 'unclear' });
    if (fields.length > 0) yield { kind: 'differing', of: 'deposit', key, books: entry, fields, service: last };
  }

  /** Callbacks of a key with which no entry is compared. What is safe has to be in the books, what has failed must not be. */
  async function* compareTold(key: string, window: Window): AsyncGenerator<DepositDifference> {
    const entries = own.near(key);
    if (entries.some((entry) => isSure(entry.window, window, slack))) return;
    const news = newIn(window, told.near(key), looked.near(key));
    if (news.length === 0) return;
    for (const callback of news) looked.add(window, key, callback);

    const entry = entries[0]?.value ?? (await books.find?.(key));
    if (entry) {
      looked.add(window, key, 'all');
      yield* compareEntry(entry, Math.max(1, entries.length));
      return;
    }
    const transfers = transfersOf(key);
    const withNew = (isEvent: (callback: Callback) => boolean): Transfer[] =>
      transfers.filter(
        ({ callbacks, last }) => isEvent(last) && callbacks.some((one) => isEvent(one) && news.includes(one)),
      );
    for (const { last } of withNew(isSafeToCredit)) yield { kind: 'foreign', of: 'deposit', key, service: last };
    if (books.find || transfers.some(({ last }) => isSafeToCredit(last))) return;
    for (const { last } of withNew(hasFailed).filter((transfer) => isLate(transfer.last))) {
      // Its credit, if there is one, may lie before all that is in memory, whatever else is.
      const late = { field: 'event', books: 'credited', service: 'reversed', likeness: 'unclear' } as const;
      yield { kind: 'differing', of: 'deposit', key, books: undefined, fields: [late], service: last };
    }
  }

  return {
    async load(window, callbacks) {
      for await (const entry of books.list(window)) own.add(window, entry.key, entry);
      for (const callback of callbacks) {
        if (!isDeposit(callback)) continue;
        unitsOf(callback);
        told.add(window, keyOf(callback), callback);
      }
    },

    async *compare(window) {
      for (const key of own.namesIn(window)) {
        const entries = own.near(key);
        const [first, ...others] = inWindow(entries, window);
        if (first) yield* compareEntry(first, 1 + others.length + before(entries, window).length);
      }
      for (const key of told.namesIn(window)) yield* compareTold(key, window);
    },

    forget(window) {
      for (const holder of [own, told, looked]) holder.forget(window);
    },
  };
}

/** @throws AmountError for an amount that is no number of smallest units */
const unitsOf = ({ amount }: Callback): bigint => BigInt(toMainUnit(amount, 0));

/** What is safe or has failed, and says in a window what nothing has said that was looked at within reach of it. */
function newIn(
  window: Window,
  told: readonly Held<Callback>[],
  looked: readonly Held<Callback | 'all'>[],
): readonly Callback[] {
  if (looked.some(({ value }) => value === 'all')) return [];
  const seen = looked.flatMap(({ value }) => (value === 'all' ? [] : [value]));
  const earlier = before(told, window);
  return inWindow(told, window).filter(
    (callback) =>
      (isSafeToCredit(callback) || hasFailed(callback)) &&
      !earlier.some((one) => isSameEvent(one, callback) && isSameTransfer(one, callback)) &&
      !seen.some((one) => isSameEvent(one, callback) && isCopy(one, callback)),
  );
}

const isSameEvent = (one: Callback, two: Callback): boolean =>
  isSafeToCredit(one) === isSafeToCredit(two) && hasFailed(one) === hasFailed(two);

/** Certainly: without a block equal deposits of one key look the same. */
const isSameTransfer = (one: Callback, two: Callback): boolean =>
  one.block_height !== 0n && one.block_height === two.block_height && isCopy(one, two);

/** Copies say the same amount, and of one block the same place: what does not is another transfer, as it is for the handler of callbacks. */
function transfersIn(callbacks: readonly Callback[]): Transfer[] {
  const groups: Callback[][] = [];
  for (const callback of callbacks) {
    const group = groups.find((group) => group.every((one) => isCopy(one, callback)));
    if (group) group.push(callback);
    else groups.push([callback]);
  }
  return groups.map((group) => ({
    callbacks: group,
    last: group.reduce((one, next) => (progressOf(next) >= progressOf(one) ? next : one)),
    wasSafe: group.some(isSafeToCredit),
  }));
}

const isCopy = (one: Callback, two: Callback): boolean =>
  unitsOf(one) === unitsOf(two) && (blockOf(one) !== blockOf(two) || blockOf(one) === '0' || one.tindex === two.tindex);

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
