/** What the document says of the answers of an operation in `x-from-request`, read once. */
import { isNode, type Operation } from '@wallet-operations/validator';
import { type Way, wayOf } from './parts.ts';

/** A list has an entry for each of these, or as many as a number says. */
export interface EntriesRule {
  readonly list: Way;
  readonly of: Way;
}

/** A map has these keys. */
export interface KeysRule {
  readonly map: Way;
  /** Of several the first that is given. */
  readonly of: readonly Way[];
  readonly splitAt: string | undefined;
  /** More are dropped, as a batch says. */
  readonly atMost: number;
}

/** A value repeats this. */
export interface ValueRule {
  readonly value: Way;
  readonly of: Way;
  /** What it is otherwise; undefined leaves it as it is. */
  readonly absent: unknown;
}

/** The records are cut to a page. */
export interface PageRule {
  readonly records: string;
  readonly total: string;
  readonly start: Way;
  readonly size: Way;
}

/** All that the request of an operation tells of its answer. */
export interface Rules {
  readonly entries: readonly EntriesRule[];
  readonly keys: readonly KeysRule[];
  readonly values: readonly ValueRule[];
  readonly page: PageRule | undefined;
  /** The row for what no example knows. */
  readonly unknown: string | undefined;
}

/** Reads them; undefined where the request tells nothing. */
export function rulesOf({ node }: Operation): Rules | undefined {
  const { 'x-from-request': own, 'x-batch': batch, 'x-paging': paging } = node;
  if (!isNode(own)) return undefined;
  const { page, unknown } = own;
  const limits = isNode(batch) ? { [String(batch.finds)]: Number(batch.atMost) } : {};
  return {
    entries: under(own.entries).map(([part, of]) => ({ list: wayOf(part), of: wayOf(String(of)) })),
    keys: under(own.keys).map(([part, rule]) => ({
      map: wayOf(part),
      of: waysOf(isNode(rule) && rule.of),
      splitAt: isNode(rule) && typeof rule.splitAt === 'string' ? rule.splitAt : undefined,
      atMost: limits[part] ?? Infinity,
    })),
    values: under(own.values).map(([part, rule]) => {
      const { of, absent } = isNode(rule) ? rule : {};
      return { value: wayOf(part), of: wayOf(String(of)), absent };
    }),
    page:
      isNode(page) && isNode(paging)
        ? {
            records: String(paging.records),
            total: String(paging.total),
            start: wayOf(String(page.start)),
            size: wayOf(String(page.size)),
          }
        : undefined,
    unknown: typeof unknown === 'string' ? unknown : undefined,
  };
}

const under = (value: unknown): [string, unknown][] => (isNode(value) ? Object.entries(value) : []);
const waysOf = (value: unknown): Way[] => (Array.isArray(value) ? value.map((text) => wayOf(String(text))) : []);
