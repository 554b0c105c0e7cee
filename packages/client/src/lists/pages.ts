/** Reads a paged operation from its first record to its last. */
import { pagings } from '@wallet-operations/openapi/tables';
import { isObject, need } from '../calls/given.ts';
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

/** What is read: a client or a wallet, its operation, and the input of that. */
export interface Asked<Id extends PagedOperationId> {
  readonly caller: Readonly<Record<Id, (input: never, options?: CallOptions) => Promise<unknown>>>;
  readonly operationId: Id;
  readonly input: object;
}

/** The new records of each page that has any: what `records` gives, by the promises that it makes. */
export async function* readPages<Id extends PagedOperationId>(
  { caller, operationId, input }: Asked<Id>,
  options: PageOptions,
): AsyncGenerator<RecordOf<Id>[], void, undefined> {
  const { pageSize, ...callOptions } = options;
  const isPaged = Object.hasOwn(pagings, operationId);
  need(isPaged, 'records', 'operationId', operationId, `one of ${Object.keys(pagings).join(', ')}`);
  const method = (caller as Partial<typeof caller> | undefined)?.[operationId];
  need(typeof method === 'function', operationId, 'caller', caller, `a client or a wallet that has ${operationId}`);
  need(isObject(input), operationId, 'input', input, 'an object, which may be empty');
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
    if (fresh.length > 0) {
      idle = 0;
      yield fresh;
    }
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
