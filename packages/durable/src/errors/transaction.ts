/** What was given as a transaction is none in which orders can be written. */

/**
 * Why.
 * - `not_one`: its statements do not run in one transaction: a pool, a library's database instead of its transaction, or a client on which
 *   none was begun.
 * - `aborted`: a statement of it has failed before, so that it can only be rolled back.
 * - `elsewhere`: it is one of another database than the one that was opened.
 */
export type TransactionReason = keyof typeof MESSAGES;

const MESSAGES = {
  not_one:
    'what was given as "transaction" does not run its statements in one transaction. Give the client on which you have run BEGIN, or what ' +
    'your library calls the transaction; neither a pool nor a whole database. Nothing was enqueued.',
  aborted:
    'a statement of your transaction has failed before, and PostgreSQL takes no more of it: roll it back. Nothing was enqueued.',
  elsewhere:
    'your transaction is one of another database than the one in which withdrawals were opened: nobody would send what was enqueued there. ' +
    'Nothing was enqueued.',
} as const;

/** Thrown by `enqueue` for a transaction in which nothing was written, since it would not be committed, rolled back or sent with the rest. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError';
  readonly reason: TransactionReason;

  constructor(reason: TransactionReason, options?: ErrorOptions) {
    super(MESSAGES[reason], options);
    this.reason = reason;
  }
}
