/** Orders for whoever looks for one: a list to search, and of each order what happened to it, in order. */
import { toDecimal } from '../state/amounts.ts';
import { STAGE, stageName, type StageName } from '../state/stages.ts';
import { assetOf, decimalsOf } from '../state/wallets.ts';
import type { CallbackRow, InclusionRow, OrderDetails, OrderRow, TransactionRow } from '../state/stored.ts';
import type { Context } from '../context.ts';
import { NO_BOUND, pagedOf, type Asked, type Paged } from './paged.ts';

/** An order in a list. */
export interface OrderLine {
  /** The service's own ID of it. */
  readonly id: string;
  readonly orderId: string;
  readonly walletId: string;
  /** Decimal, in the main unit. */
  readonly amount: string;
  readonly asset: string;
  readonly address: string;
  /** As the service numbers it. */
  readonly state: number;
  readonly stage: StageName;
  /** Milliseconds. */
  readonly createTime: number;
}

/** Something that happened to an order. */
export interface OrderEvent {
  /** Milliseconds; null for what is kept without its time. */
  readonly at: number | null;
  readonly what:
    | 'requested'
    | 'waiting'
    | 'broadcast'
    | 'in block'
    | 'taken back'
    | 'confirmed'
    | 'replaced'
    | 'failed'
    | 'dropped'
    | 'cancelled'
    | 'callback'
    | 'attempt'
    | 'next attempt';
  /** The rest of the sentence. */
  readonly text: string;
  readonly txid?: string;
  /** Height of the block that it is about. */
  readonly block?: string;
  /** Serial of the callback that it is about. */
  readonly serial?: string;
}

/** An order with all that is known of it. */
export interface OrderDetail extends OrderLine {
  readonly memo: string;
  /** Sending address of a delegated wallet; empty for others. */
  readonly fromAddress: string;
  /** Decimal, in the main unit of the chain's own currency. */
  readonly fee: string;
  readonly feeAsset: string;
  readonly tokenId: string;
  readonly contractAbi: string;
  readonly message: string;
  /** Whether its transaction is in the pool, so that it can fail or be replaced. */
  readonly isInPool: boolean;
  readonly timeline: readonly OrderEvent[];
}

/** The orders that have `search` in their ID, or it as address, transaction or ID of their wallet. */
export function listOrders(context: Context, asked: Asked): Paged<OrderLine> {
  const { search, before = NO_BOUND, limit, walletId = null } = asked;
  // the plus has SQLite begin with the latest order, and not sort all of the wallet
  const from = 'SELECT * FROM orders WHERE id < ?1 AND (?2 IS NULL OR +wallet_id = ?2)';
  const to = 'ORDER BY id DESC LIMIT ?3';
  const rows =
    search === ''
      ? context.store.all<OrderRow>(`${from} ${to}`, before, walletId, limit + 1)
      : context.store.all<OrderRow>(
          `${from} AND (instr(lower(order_id), ?4) > 0 OR lower(address) = ?4 OR CAST(wallet_id AS TEXT) = ?4
             OR CAST(id AS TEXT) = ?4 OR id IN (SELECT order_row FROM transactions WHERE lower(txid) = ?4)) ${to}`,
          before,
          walletId,
          limit + 1,
          search.toLowerCase(),
        );
  return pagedOf(
    rows,
    asked,
    ({ id }) => id,
    (row) => lineOf(context, row),
  );
}

/** An order by the service's own ID, with its timeline; undefined if there is none. */
export function orderDetail(context: Context, id: bigint): OrderDetail | undefined {
  const { store, wallets } = context;
  const row = store.get<OrderRow>('SELECT * FROM orders WHERE id = ?', id);
  if (!row) return undefined;
  const { currency } = wallets.get(row.wallet_id);
  const { tokenId, contractAbi, message } = JSON.parse(row.details) as OrderDetails;
  return {
    ...lineOf(context, row),
    memo: row.memo,
    fromAddress: row.from_address,
    fee: toDecimal(row.fee, currency.decimals),
    feeAsset: currency.name,
    tokenId,
    contractAbi,
    message,
    isInPool: Number(row.state) === STAGE.inPool,
    timeline: timelineOf(context, row),
  };
}

function lineOf({ wallets, decisions }: Context, row: OrderRow): OrderLine {
  const wallet = wallets.get(row.wallet_id);
  const stage = stageName(row.state);
  return {
    id: String(row.id),
    orderId: row.order_id,
    walletId: String(row.wallet_id),
    amount: toDecimal(row.amount, decimalsOf(wallet)),
    asset: assetOf(wallet),
    address: row.address,
    state: decisions.states[stage],
    stage,
    createTime: Number(row.create_time),
  };
}

/** How an order stands that has no transaction to tell of it. */
const STANDING: Partial<Record<StageName, OrderEvent>> = {
  processing: { at: null, what: 'waiting', text: 'for funds, or for its turn' },
  cancelled: { at: null, what: 'cancelled', text: 'before it was broadcast' },
  failed: { at: null, what: 'failed', text: 'before it was broadcast' },
};

function timelineOf(context: Context, order: OrderRow): OrderEvent[] {
  const transactions = context.store.all<TransactionRow & { final_block: bigint }>(
    'SELECT * FROM transactions WHERE order_row = ? ORDER BY id',
    order.id,
  );
  const standing = STANDING[stageName(order.state)];
  const events = [
    { at: Number(order.create_time), what: 'requested', text: 'and taken by the service' } as const,
    ...transactions.flatMap((tx) => [...eventsOf(context, tx), ...callbacksOf(context, order, tx)]),
    ...(standing ? [standing] : []),
  ];
  // what has no time stays behind what led to it, as does what is known to the second alone, and what is to come is last
  let latest = 0;
  return events
    .map((event) => ({ event, key: (latest = event.at === null ? latest : shownTime(event, latest)) }))
    .sort((a, b) => a.key - b.key)
    .map(({ event }) => event);
}

/** A callback's own time is in seconds: it was written with what it tells of, in whichever moment of its second. */
const shownTime = ({ at, what }: OrderEvent, latest: number): number =>
  what === 'callback' && at === Math.floor(latest / 1000) * 1000 ? latest : (at ?? 0);

/** How a transaction ends, by its stage. */
const ENDS: Readonly<Record<string, Pick<OrderEvent, 'what' | 'text'> | undefined>> = {
  confirmed: { what: 'confirmed', text: 'final' },
  resent: { what: 'replaced', text: 'by another transaction' },
  transactionFailed: { what: 'failed', text: 'on the chain' },
  dropped: { what: 'dropped', text: 'by the chain, which let go of it' },
};

function eventsOf({ store }: Context, tx: TransactionRow & { readonly final_block: bigint }): OrderEvent[] {
  const { txid } = tx;
  const of = { txid, block: String(tx.block) };
  const stage = stageName(tx.state);
  const events: OrderEvent[] = [{ at: Number(tx.broadcast_at), what: 'broadcast', text: 'into the pool', txid }];
  for (const { height } of store.all<InclusionRow>(
    'SELECT * FROM inclusions WHERE tx = ? AND removed = 1 ORDER BY id',
    tx.id,
  ))
    events.push({ at: null, what: 'taken back', text: 'when the chain lost its block', txid, block: String(height) });
  if (tx.block > 0n)
    events.push({ at: Number(tx.chain_at), what: 'in block', text: `as number ${String(tx.tindex)} of it`, ...of });
  const end = ENDS[stage];
  if (end) events.push({ at: null, txid, ...end, ...(end.what === 'confirmed' && { block: String(tx.final_block) }) });
  return events;
}

function callbacksOf({ store, decisions }: Context, order: OrderRow, { txid }: TransactionRow): OrderEvent[] {
  const rows = store.all<CallbackRow>(
    'SELECT * FROM callbacks WHERE wallet_id = ? AND txid = ? AND type = ? ORDER BY serial',
    order.wallet_id,
    txid,
    decisions.callbackType.withdrawal,
  );
  return rows.flatMap((row) => {
    const serial = String(row.serial);
    const attempts = store.all<{ at: bigint; result: string }>(
      'SELECT at, result FROM attempts WHERE serial = ? ORDER BY at',
      row.serial,
    );
    const events: OrderEvent[] = [
      { at: Number(row.time) * 1000, what: 'callback', text: 'written for the wallet', serial },
      ...attempts.map(({ at, result }, i): OrderEvent => {
        return { at: Number(at), what: 'attempt', text: `${String(i + 1)}: ${result}`, serial };
      }),
    ];
    if (row.next_at !== null) events.push({ at: Number(row.next_at), what: 'next attempt', text: 'is due', serial });
    return events;
  });
}
