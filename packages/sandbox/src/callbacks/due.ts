/** Which callbacks are due: all of them, or as many as their destinations have room for. What is under way is not looked at again. */
import type { Context } from '../context.ts';
import { destinationOf } from './destination.ts';

/** A callback that waits for an attempt. */
export interface Due {
  readonly serial: bigint;
  readonly wallet_id: bigint;
  readonly next_at: bigint | number;
}

/** What looks for them. */
export interface DueCallbacks {
  /** When the first one is due; undefined if none is. */
  readonly next: () => number | undefined;
  /** The same, of destinations that have room. */
  readonly nextOf: (room: (destination: string) => number) => number | undefined;
  /** All that are due, in their order. */
  readonly all: (now: number) => Due[];
  /** Those that are due and find room, in their order. */
  readonly ofRoom: (now: number, room: (destination: string) => number) => Due[];
}

/** As long as no more than so many are due, they are read as they come, and no wallet is asked for its own. */
const FEW = 512;

/** From one wallet to the next that has any, by the index alone: a long queue of one wallet costs the others nothing. */
const WALLETS = `WITH RECURSIVE waiting (id) AS (
    SELECT min(wallet_id) FROM callbacks WHERE next_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(wallet_id) FROM callbacks WHERE next_at IS NOT NULL AND wallet_id > id) FROM waiting WHERE id IS NOT NULL)
  SELECT id FROM waiting WHERE id IS NOT NULL`;

const BUT = 'serial NOT IN (SELECT value FROM json_each(?))';

const DUE = `SELECT serial, wallet_id, next_at FROM callbacks WHERE next_at <= ? AND ${BUT} ORDER BY next_at, serial`;

/** Makes it; `taken` has the serials that are not due again, and `busy` tells where anything is under way to. */
export function createDue(
  context: Context,
  taken: ReadonlyMap<bigint, unknown>,
  busy: () => readonly { readonly destination: string }[],
): DueCallbacks {
  const { store } = context;
  const butTaken = (): string => `[${[...taken.keys()].join(',')}]`;
  /** A state of before may have a part of a millisecond. */
  const timeOf = (row: { next: bigint | number | null } | undefined): number =>
    row?.next == null ? Infinity : Math.ceil(Number(row.next));
  const known = (time: number): number | undefined => (time === Infinity ? undefined : time);

  /** Whether a destination has room for no more: one that nothing is under way to has. */
  const isAnyFull = (room: (destination: string) => number): boolean =>
    [...new Set(busy().map(({ destination }) => destination))].some((one) => room(one) <= 0);

  /** Wallets with something to deliver, by their destinations, as far as these have room. */
  const walletsWith = (room: (destination: string) => number): Map<string, bigint[]> => {
    const ids = store.all<{ id: bigint }>(WALLETS).map(({ id }) => id);
    const all = Map.groupBy(ids, (id) => destinationOf(context, id));
    for (const destination of all.keys()) if (room(destination) <= 0) all.delete(destination);
    return all;
  };

  const next = (): number | undefined =>
    known(
      timeOf(
        taken.size === 0
          ? store.get('SELECT min(next_at) AS next FROM callbacks WHERE next_at IS NOT NULL')
          : store.get(
              `SELECT next_at AS next FROM callbacks WHERE next_at IS NOT NULL AND ${BUT} ORDER BY next_at LIMIT 1`,
              butTaken(),
            ),
      ),
    );

  return {
    next,
    nextOf(room) {
      if (!isAnyFull(room)) return next();
      const sql = `SELECT next_at AS next FROM callbacks WHERE wallet_id = ? AND next_at IS NOT NULL AND ${BUT} ORDER BY next_at LIMIT 1`;
      const except = butTaken();
      const times = [...walletsWith(room).values()].flat().map((id) => timeOf(store.get(sql, id, except)));
      return known(times.reduce((least, time) => Math.min(least, time), Infinity));
    },
    all: (now) => store.all<Due>(DUE, now, butTaken()),
    ofRoom(now, room) {
      const few = store.all<Due>(`${DUE} LIMIT ${String(FEW)}`, now, butTaken());
      if (few.length < FEW) {
        const left = new Map<string, number>();
        return few.filter(({ wallet_id }) => {
          const destination = destinationOf(context, wallet_id);
          const more = left.get(destination) ?? room(destination);
          left.set(destination, more - 1);
          return more > 0;
        });
      }
      const sql = `SELECT serial, wallet_id, next_at FROM callbacks
        WHERE wallet_id = ? AND next_at <= ? AND next_at IS NOT NULL AND ${BUT} ORDER BY next_at, serial LIMIT ?`;
      const except = butTaken();
      const found = [...walletsWith(room)].flatMap(([destination, ids]) =>
        ids
          .flatMap((id) => store.all<Due>(sql, id, now, except, room(destination)))
          .sort(inOrder)
          .slice(0, room(destination)),
      );
      return found.sort(inOrder);
    },
  };
}

const inOrder = (a: Due, b: Due): number => Number(a.next_at) - Number(b.next_at) || (a.serial < b.serial ? -1 : 1);
