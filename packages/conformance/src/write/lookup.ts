/** Looks an order up, and says what the answer tells of it: that it is not there only where the service says so in the document's words. */
import { hash } from 'node:crypto';
import { findWithdrawals, type Settlement } from '@wallet-operations/client';
import type { Order, Shown } from './ledger-line.ts';
import { seen } from './seen.ts';
import type { Tools } from './tools.ts';
import { whyOf } from './words.ts';

/** What a lookup tells. `why` is in the client's words. */
export type Found =
  | { readonly is: 'there' }
  /** The service says that it has no such order. Who may not be asked at all has the same words; then it refuses the order, too. */
  | { readonly is: 'absent'; readonly why: string }
  /** There is something under its order_id: another withdrawal, or one that cannot be compared. `shown` is a digest of it. */
  | { readonly is: Shown; readonly why: string; readonly shown: string }
  /** Nothing: whether it is there is not known. */
  | { readonly is: 'untold'; readonly why: string };

/** Of an order_id that the service has, and does not show so that the order can be told from another. */
const INCOMPARABLE: readonly string[] = ['not_comparable', 'unexpected_result'];

/** Looks an order up once. @throws what `signal` has, once that is aborted */
export async function lookUp({ calls, writing }: Tools, order: Order): Promise<Found> {
  const [found] = await findWithdrawals(calls.reads(writing.wallet), [order], { signal: calls.signal });
  calls.signal?.throwIfAborted();
  return found ? foundOf(found) : { is: 'untold', why: 'nothing was answered' };
}

function foundOf(settlement: Settlement): Found {
  if (settlement.outcome === 'accepted') return { is: 'there' };
  const why = whyOf(settlement.error);
  const { reason, message } = settlement.error;
  const shown = hash('sha256', message).slice(0, 16); // it says which amount and which address are there
  if (settlement.outcome === 'conflict') return { is: 'conflict', why, shown };
  if (reason === 'not_found') return { is: 'absent', why };
  return INCOMPARABLE.includes(reason) ? { is: 'not comparable', why, shown } : { is: 'untold', why };
}

/**
 * The same, until it is there or the wait is over: the first lookup may come before the order shows. What has shown something under its
 * order_id is not absent because a later one does not.
 */
export async function lookUpToTheEnd(tools: Tools, order: Order): Promise<Found> {
  const { wait, calls } = tools;
  let last: Found = { is: 'untold', why: 'nothing was asked' };
  await seen(
    async () => {
      const found = await lookUp(tools, order);
      // a memo may show only once it is in the chain: what cannot be compared yet may be later
      const isOver = found.is === 'there' || found.is === 'conflict';
      if (isOver || last.is !== 'not comparable') last = found;
      return isOver ? { value: found } : { not: found.why };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  return last;
}
