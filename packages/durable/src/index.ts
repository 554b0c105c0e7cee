/** Withdrawals that survive the process, as their users import them. */
export { fromDrizzle, fromKnex, fromKysely, fromPrisma } from 'pg-boss';
export type { CallersTransaction, Database, Queries, Transaction } from './database/database.ts';
export { embedded } from './database/embedded.ts';
export { postgres } from './database/postgres.ts';
export { OrderConflictError } from './errors/order-conflict.ts';
export { SchemaTooNewError } from './errors/schema-too-new.ts';
export { TransactionError, type TransactionReason } from './errors/transaction.ts';
export type { OnOutcome, Outcome } from './orders/change.ts';
export { DecisionError, type Decision, type DecisionOptions } from './orders/decide.ts';
export type { Enqueued } from './orders/enqueue.ts';
export type { Evidence } from './orders/evidence.ts';
export type { WithdrawalsOptions } from './options.ts';
export type { DurableOrder, OrderState } from './orders/order.ts';
export type { HistoryEntry, ListOptions, Numbers, OpenState, OrderWithHistory } from './orders/read.ts';
export type { CallEvent, Listener, OutcomeEvent, WithdrawalsEvent } from './watch/events.ts';
export { openWithdrawals, type EnqueueOptions, type Withdrawals } from './withdrawals.ts';
export type { RunOptions } from './worker/run.ts';
