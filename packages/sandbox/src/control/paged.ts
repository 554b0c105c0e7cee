/** Long lists in pages, the newest first: a page tells where the next one begins. */

/** What of a list is asked for. */
export interface Asked {
  /** Text to look for; empty: everything. */
  readonly search: string;
  /** Where the page before ended; undefined for the first page. */
  readonly before: bigint | undefined;
  /** How many, at most. */
  readonly limit: number;
  /** The wallet whose they are, of a list that has some of several; undefined for all. */
  readonly walletId?: bigint | undefined;
}

/** A part of a list. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  /** What `before` has to be for the next page; null where there is none. */
  readonly next: string | null;
}

/** The page of rows of which one more than asked for was read, to see whether there is another page. */
export function pagedOf<Row, Item>(
  rows: readonly Row[],
  { limit }: Asked,
  idOf: (row: Row) => bigint,
  show: (row: Row) => Item,
): Paged<Item> {
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).map(show),
    next: rows.length > limit && last !== undefined ? String(idOf(last)) : null,
  };
}

/** Larger than any ID of a table. */
export const NO_BOUND = 2n ** 63n - 1n;
