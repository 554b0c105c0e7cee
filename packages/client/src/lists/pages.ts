/** Reads a paged operation from its first record to its last. */
import { pagings } from '@wallet-operations/openapi/tables';
import type { CallOptions } from '../options.ts';
import type { Output } from '../types.ts';
import { unexpected } from '../answers/unexpected.ts';
import { UnreadableResponseError } from '../errors.ts';
import { compare, overlapAfter, textOf } from './place.ts';

/** The operations that answer in pages. */
export type PagedOperationId = keyof typeof pagings;

type RecordsField<Id extends PagedOperationId> = (typeof pagings)[Id]['records'];

/** One record of a paged operation. */
export type RecordOf<Id extends PagedOperationId> =
  Output<Id> extends Readonly<Record<RecordsField<Id>, readonly (infer R)[]>> ? R : never;

/** How to page. */
export interface PageOptions extends CallOptions {
  /**
   * Records of one call, besides the few by which pages overlap. Default: as many as the operation allows, and never more than
   * that. A page that brings nothing new is followed by larger ones.
   */
  readonly pageSize?: number;
}

type AnyCall = (input: object, options: CallOptions) => Promise<Record<string, unknown>>;

interface Paging {
  readonly records: string;
  readonly total: string;
  readonly atMost: number;
}

/** A page, with the texts by which its records are told apart. */
interface Page<R> {
  readonly found: R[];
  readonly texts: readonly string[];
  readonly total: number;
}

/** Pages in a row that bring nothing, each twice as large as the one before, after which it gives up. */
const MOST_IDLE = 100;
/** For how many the same page once more counts: a list may move by a page between two calls, but not again and again. */
const SAME = 10;

const UNJOINED =
  'the pages do not join: the list changes too fast, or too many of its records are equal. Read it again, with a fixed to_time if it takes one';

/**
 * Every record of a paged operation that is there from beginning to end, as they come, or an error. Calls the operation page by
 * page, in turn.
 *
 * Each page shows the last records of the one before again, mostly two, and so whether the list has moved. New records in front
 * shift the rest; what is new may come or not. Where records have disappeared, it looks for its place from a page before on. Two
 * records are the same if all their fields are: one that changes meanwhile may come in both forms, and where the list changes some
 * may come twice.
 *
 * It holds if the list keeps its order, and if one of two things is true: nothing disappears or changes while it is read; or
 * equal records stand side by side, those that go, come or change counted in. Nobody can tell it otherwise: equal records that
 * follow where others disappeared look like those that came, and what stood between is lost.
 *
 * It throws rather than leave out a record in silence: where it does not find its place again, where equal records make the
 * place unclear (a run of them as long as a page, say, or at the end of a list whose total is wrong), and at a service that
 * gives the same page whatever the index. What came is valid, and reading again may succeed; a fixed `to_time` keeps what happens
 * meanwhile out.
 *
 * The total may be wrong, late or missing at a service that gives as many records as are asked for, if they are there. One that
 * gives fewer has to count what is behind. If it does not, the list may end too early: with the first page, with one that brings
 * nothing new, or with one that is shorter than another. A first page without records, and none behind, is the end, whatever the total.
 *
 * Of what came, it keeps the last two pages.
 *
 * @param caller - a client, or one wallet of it
 * @param operationId - the paged operation
 * @param input - its input; `start_index` is where to begin, `request_number` is set by the paging
 * @throws UnreadableResponseError where pages do not join, with `retryable`; WalletError as the operation does
 */
export async function* records<
  Id extends PagedOperationId,
  Caller extends { readonly [P in Id]: (input: never, options?: CallOptions) => Promise<Output<P>> },
>(
  caller: Caller,
  operationId: Id,
  input: Omit<NonNullable<Parameters<Caller[Id]>[0]>, 'request_number'>,
  options: PageOptions = {},
): AsyncGenerator<RecordOf<Id>, void, undefined> {
  const { pageSize, ...callOptions } = options;
  const paging: Paging = pagings[operationId];
  const { atMost } = paging;
  const size = Math.min(pageSize ?? atMost, atMost);
  if (!(size >= 1)) throw new RangeError(`pageSize is ${String(pageSize)}; give 1 to ${String(atMost)}.`);
  const call = caller[operationId] as unknown as AnyCall;
  const ask = async (start_index: number, request_number: number): Promise<Page<RecordOf<Id>>> => {
    const answer = await call({ ...input, start_index, request_number }, callOptions);
    const found = answer[paging.records] as RecordOf<Id>[] | undefined;
    if (!Array.isArray(found)) throw unexpected(operationId);
    return { found, texts: found.map(textOf), total: Number(answer[paging.total]) };
  };

  let from = Number((input as { start_index?: number | bigint }).start_index ?? 0);
  let place = from; // where the list goes on, as far as the pages so far tell
  let read: readonly string[] = []; // the last page in which the place was found: it ends there
  let before: readonly string[] = []; // the last page, whatever it brought
  let longest: number | undefined; // of all pages
  let greatest = -Infinity; // of all totals, NaN if one is missing
  let isLost = false;
  for (let idle = 0; idle < MOST_IDLE;) {
    const asked = Math.min(atMost, size * 2 ** idle + Math.max(0, place - from));
    const { found, texts, total } = await ask(from, asked);
    const isFull = found.length >= asked;
    const isShorter = found.length < (longest ?? Infinity); // or else it may be all that the service gives at once
    const finding = compare({ texts, begins: from === 0, ends: !isFull && isShorter }, read);
    longest = Math.max(longest ?? 0, found.length);
    greatest = Math.max(greatest, total);
    idle += texts.length === before.length && texts.every((text, i) => text === before[i]) ? SAME : 1;
    before = texts;

    if (typeof finding === 'string') {
      // The list has moved further than the page reaches: look a page before, then on and on. A run of equal records that
      // begins before the first page cannot be counted from there, either.
      const isUnclear = finding === 'unclear' && (isLost || overlapAfter(read) > read.length);
      if (isUnclear || (isLost && found.length <= 1)) break;
      // The last record that was shown may be the first of those that it looks for.
      from = Math.max(0, from + (isLost ? found.length - 1 : -asked));
      isLost = true;
      continue;
    }

    const fresh = found.slice(finding);
    const isStill = fresh.length === 0 && place === from + found.length;
    place = from + found.length;
    read = texts;
    if (fresh.length > 0) idle = 0;
    yield* fresh;
    if (!isFull) {
      // A total may be wrong, and a page may be cut: only two signs together make an end.
      const isTotal = total === place && greatest === place;
      const isNoMore = fresh.length === 0 && !(total > place);
      if (isShorter ? isTotal || isNoMore : isTotal && isStill) return;
      if (isStill && found.length <= 2) {
        // So few that no service cuts its pages to them; but one that does shows something here, or has counted it.
        const behind = await ask(place, 1);
        if (behind.found.length === 0 && (!(total > place) || behind.total === total)) return;
      }
    }
    from = Math.max(0, place - overlapAfter(read));
    isLost = false;
  }
  throw new UnreadableResponseError('unexpected_result', 200, UNJOINED, {
    operationId,
    attempts: 1,
    effect: 'none',
    retryable: true,
  });
}
