/** With what withdrawals are opened, and what is wrong with it. */
import type { WalletClientOptions } from '@wallet-operations/client';
import { requestTimeWindow } from '@wallet-operations/openapi/points';
import type { Database } from './database/database.ts';
import type { OnOutcome } from './orders/change.ts';
import { checkFunction, checkNumber, type Range } from './range.ts';

/** What to work with. */
export interface WithdrawalsOptions {
  /** `postgres(…)`, or `await embedded(…)`. */
  readonly database: Database;
  /** How to reach the service, and as whom. Its `limits` are those of the database. */
  readonly service: Omit<WalletClientOptions, 'limits'>;
  /** The wallets that this process enqueues and works for: of one service. Another one's with the same IDs belong into another schema. */
  readonly wallets: readonly (number | bigint)[];
  /**
   * The schema that has everything, which is made if it is not there: lower-case letters, digits and underscores, at most 50, and no word
   * that SQL keeps for itself. Default: `wallet_operations`.
   */
  readonly schema?: string | undefined;
  /**
   * Books outcomes, in the transaction in which they are recorded. Give it to every process that opens the schema, not to workers alone: a
   * decision and a callback have outcomes, too, and what is recorded without it is never booked.
   */
  readonly onOutcome?: OnOutcome | undefined;
  /** Hears of what goes wrong in the background, and will be tried again: calls, hooks of yours, the database. */
  readonly onError?: ((error: unknown) => unknown) | undefined;
  /** Orders of one call at most, from 1 on. The service's own limit is learnt. Default: 100. */
  readonly batch?: number | undefined;
  /** Orders of one wallet that the service may have, and that are not in the chain yet, at most. Default: no limit. */
  readonly inFlight?: number | undefined;
  /**
   * Seconds after an attempt, from which on a lookup certainly shows what it left: the window of `t`, which is assumed to be 300, and what
   * the service needs besides. It is not shown in the interface, so it is for you to say; from then on a refusal settles an order that was
   * sent before. Without it such an order stays `unknown` until a person decides.
   */
  readonly shownAfter?: number | undefined;
  /** Seconds for which an order that is in the chain is still asked for, until it is confirmed. Default: 86 400. */
  readonly followFor?: number | undefined;
  /** Seconds after which another worker takes over from one that does not answer any more, from 10 to 3600. Default: 30. */
  readonly lease?: number | undefined;
  /** Whether to make and migrate the tables, which takes the right to create. Default: true. */
  readonly migrate?: boolean | undefined;
}

const NUMBERS = {
  batch: { what: 'a whole number', from: 1 },
  inFlight: { what: 'a whole number', from: 1 },
  lease: { what: 'whole seconds', from: 10, to: 3600 },
  // What a submission that was held up may still become is decided by its t.
  shownAfter: { what: 'seconds', from: requestTimeWindow + 1 },
  followFor: { what: 'seconds', from: 0 },
} as const satisfies Partial<Record<keyof WithdrawalsOptions, Range>>;

/** @throws RangeError or TypeError for options that make no sense */
export function checkOptions(options: WithdrawalsOptions): void {
  const { database, service } = options as Partial<WithdrawalsOptions>;
  if (typeof database?.transaction !== 'function')
    throw new TypeError('database is none. Give postgres(…), or await embedded(…).');
  if (typeof service !== 'object')
    throw new TypeError('service is missing. Give at least its baseUrl and credentials.');
  for (const hook of ['onOutcome', 'onError'] as const) checkFunction(hook, options[hook]);
  for (const [name, range] of Object.entries(NUMBERS)) checkNumber(name, options[name as keyof typeof NUMBERS], range);
}
