/** Changes orders, and has what they came into booked in the same transaction: the only place where a state changes after sending. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { writable } from '@wallet-operations/json';
import type { Database, Transaction } from '../database/database.ts';
import type { Names } from '../schema/names.ts';
import type { Evidence } from './evidence.ts';
import { COLUMNS, orderOf, type DurableOrder, type OrderRow, type OrderState } from './order.ts';

/** A state that an order came into, and of which its owner hears: all but `queued`, `sending` and `unknown`. */
export interface Outcome {
  readonly order_id: string;
  readonly wallet: bigint;
  readonly state: Exclude<OrderState, 'queued' | 'sending' | 'unknown'>;
  /** The state before. */
  readonly previous: OrderState;
  readonly request: WithdrawalRequest;
  /** The order as it is kept now. */
  readonly order: DurableOrder;
  /** Why, where the service or a person said so. */
  readonly evidence: Evidence | undefined;
}

/**
 * Books an outcome. It gets the transaction in which the outcome is recorded: what it writes there is there exactly if the outcome is, and
 * so once. If it throws, neither is, and it is called again later; so let it do nothing but write into that transaction.
 */
export type OnOutcome = (outcome: Outcome, transaction: Transaction) => void | Promise<void>;

/** What changes of an order. */
export interface Change {
  readonly id: string;
  readonly to: OrderState;
  readonly evidence?: Evidence | undefined;
  readonly transactionId?: string | undefined;
  readonly txid?: string | undefined;
  readonly isRefusedInDoubt?: boolean | undefined;
  /** Whether no attempt of it can have been taken any more. */
  readonly isUnexposed?: boolean | undefined;
  /** Whether something else than this attempt may have sent it: no refusal of one that is under way counts any more. */
  readonly isExposed?: boolean | undefined;
  /** Whether a person says that a lookup shows by now whatever was sent. */
  readonly isShown?: boolean | undefined;
}

/** What a change is decided by. */
export interface Current {
  readonly id: string;
  readonly state: OrderState;
  readonly attempt: number;
  /** Whether an attempt of it may have been taken. */
  readonly exposed: boolean;
}

/** Who keeps orders, and who hears of them. */
export interface Books {
  readonly database: Database;
  readonly names: Names;
  readonly onOutcome: OnOutcome | undefined;
  /** Puts those into the queue again that have something to be done about, in the same transaction. */
  readonly requeue: (
    transaction: Transaction,
    orders: readonly { readonly id: string; readonly order: DurableOrder }[],
  ) => Promise<void>;
}

/**
 * Changes orders in one transaction, after what they are now.
 *
 * @param decide - what to do with a row, which nobody else changes meanwhile; undefined to leave it
 * @returns those that were changed
 */
export async function change(
  { names, onOutcome, requeue }: Books,
  transaction: Transaction,
  ids: readonly string[],
  decide: (order: Current) => Omit<Change, 'id'> | undefined,
): Promise<DurableOrder[]> {
  const { query } = transaction;
  const { rows } = await query(
    `SELECT id::text, state, attempt, exposed FROM ${names.orders} WHERE id = ANY ($1::bigint[]) ORDER BY orders.id FOR UPDATE`,
    [ids],
  );
  const before = new Map((rows as Current[]).map((row) => [row.id, row]));
  const changes: Change[] = [];
  for (const order of before.values()) {
    const what = decide(order);
    if (what) changes.push({ id: order.id, ...what });
  }
  if (changes.length === 0) return [];
  const { rows: after } = await query(
    `WITH x AS (
       SELECT * FROM json_to_recordset($1::text::json) AS x (id bigint, "to" text, evidence text, "transactionId" numeric, txid text,
         "isRefusedInDoubt" boolean, "isUnexposed" boolean, "isExposed" boolean, "isShown" boolean)
     ), changed AS (
       UPDATE ${names.orders} AS o
       SET state = x."to", finding = NULL,
         exposed = (exposed OR x."isExposed" IS TRUE OR x."to" IN ('accepted', 'conflict')) AND x."isUnexposed" IS NOT TRUE,
         refused_in_doubt = x."isRefusedInDoubt" IS TRUE,
         shown = x."isShown" IS TRUE,
         attempt = o.attempt + CASE WHEN x."isExposed" THEN 1 ELSE 0 END,
         transaction_id = coalesce(x."transactionId", o.transaction_id),
         txid = coalesce(x.txid, o.txid),
         sent_at = CASE WHEN x."isExposed" OR o.state = 'sending' AND x."to" = 'unknown' THEN clock_timestamp() ELSE o.sent_at END,
         changed_at = CASE WHEN o.state = x."to" OR o.state = 'sending' AND x."to" = 'unknown' THEN o.changed_at ELSE clock_timestamp() END
       FROM x WHERE o.id = x.id
       RETURNING o.*, x.evidence
     ), noted AS (
       INSERT INTO ${names.history} (order_key, attempt, state, evidence) SELECT id, attempt, state, evidence FROM changed
     )
     SELECT ${COLUMNS}, evidence FROM changed ORDER BY changed.id`,
    // Evidence as a text within: PostgreSQL would refuse a NUL that the service has said.
    [JSON.stringify(changes.map((each) => ({ ...each, evidence: each.evidence && JSON.stringify(each.evidence) })))],
  );
  const changed = (after as (OrderRow & { evidence: string | null })[]).map((row) => ({
    id: row.id,
    order: orderOf(row),
    evidence: row.evidence === null ? undefined : (JSON.parse(row.evidence) as Evidence),
    previous: before.get(row.id)?.state ?? row.state,
  }));
  await requeue(transaction, changed);
  for (const { order, evidence, previous } of changed) {
    const { order_id, wallet, state, request } = order;
    if (state === previous || state === 'queued' || state === 'sending' || state === 'unknown') continue;
    await onOutcome?.(writable({ order_id, wallet, state, previous, request, order, evidence }), transaction);
  }
  return changed.map(({ order }) => order);
}
