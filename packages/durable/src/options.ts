/** With what withdrawals are opened, and what is wrong with it. */
import type { WalletClientOptions } from '@wallet-operations/client';
import type { Database } from './database/database.ts';
import type { OnOutcome } from './orders/change.ts';

/** What to work with. */
export interface WithdrawalsOptions {
  /** `postgres(…)`, or `await embedded(…)`. */
  readonly database: Database;
  /** How to reach the service, and as whom. Its `limits` are those of the database. */
  readonly service: Omit<WalletClientOptions, 'limits'>;
  /** The wallets that this process enqueues and works for. */
  readonly wallets: readonly (number | bigint)[];
  /**
   * The schema that has everything, which is made if it is not there: lower-case letters, digits and underscores, at most 50, and no word
   * that SQL keeps for itself. Default: `wallet_operations`.
   */
  readonly schema?: string | undefined;
  /** Books outcomes, in the transaction in which they are recorded. */
  readonly onOutcome?: OnOutcome | undefined;
  /** Hears of what goes wrong in the background, and will be tried again: calls, hooks of yours, the database. */
  readonly onError?: ((error: unknown) => unknown) | undefined;
  /** Orders of one call at most, from 1 on. The service's own limit is learnt. Default: 100. */
  readonly batch?: number | undefined;
  /** Orders of one wallet that the service may have, and that are not in the chain yet, at most. Default: no limit. */
  readonly inFlight?: number | undefined;
  /**
   * Seconds after an attempt, from which on a lookup certainly shows what it left: more than the window of `t` and what the service needs.
   * It is not shown in the interface, so it is for you to say; from then on a refusal settles an order that was sent before. Without it
   * such an order stays `unknown` until a person decides.
   */
  readonly shownAfter?: number | undefined;
  /** Seconds for which an order that is in the chain is still asked for, until it is confirmed. Default: 86 400. */
  readonly followFor?: number | undefined;
  /** Seconds after which another worker takes over from one that does not answer any more, from 10 on. Default: 30. */
  readonly lease?: number | undefined;
  /** Whether to make and migrate the tables, which takes the right to create. Default: true. */
  readonly migrate?: boolean | undefined;
}

/** @throws RangeError or TypeError for options that make no sense */
export function checkOptions({
  wallets,
  lease = 30,
  batch = 100,
  inFlight = 1,
  shownAfter = 1,
  followFor = 1,
}: WithdrawalsOptions): void {
  if (!Array.isArray(wallets) || wallets.length === 0)
    throw new TypeError('wallets is empty. Give the IDs of your wallets.');
  const least = {
    lease: [lease, 10],
    batch: [batch, 1],
    inFlight: [inFlight, 1],
    shownAfter: [shownAfter, 0],
    followFor: [followFor, 0],
  };
  for (const [name, [value, from]] of Object.entries(least) as [string, [number, number]][])
    if (!(value >= from) || ((name === 'batch' || name === 'lease') && !Number.isInteger(value)))
      throw new RangeError(`${name} is ${String(value)}. Give a number from ${String(from)} on.`);
}
