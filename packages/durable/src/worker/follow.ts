/** Follows what the service has: by callbacks, and by asking for what they do not tell of. */
import type { Callback } from '@wallet-operations/client/callbacks';
import { canBeKept } from '../database/text.ts';
import { change, type Books, type Change } from '../orders/change.ts';
import { FOLLOWED, UNSETTLED, type OrderState } from '../orders/order.ts';
import { contradiction } from '../orders/record.ts';
import { queueOf } from '../queue/queue.ts';
import { wakeOne } from '../queue/wake.ts';
import { changeBy, seenInCallback, seenInTransactions, type Seen } from './seen.ts';
import { createTold, LOOK_BACK, type Told } from './told.ts';
import type { Worker } from './worker.ts';

/** An order that is followed. */
interface Followed {
  readonly id: string;
  readonly order_id: string;
  readonly state: OrderState;
  /** Seconds in its state. */
  readonly age: number;
  /** When it was sent, a Unix time in seconds, and how many ago that was. */
  readonly sent: number;
  readonly ago: number;
}

/** Orders that are asked for by themselves at a time. */
const AT_ONCE = 4;
/** Seconds in its state from which on an order is asked for by itself, although callbacks tell of others; and how many are before that. */
const QUIET = 300;
const FEW = 10;

/** Asks for orders of a wallet, and records how far they have come. @returns those about which there is nothing more to ask */
export type AskFor = (wallet: bigint, ids: readonly string[], signal: AbortSignal) => Promise<Set<string>>;

/** Makes what asks: for what callbacks tell of all orders first, and by themselves for those of which that does not tell. */
export function createAskFor({ books, client, clock, followFor, onError }: Worker): AskFor {
  const toldOf = createTold(client, clock);

  return async (wallet, ids, signal) => {
    const open = await followed(books, ids);
    const told = await listen(wallet, open, signal);
    const news = new Map<string, Seen>();
    const unclear: Followed[] = [];
    let early = 0;
    for (const order of open) {
      const heard = told.get(order.order_id);
      // What failed may have been sent again: all of its transactions tell.
      const isSteady = order.state !== 'failed' && heard?.state !== 'failed';
      if (isSteady && heard && changeBy(heard, order)) news.set(order.id, heard);
      else if (!isSteady || told.size === 0 || order.age >= QUIET || early++ < FEW) unclear.push(order);
    }
    const now = new Map(open.map(({ id, state }) => [id, state]));
    const note = async (seen: ReadonlyMap<string, Seen>): Promise<void> => {
      if (seen.size === 0) return;
      await recordSeen(books, seen);
      for (const [id, { state }] of seen) now.set(id, state);
    };
    try {
      await note(news);
    } catch {
      // One that cannot be booked holds up no other.
      for (const [id, seen] of news) await note(new Map([[id, seen]])).catch(onError);
    }
    const rest = unclear.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const order of rest) {
          if (signal.aborted) return;
          await ask(order).catch(onError);
        }
      }),
    );
    const left = open.filter(({ id, state, age }) => {
      const after = now.get(id);
      return !(after === 'confirmed' || (after === 'in_chain' && state === after && age > followFor));
    });
    const done = new Set(ids);
    for (const { id } of left) done.delete(id);
    return done;

    async function ask(order: Followed): Promise<void> {
      const { id, order_id: ORDER_ID } = order;
      const { transactions } = await client.listWithdrawalStates({ WALLET_ID: wallet, ORDER_ID }, { signal });
      const seen = seenInTransactions(transactions);
      if (seen && changeBy(seen, order)) await note(new Map([[id, seen]]));
    }
  };

  /** What was told since the oldest was sent, those apart that were sent long ago. */
  async function listen(wallet: bigint, open: readonly Followed[], signal: AbortSignal): Promise<Told> {
    const recent = open.filter(({ ago }) => ago < LOOK_BACK).map(({ sent }) => sent);
    if (recent.length < 2) return new Map(); // one is asked for as quickly
    return toldOf(wallet, Math.min(...recent), signal).catch((error: unknown) => {
      onError(error);
      return new Map();
    });
  }
}

async function followed({ database, names }: Books, ids: readonly string[]): Promise<Followed[]> {
  const { rows } = await database.query(
    `SELECT id::text, order_id, state, extract(epoch FROM clock_timestamp() - changed_at)::float8 AS age,
       extract(epoch FROM coalesce(sent_at, enqueued_at))::float8 AS sent,
       extract(epoch FROM clock_timestamp() - coalesce(sent_at, enqueued_at))::float8 AS ago
     FROM ${names.orders} WHERE id = ANY ($1::bigint[]) AND state = ANY ($2::text[]) ORDER BY orders.id`,
    [ids, FOLLOWED],
  );
  return rows as Followed[];
}

/**
 * Takes what a verified callback says. The service has the order then: one that was refused is in conflict with that, and one that is not
 * settled is looked up at once, whatever an attempt that is under way may be answered.
 *
 * @returns whether it is about an order that is kept here
 */
export async function takeCallback(books: Books, callback: Callback): Promise<boolean> {
  const { database, names } = books;
  const { order_id, wallet_id } = callback;
  if (order_id === '' || !canBeKept(order_id)) return false;
  const seen = seenInCallback(callback);
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query(
      `SELECT id::text, state FROM ${names.orders} WHERE order_id = $1 AND wallet_id = $2::text::numeric`,
      [order_id, String(wallet_id)],
    );
    const [row] = rows as { id: string; state: OrderState }[];
    if (!row) return false;
    await change(books, transaction, [row.id], (order) => {
      if (order.state === 'refused') return contradiction('the service tells of its transaction');
      if (UNSETTLED.includes(order.state)) return TOLD;
      // Copies of old callbacks come as well: out of a failure only the chain itself leads.
      return seen && !(seen.state === 'in_pool' && order.state === 'failed') ? changeBy(seen, order) : undefined;
    });
    if (UNSETTLED.includes(row.state)) await wakeOne(transaction, names, queueOf('submit', wallet_id), row.id);
    return true;
  });
}

/** The service tells of an order that is not settled here, and need not have it from an attempt of ours. */
const TOLD: Omit<Change, 'id'> = {
  to: 'unknown',
  isExposed: true,
  evidence: { reason: 'told_by_callback', message: 'the service tells of its transaction: it is looked up' },
};

/** Records what was seen of orders, by their keys, in one transaction. */
const recordSeen = (books: Books, seen: ReadonlyMap<string, Seen>): Promise<unknown> =>
  books.database.transaction((transaction) =>
    change(books, transaction, [...seen.keys()], (order) => {
      const what = seen.get(order.id);
      return what && changeBy(what, order);
    }),
  );
