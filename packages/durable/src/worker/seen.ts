/** What the numbers of the service say of an order's transactions, and what that changes. */
import { CallbackState, ProcessingState, WithdrawalTransactionState, type Output } from '@wallet-operations/client';
import type { Callback } from '@wallet-operations/client/callbacks';
import { canBeKept } from '../database/text.ts';
import type { Change, Current } from '../orders/change.ts';
import type { OrderState } from '../orders/order.ts';

/** How far each state is. What failed may be sent again, and then comes from the beginning. */
const PLACE: Readonly<Partial<Record<OrderState, number>>> = {
  failed: 0,
  accepted: 1,
  in_pool: 2,
  in_chain: 3,
  confirmed: 4,
};

type ChainState = 'in_pool' | 'in_chain' | 'confirmed' | 'failed';

/** What was seen of an order's transactions. */
export interface Seen {
  readonly state: ChainState;
  readonly txid: string | undefined;
}

/** What a number of the service says of a transaction; nothing for what is only on its way there, and for numbers without a name. */
type Numbers = Readonly<Record<number, ChainState | undefined>>;

const named = (numbers: Readonly<Record<string, number>>, states: Readonly<Record<string, ChainState>>): Numbers =>
  Object.fromEntries(
    Object.entries(states).flatMap(([name, state]) => (name in numbers ? [[numbers[name] ?? '', state] as const] : [])),
  );
const FAILURES = { failed: 'failed', cancelled: 'failed', dropped: 'failed', transactionFailed: 'failed' } as const;
const BY_TRANSACTION = named(WithdrawalTransactionState, {
  inPool: 'in_pool',
  inChain: 'in_chain',
  confirmed: 'confirmed',
  ...FAILURES,
});
/** It gave way to another transaction, which tells more than that. */
const RESENT = (WithdrawalTransactionState as Readonly<Record<string, number>>)['resent'];
const BY_CALLBACK = named(CallbackState, { inPool: 'in_pool', inChain: 'in_chain', ...FAILURES });
const BY_PROCESSING = named(ProcessingState, { inPool: 'in_pool', inChain: 'in_chain', done: 'confirmed' });

/** What a callback says. A failure says more than how far it had come before. */
export function seenInCallback({ state, processing_state, txid }: Callback): Seen | undefined {
  const failure = BY_CALLBACK[state] === 'failed' ? 'failed' : undefined;
  const seen = failure ?? BY_PROCESSING[processing_state] ?? BY_CALLBACK[state];
  return seen && { state: seen, txid: textOf(txid) };
}

/** Of all transactions of an order the one that has come furthest: one that was sent again may succeed after others have failed. */
export function seenInTransactions(transactions: Output<'listWithdrawalStates'>['transactions']): Seen | undefined {
  let best: Seen | undefined;
  let isUnderWay = false;
  for (const { state, txid } of transactions) {
    const seen = BY_TRANSACTION[state];
    if (seen) best = further(best, { state: seen, txid: textOf(txid) });
    else if (state !== RESENT) isUnderWay = true;
  }
  return best?.state === 'failed' && isUnderWay ? undefined : best;
}

/** The one of two that has come further, the first if it is as far. */
export const further = (one: Seen | undefined, other: Seen): Seen =>
  one && (PLACE[one.state] ?? 0) >= (PLACE[other.state] ?? 0) ? one : other;

/** Forwards only; but from whatever is not confirmed into a failure, and from there to wherever it is seen. */
export function changeBy(
  { state: seen, txid }: Seen,
  { state }: Pick<Current, 'state'>,
): Omit<Change, 'id'> | undefined {
  const [from, to] = [PLACE[state], PLACE[seen]];
  if (from === undefined || to === undefined || state === seen || state === 'confirmed') return undefined;
  return seen === 'failed' || to > from ? { to: seen, txid } : undefined;
}

/** What a database can keep. */
const textOf = (text: unknown): string | undefined => (canBeKept(text) && text !== '' ? text : undefined);
