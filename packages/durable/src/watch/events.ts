/** Tells those who watch what happens: calls as they end, outcomes once they are committed. Nobody waits for them. */
import type { AnswerEvent, RequestEvent, UnreadableReason } from '@wallet-operations/client';
import { writable } from '@wallet-operations/json';
import type { Database, Transaction } from '../database/database.ts';
import type { OnOutcome, Outcome } from '../orders/change.ts';

/** A request of a call has ended, by an answer or without one. */
export interface CallEvent
  extends
    Pick<RequestEvent, 'operationId' | 'walletId' | 'callId' | 'attempt' | 'method' | 'path'>,
    Pick<AnswerEvent, 'status' | 'requestId' | 'reason' | 'milliseconds' | 'nextIn'> {
  readonly kind: 'call';
  /** Whether the service itself answered it, be it with a refusal. */
  readonly isAnswered: boolean;
}

/** An outcome was recorded: that, and what `onOutcome` wrote with it, is committed. */
export interface OutcomeEvent extends Outcome {
  readonly kind: 'outcome';
}

/** What happened in this process. */
export type WithdrawalsEvent = CallEvent | OutcomeEvent;

/** Hears of what happens. It may be async; what it returns, throws or rejects with is ignored. */
export type Listener = (event: WithdrawalsEvent) => unknown;

/** Those who watch. */
export interface Listeners {
  /** @returns what ends it */
  readonly listen: (listener: Listener) => () => void;
  readonly tell: (event: WithdrawalsEvent) => void;
}

/** Nobody watches at first. */
export function createListeners(): Listeners {
  const entries = new Set<{ readonly listener: Listener }>();
  return {
    listen(listener) {
      const entry = { listener }; // the same function may watch twice
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    tell(event) {
      for (const { listener } of entries)
        new Promise((resolve) => {
          resolve(listener(event));
        }).catch(() => undefined);
    },
  };
}

/** Answers that are not the service's own. */
const UNREADABLE: Readonly<Record<UnreadableReason, true>> = {
  empty_body: true,
  not_json: true,
  truncated_json: true,
  not_an_object: true,
  undocumented_status: true,
  unexpected_result: true,
};

/** What the end of a request tells. */
export function callEvent({ request, ...answer }: AnswerEvent): CallEvent {
  const { operationId, walletId, callId, attempt, method, path } = request;
  const { status, requestId, reason, milliseconds, nextIn } = answer;
  const isAnswered = status !== undefined && status < 500 && !Object.hasOwn(UNREADABLE, reason ?? 'answered');
  return writable({
    ...{ kind: 'call' as const, isAnswered, operationId, walletId, callId, attempt, method, path },
    ...{ status, requestId, reason, milliseconds, nextIn },
  });
}

/**
 * A database and a hook as they are, that tell of outcomes once the transaction is committed in which these were booked. Where the
 * commit itself fails, nobody knows, and nothing is told.
 */
export function tellingOf(
  database: Database,
  onOutcome: OnOutcome | undefined,
  tell: (event: OutcomeEvent) => void,
): { readonly database: Database; readonly onOutcome: OnOutcome } {
  const booked = new WeakMap<Transaction, Outcome[]>();
  return {
    database: {
      backend: database.backend,
      queue: database.queue,
      query: (text, values) => database.query(text, values),
      close: () => database.close(),
      async transaction(work) {
        const outcomes: Outcome[] = [];
        const result = await database.transaction((transaction) => {
          booked.set(transaction, outcomes);
          return work(transaction);
        });
        for (const outcome of outcomes) tell(writable({ ...outcome, kind: 'outcome' }));
        return result;
      },
    },
    async onOutcome(outcome, transaction) {
      await onOutcome?.(outcome, transaction);
      booked.get(transaction)?.push(outcome);
    },
  };
}
