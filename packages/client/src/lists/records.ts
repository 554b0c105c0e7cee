/** What users have of a paged operation: its records one by one, page by page, or some of them at once. */
import type { CallOptions } from '../options.ts';
import type { Output } from '../types.ts';
import { readPages, type PagedOperationId, type PageOptions, type RecordOf } from './pages.ts';

/** The records of a list, and two other ways to read it. Each way reads from the beginning, by itself. */
export interface Records<R> extends AsyncGenerator<R, void, undefined> {
  /** The new records of each page, as an array with one at least. */
  readonly pages: () => AsyncGenerator<R[], void, undefined>;
  /**
   * The first records, `limit` of them at most, with no more calls than these take, nor larger ones. Whether there are more it does not
   * tell: ask for one more than you show.
   *
   * @throws RangeError for a limit that is no whole number from 1 on; otherwise as reading does
   */
  readonly toArray: (options: { readonly limit: number }) => Promise<R[]>;
}

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
 * @param options - how to page, and what each call may have
 * @throws UnreadableResponseError where pages do not join, with `retryable`; WalletError as the operation does; InvalidCallError for a
 * caller that lacks the operation, or what is no paged operation; RangeError for a `pageSize` that is none. All of them at its first step.
 */
export function records<
  Id extends PagedOperationId,
  Caller extends { readonly [P in Id]: (input: never, options?: CallOptions) => Promise<Output<P>> },
>(
  caller: Caller,
  operationId: Id,
  input: Omit<NonNullable<Parameters<Caller[Id]>[0]>, 'request_number'>,
  options: PageOptions = {},
): Records<RecordOf<Id>> {
  const pages = (by = options): AsyncGenerator<RecordOf<Id>[], void, undefined> =>
    readPages({ caller, operationId, input }, by);

  async function* each(): AsyncGenerator<RecordOf<Id>, void, undefined> {
    for await (const page of pages()) yield* page;
  }

  return Object.assign(each(), {
    pages: () => pages(),
    async toArray(given: { readonly limit: number }) {
      const { limit } = Object(given) as typeof given; // without types there may be none
      if (!(Number.isSafeInteger(limit) && limit >= 1))
        throw new RangeError(`limit is ${String(limit)}. Give a whole number from 1 on.`);
      const found: RecordOf<Id>[] = [];
      for await (const page of pages({ ...options, pageSize: Math.min(options.pageSize ?? limit, limit) })) {
        found.push(...page);
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
  });
}
