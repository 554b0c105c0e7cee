/** What answers of a run show that later calls ask for: orders, transactions, serials, addresses. */
import type { Caller } from '@wallet-operations/transcript';
import type { Known } from './asked.ts';
import { listsIn } from './list.ts';

type Record_ = Readonly<Record<string, unknown>>;

/** The records under a field of the answers of some steps. */
export const recordsOf = (known: Known, steps: readonly string[], caller?: Caller): Record_[] =>
  steps.flatMap((step) =>
    known.bodies(step, caller).flatMap((body) => listsIn(body).flatMap(({ records }) => records)),
  );

/** Different texts of a field, none of them empty. */
export const textsOf = (records: readonly Record_[], field: string): string[] => [
  ...new Set(
    records.flatMap((record) => (typeof record[field] === 'string' && record[field] !== '' ? [record[field]] : [])),
  ),
];

/** Unix seconds of a time; none of what is no such value. */
export function secondsAt(value: unknown): number[] {
  const seconds = typeof value === 'string' ? Math.floor(Date.parse(value) / 1000) : Number(value);
  return Number.isFinite(seconds) && seconds > 0 ? [seconds] : [];
}

/** The caller whose answers have the most different values of some fields, or else the most records; the first of those that answered. */
export function richest(known: Known, step: string, fields: readonly string[]): Caller | undefined {
  const counts = known.answered(step).map((caller) => {
    const records = recordsOf(known, [step], caller);
    const kinds = new Set(fields.flatMap((field) => records.map((record) => `${field} ${String(record[field])}`)));
    return { caller, kinds: kinds.size, count: records.length };
  });
  return counts.sort((a, b) => b.kinds - a.kinds || b.count - a.count)[0]?.caller;
}

/** Callbacks that came up later than their transaction was packed: they were told of before, with fewer blocks. In the order of their blocks. */
export function lateIn(callbacks: readonly Record_[]): Record_[] {
  const packed = callbacks.filter(({ chain_at }) => Number(chain_at) > 0);
  // by output and block: one that was taken back tells nothing of the one after it
  const ids = new Map<unknown, number>();
  const idOf = (value: unknown): number => {
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return id;
  };
  const keyOf = ({ txid, vout_index, chain_at }: Record_): string => [txid, vout_index, chain_at].map(idOf).join(' ');
  const fewest = new Map<string, number>();
  for (const record of packed) {
    const [key, blocks] = [keyOf(record), Number(record.confirm_blocks)];
    if (blocks < (fewest.get(key) ?? Infinity)) fewest.set(key, blocks);
  }
  const isLate = (record: Record_): boolean => (fewest.get(keyOf(record)) ?? Infinity) < Number(record.confirm_blocks);
  return packed.filter(isLate).sort((a, b) => Number(a.chain_at) - Number(b.chain_at));
}

/**
 * Some of them: the first, one in the middle, the last; of those of which it is certain, where there are any: blocks can follow each other
 * within a second.
 */
export function toldLate(callbacks: readonly Record_[]): Record_[] {
  const late = lateIn(callbacks);
  const certain = late.filter((record) => isCertainlyLate(record, callbacks));
  const chosen = certain.length > 0 ? certain : late;
  const places = new Set([0, Math.floor(chosen.length / 2), chosen.length - 1]);
  return chosen.filter((_, i) => places.has(i));
}

/** The second behind that in which the transaction of a callback was packed. */
export const behindPacked = ({ chain_at }: Record_): number => Number(chain_at) + 1;

/** Whether a callback came up later than at a time, that second: behind one, by their serials, that tells of a later block. */
export const isCertainlyLate = (record: Record_, callbacks: readonly Record_[], time = behindPacked(record)): boolean =>
  areInOrder(callbacks) && callbacks.some((other) => isBefore(other, record) && Number(other.chain_at) > time);

/** So many times one block follows another before serials are taken for an order: fewer may do so by chance. */
const FEWEST = 4;

/** And such a part of all that do not follow each other by their serials: the times of blocks are their miners' own. */
const MOST_WRONG = 0.2;

const orders = new WeakMap<readonly Record_[], boolean>();

/** Whether the serials of callbacks are as they came up: the interface says that they are unique, and no more. */
export function areInOrder(callbacks: readonly Record_[]): boolean {
  const known = orders.get(callbacks);
  if (known !== undefined) return known;
  const firsts = new Map<string, Record_>();
  for (const record of callbacks) {
    if (!(Number(record.chain_at) > 0)) continue;
    const key = [record.txid, record.vout_index, record.chain_at].map(String).join(' ');
    const first = firsts.get(key);
    if (!first || isBefore(record, first)) firsts.set(key, record);
  }
  const times = [...firsts.values()]
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .map(({ chain_at }) => Number(chain_at))
    .filter((time, i, all) => time !== all[i - 1]);
  const steps = times.slice(1).map((time, i) => time > (times[i] ?? 0));
  const isSo = steps.length >= FEWEST && steps.filter((isLater) => !isLater).length <= MOST_WRONG * steps.length;
  orders.set(callbacks, isSo);
  return isSo;
}

/**
 * Tells of callbacks of what is in no block whether they tell of it on its way: of the same output one came up behind it that is in a block. Of one
 * that came up later it may tell that the block was taken back.
 */
export function onItsWayIn(callbacks: readonly Record_[]): (record: Record_) => boolean {
  const keyOf = ({ txid, vout_index }: Record_): string => `${String(txid)} ${String(vout_index)}`;
  const packed = Map.groupBy(
    callbacks.filter(({ block_height }) => Number(block_height) > 0),
    keyOf,
  );
  const isOrder = areInOrder(callbacks);
  return (record) => isOrder && (packed.get(keyOf(record))?.every((other) => isBefore(record, other)) ?? false);
}

/**
 * Tells whether a list may lack a callback because it keeps them for some days, or so many of them: it has those that came up last, by their serials.
 * Where these are in no order, that may be any but one that came up behind all.
 */
export function mayLack(listed: readonly Record_[], isOrder = areInOrder(listed)): (record: Record_) => boolean {
  const serials = new Set(listed.map(({ serial }) => String(serial)));
  return (record) =>
    'serial' in record &&
    !serials.has(String(record.serial)) &&
    (isOrder ? listed.every((one) => isBefore(record, one)) : !listed.every((one) => isBefore(one, record)));
}

/** Whether a callback came up before another, by their serials, which may be beyond 2^53. */
export const isBefore = ({ serial: a }: Record_, { serial: b }: Record_): boolean => isWhole(a) && isWhole(b) && a < b;

const isWhole = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
