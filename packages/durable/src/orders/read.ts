/** Reads orders: one with its history, lists of them, and numbers for a dashboard. */
import type { Database } from '../database/database.ts';
import { writable } from '@wallet-operations/json';
import { canBeKept } from '../database/text.ts';
import type { Names } from '../schema/names.ts';
import { walletIdOf } from '../wallets/id.ts';
import type { Evidence } from './evidence.ts';
import { COLUMNS, orderOf, STATES, type DurableOrder, type OrderRow, type OrderState } from './order.ts';

/** One thing that happened to an order. */
export interface HistoryEntry {
  readonly at: Date;
  /** The attempt that it belongs to; 0 before the first. */
  readonly attempt: number;
  /** The state that the order came into, or stayed in. */
  readonly state: OrderState;
  /** Why, where somebody said so. */
  readonly evidence: Evidence | undefined;
}

/** An order with all that happened to it, the oldest first. */
export interface OrderWithHistory extends DurableOrder {
  readonly history: readonly HistoryEntry[];
}

/** Which orders to list: those first that have been in their state for longest. */
export interface ListOptions {
  /** Default: all wallets. */
  readonly wallet?: number | bigint | undefined;
  /** Default: all states. */
  readonly states?: readonly OrderState[] | undefined;
  /** Seconds that an order has been in its state, at least. Default: 0. */
  readonly olderThan?: number | undefined;
  /** How many, at most. Default: 100. */
  readonly limit?: number | undefined;
  /**
   * Begins behind this one, the last of the page before, as it was listed. An order that comes into another state meanwhile is behind all
   * others from then on, and may be listed twice. One whose change takes long to be committed may be left out, as its time is that of the
   * change: to hear of each change is for `onOutcome`.
   */
  readonly after?: Pick<DurableOrder, 'order_id' | 'changedAt'> | undefined;
}

/** States in which something is still to be done, by a worker or by a person; and `in_chain`, of which some are never confirmed. */
export type OpenState = Exclude<OrderState, 'confirmed' | 'closed'>;

/** What there is, in numbers. */
export interface Numbers {
  /** For each state but the last ones how many orders are in it, and for how many seconds the oldest of them. */
  readonly states: Readonly<Record<OpenState, { readonly count: number; readonly oldest: number | undefined }>>;
  /** For each API code that was used, by a hash of it. */
  readonly lanes: readonly {
    readonly lane: string;
    /** The limit that the service has told of within the last day; undefined if none. */
    readonly callsPerMinute: number | undefined;
    /** Calls of the last full minute. */
    readonly used: number;
    /** Operations that the service does not answer now. */
    readonly outages: readonly string[];
  }[];
}

const OPEN = STATES.filter((state): state is OpenState => state !== 'confirmed' && state !== 'closed');

/** One order, by its order_id. */
export async function find({ query }: Database, names: Names, orderId: string): Promise<OrderWithHistory | undefined> {
  if (!canBeKept(orderId)) return undefined;
  const { rows } = await query(`SELECT ${COLUMNS} FROM ${names.orders} WHERE order_id = $1`, [orderId]);
  const [row] = rows as OrderRow[];
  if (!row) return undefined;
  const { rows: entries } = await query(
    `SELECT (extract(epoch FROM at) * 1000)::float8 AS at, attempt, state, evidence FROM ${names.history}
     WHERE order_key = $1::bigint ORDER BY id`,
    [row.id],
  );
  return writable({
    ...orderOf(row),
    history: (entries as { at: number; attempt: number; state: OrderState; evidence: string | null }[]).map(
      (entry) => ({
        ...entry,
        at: new Date(entry.at),
        evidence: entry.evidence === null ? undefined : (JSON.parse(entry.evidence) as Evidence),
      }),
    ),
  });
}

/**
 * A page of orders.
 *
 * @throws RangeError for a limit that is no whole number from 1 on, an age or a state that is none, and a wallet that has no such ID
 */
export async function list(
  { query }: Database,
  names: Names,
  { wallet, states = STATES, olderThan = 0, limit = 100, after }: ListOptions,
): Promise<DurableOrder[]> {
  if (!(limit >= 1 && (limit | 0) === limit))
    throw new RangeError(`limit is ${String(limit)}. Give a whole number from 1 on, of 32 bits.`);
  for (const state of states)
    if (!STATES.includes(state)) throw new RangeError(`${state as string} is no state. Give ${STATES.join(', ')}.`);
  if (!(olderThan >= 0)) throw new RangeError(`olderThan is ${String(olderThan)}. Give seconds, from 0 on.`);
  // As the index has them: state by state of each wallet. Of an array no planner thinks that it has thousands.
  const { rows } = await query(
    `SELECT ${COLUMNS} FROM (
       SELECT o.* FROM unnest(ARRAY(SELECT wallet_id FROM ${names.wallets})) AS wallet, unnest($1::text[]) AS s CROSS JOIN LATERAL (
         SELECT * FROM ${names.orders} WHERE wallet_id = wallet AND state = s
           AND changed_at < now() - $3::float8 * interval '1 second' + interval '1 millisecond'
           AND ($4::text IS NULL OR (changed_at, id) > ($5::text::timestamptz, (SELECT id FROM ${names.orders} WHERE order_id = $4::text)))
         ORDER BY changed_at, id LIMIT $6::integer
       ) AS o WHERE $2::text IS NULL OR wallet = $2::text::numeric
     ) AS o ORDER BY o.changed_at, o.id LIMIT $6::integer`,
    [
      [...new Set(states)],
      wallet === undefined ? null : String(walletIdOf(wallet)),
      olderThan,
      after?.order_id ?? null,
      after?.changedAt.toISOString() ?? null,
      limit,
    ],
  );
  return (rows as OrderRow[]).map(orderOf);
}

/** Counts. */
export async function numbers({ query }: Database, names: Names): Promise<Numbers> {
  const { rows } = await query(
    `SELECT state, count(*)::integer AS count, extract(epoch FROM clock_timestamp() - min(changed_at))::float8 AS oldest
     FROM ${names.orders} WHERE wallet_id = ANY (ARRAY(SELECT wallet_id FROM ${names.wallets})) AND state = ANY ($1::text[])
     GROUP BY state`,
    [OPEN],
  );
  const found = new Map(
    (rows as { state: OrderState; count: number; oldest: number }[]).map(({ state, ...numbers }) => [state, numbers]),
  );
  const { rows: lanes } = await query(
    `SELECT lane, calls_per_minute, CASE WHEN minute = date_trunc('minute', clock_timestamp()) THEN used_before
         WHEN minute = date_trunc('minute', clock_timestamp()) - interval '1 minute' THEN used ELSE 0 END AS used,
       ARRAY(SELECT operation FROM ${names.outages} AS o WHERE o.lane = l.lane AND failures >= 3) AS outages
     FROM ${names.lanes} AS l ORDER BY lane`,
  );
  return {
    states: Object.fromEntries(
      OPEN.map((state) => [state, found.get(state) ?? { count: 0, oldest: undefined }]),
    ) as Numbers['states'],
    lanes: (lanes as { lane: string; calls_per_minute: number | null; used: number; outages: string[] }[]).map(
      ({ calls_per_minute: limit, ...lane }) => ({ ...lane, callsPerMinute: limit ?? undefined }),
    ),
  };
}
