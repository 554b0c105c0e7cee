/** Reads a paged operation from its first record to its last. */
import { pagings } from '@wallet-operations/openapi/tables';
import type { CallOptions } from '../options.ts';
import type { Output } from '../types.ts';
import { unexpected } from '../answers/unexpected.ts';

/** The operations that answer in pages. */
export type PagedOperationId = keyof typeof pagings;

type RecordsField<Id extends PagedOperationId> = (typeof pagings)[Id]['records'];

/** One record of a paged operation. */
export type RecordOf<Id extends PagedOperationId> =
  Output<Id> extends Readonly<Record<RecordsField<Id>, readonly (infer R)[]>> ? R : never;

/** How to page. */
export interface PageOptions extends CallOptions {
  /** Records of one call. Default: as many as the operation allows. */
  readonly pageSize?: number;
}

type AnyCall = (input: object, options: CallOptions) => Promise<Record<string, unknown>>;

interface Paging {
  readonly records: string;
  readonly total: string;
  readonly key: readonly string[];
  readonly atMost: number;
}

/** Pages in a row that bring nothing new, after which a service that never comes to an end is not asked on. */
const IDLE_PAGES = 3;

/**
 * Every record of a paged operation, as they come. Calls the operation page by page, in turn.
 *
 * Records that move while it reads come once: one that a page repeats from an earlier page is left out, told by the fields that
 * identify it. Equal records within one page are two. Every record that is there from beginning to end comes, as long as none
 * disappears before it, and fewer than a page appear between two calls. It ends when the service has no more, however its
 * total moves. A fixed `to_time` keeps what happens meanwhile out altogether.
 *
 * @param caller - a client, or one wallet of it
 * @param operationId - the paged operation
 * @param input - its input; `start_index` is where to begin, `request_number` is set by the paging
 * @throws WalletError as the operation does
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
  const requestNumber = Math.min(pageSize ?? paging.atMost, paging.atMost);
  if (!(requestNumber >= 1))
    throw new RangeError(`pageSize is ${String(pageSize)}; give 1 to ${String(paging.atMost)}.`);
  const call = caller[operationId] as unknown as AnyCall;
  const seen = new Set<string>();
  let index = Number((input as { start_index?: number | bigint }).start_index ?? 0);
  for (let idle = 0; idle < IDLE_PAGES;) {
    const page = await call({ ...input, start_index: index, request_number: requestNumber }, callOptions);
    const found = page[paging.records] as Record<string, unknown>[] | undefined;
    if (!Array.isArray(found)) throw unexpected(operationId);
    const keys = found.map((record) => keyOf(record, paging.key));
    const fresh = found.filter((_, i) => !seen.has(keys[i] ?? ''));
    for (const key of keys) seen.add(key);
    yield* fresh as RecordOf<Id>[];
    index += found.length;
    // A total may lag behind the records: it is believed only where the page is not full either.
    if (found.length === 0 || (index >= Number(page[paging.total]) && found.length < requestNumber)) return;
    idle = fresh.length > 0 ? 0 : idle + 1;
  }
}

const keyOf = (record: Record<string, unknown>, fields: readonly string[]): string =>
  JSON.stringify(fields.map((field) => String(record[field])));
