/** What a person decides about an order that waits for one. */
import type { Names } from '../schema/names.ts';
import type { Transaction } from '../database/database.ts';
import { canBeKept } from '../database/text.ts';
import type { DurableOrder, OrderState } from './order.ts';
import { change, type Books, type Change } from './change.ts';

/**
 * What is to be done.
 * - `retry`: submit the same order again, under the same order_id.
 * - `retry_as_shown`: the same, where you know that a lookup shows by now whatever was sent before, so that a refusal is one of the order.
 * - `accept`: the service has it; you have seen it there.
 * - `close`: nothing more is done about it. Of an `unknown` order you have to know yourself whether it was paid.
 */
export type Decision = keyof typeof DECISIONS;

/** The states that each may be decided in, and what it makes of them. */
const DECISIONS = {
  retry: { in: ['unknown', 'refused', 'conflict'], to: 'queued' },
  retry_as_shown: { in: ['unknown', 'conflict'], to: 'unknown' },
  accept: { in: ['unknown', 'conflict'], to: 'accepted' },
  close: { in: ['queued', 'unknown', 'refused', 'conflict', 'failed'], to: 'closed' },
} as const satisfies Record<string, { readonly in: readonly OrderState[]; readonly to: OrderState }>;

/** Who decided, and why: it stays with the order. */
export interface DecisionOptions {
  readonly by: string;
  readonly note?: string | undefined;
}

/** Thrown by `decide` for an order that is not there, or not in a state in which that can be decided. */
export class DecisionError extends Error {
  override readonly name = 'DecisionError';
}

/**
 * Records a decision.
 *
 * @throws DecisionError where it cannot be made
 */
export async function decide(
  books: Books,
  transaction: Transaction,
  orderId: string,
  decision: Decision,
  { by, note }: DecisionOptions = { by: '' },
): Promise<DurableOrder> {
  checkedBy(by);
  const { in: states, to } = decisionOf(decision);
  const id = await idOf(transaction, books.names, orderId);
  let found: OrderState | undefined;
  const evidence = { reason: 'decided', message: `${by} decided ${decision}`, by, ...(note !== undefined && { note }) };
  const [changed] = await change(books, transaction, id === undefined ? [] : [id], ({ state, exposed }) => {
    found = state;
    if (!states.includes(state)) return undefined;
    // An order that may have been taken stays one that may have been.
    const next: Omit<Change, 'id'> = { to: to === 'queued' && exposed ? 'unknown' : to, evidence };
    return decision === 'retry_as_shown' ? { ...next, isShown: true } : next;
  });
  if (changed) return changed;
  throw new DecisionError(
    found === undefined
      ? `there is no order ${orderId}`
      : `order ${orderId} is ${found}, and ${decision} can be decided of what is ${states.join(', ')}`,
  );
}

/** @throws DecisionError for nobody */
export function checkedBy(by: unknown): string {
  if (typeof by === 'string' && by !== '') return by;
  throw new DecisionError('nobody decides. Give { by: who it is }.');
}

function decisionOf(decision: Decision): { readonly in: readonly OrderState[]; readonly to: OrderState } {
  if (!Object.hasOwn(DECISIONS, decision))
    throw new DecisionError(`${decision as string} is no decision. Give ${Object.keys(DECISIONS).join(', ')}.`);
  return DECISIONS[decision];
}

async function idOf({ query }: Transaction, names: Names, orderId: string): Promise<string | undefined> {
  if (!canBeKept(orderId)) return undefined;
  const { rows } = await query(`SELECT id::text FROM ${names.orders} WHERE order_id = $1`, [orderId]);
  return (rows as { id: string }[])[0]?.id;
}
