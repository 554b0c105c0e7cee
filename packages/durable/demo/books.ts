/** Whether the books agree: what was booked here, and what the service itself has, by its own ledger. */

/** An order as it stands here, with how often each of its states was booked. */
export interface KeptOrder {
  readonly order_id: string;
  readonly amount: string;
  readonly state: string;
  /** States that were booked, in turn. */
  readonly booked: readonly string[];
}

/** An order as the service has it. */
export interface PaidOrder {
  readonly orderId: string;
  /** With its currency, as `1.5 ETH`. */
  readonly amount: string;
}

/** Both sides, and what is wrong between them. */
export interface Verdict {
  /** Orders that were asked for. */
  readonly asked: number;
  /** Of those, what the service has to pay, or has paid. */
  readonly paid: number;
  readonly refused: number;
  /** Not settled yet: whoever works next goes on with them. */
  readonly open: number;
  /** In words; none if all is well. */
  readonly problems: readonly string[];
}

const OPEN = ['queued', 'sending', 'unknown'];
/** States of orders that the service cannot have. */
const UNPAID = ['queued', 'refused'];

/**
 * Compares them.
 *
 * @param asked - what customers asked for, as their rows have it: ID and amount
 * @param kept - the orders of durable withdrawals, with what was booked of them
 * @param paid - all orders that the service has
 */
export function compare(
  asked: readonly { readonly order_id: string; readonly amount: string }[],
  kept: readonly KeptOrder[],
  paid: readonly PaidOrder[],
): Verdict {
  const problems: string[] = [];
  const orders = new Map(kept.map((order) => [order.order_id, order]));
  const payments = Map.groupBy(paid, ({ orderId }) => orderId);
  const ids = new Set(asked.map(({ order_id }) => order_id));
  for (const id of [...payments.keys(), ...orders.keys()]) if (!ids.has(id)) problems.push(`${id} was never asked for`);
  for (const { order_id: id, amount } of asked) {
    const order = orders.get(id);
    const payment = payments.get(id) ?? [];
    if (!order) {
      problems.push(`${id} is lost`);
      continue;
    }
    const { state, booked } = order;
    if (payment.length > 1) problems.push(`${id} was paid ${String(payment.length)} times`);
    for (const one of payment)
      if (one.amount.split(' ')[0] !== amount) problems.push(`${id} was paid as ${one.amount}, and ${amount} was due`);
    if (UNPAID.includes(state) && payment.length > 0) problems.push(`${id} is ${state} here, and the service has it`);
    if (![...UNPAID, 'sending', 'unknown', 'closed'].includes(state) && payment.length === 0)
      problems.push(`${id} is ${state} here, and the service does not have it`);
    for (const [name, copies] of Map.groupBy(booked, (each) => each))
      if (copies.length > 1) problems.push(`${id} was booked as ${name} ${String(copies.length)} times`);
    if (OPEN.includes(state) ? booked.length > 0 : booked.at(-1) !== state)
      problems.push(`${id} is ${state}, and was booked as ${booked.join(', ') || 'nothing'}`);
  }
  const count = (...states: string[]): number => kept.filter(({ state }) => states.includes(state)).length;
  return { asked: asked.length, paid: paid.length, refused: count('refused'), open: count(...OPEN), problems };
}
