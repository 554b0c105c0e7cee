/** An order as it is kept: what its state means, and how a row is read. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { parseJson, writable } from '@wallet-operations/json';

/**
 * How far an order has come.
 * - `queued`: no attempt of it can have been taken.
 * - `sending`: an attempt of it is under way, or was when its process ended.
 * - `unknown`: nobody can know yet whether an attempt was taken. It is worked on, under the same order_id, for as long as it takes.
 * - `accepted`: the service has it. Never pay it again.
 * - `in_pool`, `in_chain`, `confirmed`: what became of its transaction.
 * - `failed`: its transaction failed, or was cancelled or dropped. The service may send it again: no reason to refund. For a person.
 * - `refused`: the service will not carry it out, and no attempt of it can have been taken. Refund it, or decide `retry`. For a person.
 * - `conflict`: its order_id holds another withdrawal at the service. For a person.
 * - `closed`: a person has decided that nothing more is done about it.
 */
export type OrderState = (typeof STATES)[number];

/** All states. */
export const STATES = [
  'queued',
  'sending',
  'unknown',
  'accepted',
  'in_pool',
  'in_chain',
  'confirmed',
  'failed',
  'refused',
  'conflict',
  'closed',
] as const;

/** States in which it is not settled whether the service has the order. */
export const UNSETTLED: readonly OrderState[] = ['queued', 'sending', 'unknown'];

/** States of an order that the service has, and that is not yet as far as it comes. */
export const FOLLOWED: readonly OrderState[] = ['accepted', 'in_pool', 'in_chain', 'failed'];

/** An order, as it is kept. */
export interface DurableOrder {
  readonly order_id: string;
  readonly wallet: bigint;
  /** What is asked of the service, as it was enqueued. */
  readonly request: WithdrawalRequest;
  readonly state: OrderState;
  /** Greater goes first. */
  readonly priority: number;
  /** Attempts so far, those that only looked it up among them. */
  readonly attempt: number;
  /** The service's own ID of it, where it was told. */
  readonly transactionId: bigint | undefined;
  /** The transaction on the chain, where one is known. */
  readonly txid: string | undefined;
  readonly enqueuedAt: Date;
  /** When its last attempt began; where that has left it `unknown`, when it ended. Undefined if there was none. */
  readonly sentAt: Date | undefined;
  /** When it came into its state: of `sending` and `unknown`, which take turns, into the first of them. */
  readonly changedAt: Date;
}

/** A row as statements give it: whatever a driver makes of a type, these are texts and numbers. */
export interface OrderRow {
  readonly id: string;
  readonly order_id: string;
  readonly wallet_id: string;
  readonly request: string;
  readonly state: OrderState;
  readonly priority: number;
  readonly attempt: number;
  readonly transaction_id: string | null;
  readonly txid: string | null;
  readonly enqueued_at: number;
  readonly sent_at: number | null;
  readonly changed_at: number;
}

const milliseconds = (column: string): string => `round(extract(epoch FROM ${column}) * 1000)::float8 AS ${column}`;

/** What an {@link OrderRow} is selected with. */
export const COLUMNS = `id::text, order_id, wallet_id::text, request, state, priority, attempt, transaction_id::text, txid,
  ${milliseconds('enqueued_at')}, ${milliseconds('sent_at')}, ${milliseconds('changed_at')}`;

/** The order of a row. */
export const orderOf = (row: OrderRow): DurableOrder =>
  writable({
    order_id: row.order_id,
    wallet: BigInt(row.wallet_id),
    request: requestOf(row),
    state: row.state,
    priority: row.priority,
    attempt: row.attempt,
    transactionId: row.transaction_id === null ? undefined : BigInt(row.transaction_id),
    txid: row.txid ?? undefined,
    enqueuedAt: new Date(row.enqueued_at),
    sentAt: row.sent_at === null ? undefined : new Date(row.sent_at),
    changedAt: new Date(row.changed_at),
  });

/** The request of a row. */
export const requestOf = ({ request }: Pick<OrderRow, 'request'>): WithdrawalRequest =>
  parseJson(request) as WithdrawalRequest;
