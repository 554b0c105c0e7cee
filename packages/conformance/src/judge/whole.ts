/** Lists as far as they are known, and whether one was the same at each read of it. */
import type { Caller } from '@wallet-operations/transcript';
import { stringifyJson } from '@wallet-operations/json';
import { totalOf, type List } from '../calls/list.ts';
import { isReadBehind } from '../calls/lists.ts';
import { isSame, type Body, type Evidence, type Success } from './evidence.ts';
import type { Fact } from './fact.ts';

/** A list as far as it is known. */
export interface Whole {
  readonly list: Success;
  /** Whether there are no more records. */
  readonly isAll: boolean;
  /** Whether its largest page had room for more, and more there was. */
  readonly isCut: boolean;
}

/** The list of a caller, of the one whom most steps asked by default: its largest page with what is behind it, and whether that is all. */
export function wholeOf(
  { ok }: Evidence,
  { name, operation, parameters }: List,
  caller = ok(`${name}.again`)[0]?.exchange.caller,
): Whole | undefined {
  if (caller === undefined) return undefined;
  const [largest] = ok(`${name}.max.request_number`, caller);
  const [found] = [...(largest ? [largest] : []), ...ok(`${name}.plain`, caller)];
  if (!found) return undefined;
  const total = Number(found.body[totalOf(operation)]);
  // what came up meanwhile is no part of it
  const hasMore = largest !== undefined && total > found.records.length;
  const rest = hasMore ? ok(`${name}.rest`, caller).flatMap(({ records }) => records) : [];
  const size = parameters.find(({ maximum }) => maximum !== undefined);
  const most = largest ? size?.maximum : size?.default;
  const records = [...found.records, ...rest];
  const isAll = rest.length > 0 ? records.length >= total : found.records.length < Number(most ?? Infinity);
  return { list: { ...found, records }, isAll, isCut: rest.length > 0 };
}

/** Whether a page had room for more, by what was asked for. What becomes of more than the maximum the interface does not say. */
export function isRoomy({ parameters }: List, { exchange, records }: Success): boolean {
  const { name = '', default: size = Infinity, maximum } = parameters.find((one) => one.maximum !== undefined) ?? {};
  const asked = Number(exchange.request.query[name] ?? size);
  return asked <= (maximum ?? Infinity) && records.length < asked;
}

/** What is said where two answers do not go together, and the list moved on between them. */
export const MOVED = 'the list changed meanwhile';

/** Reads of lists that lie behind what is held against them, when other things are looked up. */
const LATER = /\.(later|beside|behind)$/;

/**
 * Whether the list of a caller was the same at each read of it: whatever was asked for twice was answered alike. Up to the closing read with all
 * that was in doubt then, or else up to the later one: where that was lost, nobody knows.
 */
export function isStill({ under, ok }: Evidence, list: List, caller: Caller, until?: 'later'): boolean {
  const { name } = list;
  const last = until !== undefined && isReadBehind(list, until) ? until : 'closing';
  if (isReadBehind(list, last) && ok(`${name}.${last}`, caller).length === 0) return false;
  const reads = under(`${name}.`).filter(
    ({ exchange }) => exchange.caller === caller && (until === 'later' || !LATER.test(exchange.step)),
  );
  const groups = Map.groupBy(reads, ({ exchange }) => stringifyJson(Object.entries(exchange.request.query).sort()));
  return [...groups.values()].every(([first, ...rest]) => rest.every((one) => areAlike(one.body, first?.body)));
}

/** One that comes in another order each time has not moved on. */
export const areAlike = (a: Body, b: Body = {}): boolean => isSame(a, b) || isSame(inAnyOrder(a), inAnyOrder(b));

const inAnyOrder = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.map(stringifyJson).sort() : value]),
  );

/** A difference of two answers between which the list moved on tells nothing. */
export const settled =
  (still: boolean) =>
  (fact: Fact): Fact =>
    fact.verdict === 'differs' && !still ? { ...fact, verdict: 'not observable', evidence: MOVED } : fact;
