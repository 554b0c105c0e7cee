/** What a worker works with. */
import type { WalletClient } from '@wallet-operations/client';
import type { Recording } from '../orders/record.ts';
import type { Holding } from '../wallets/lease.ts';

/** One process that submits and follows orders. */
export interface Worker extends Holding, Recording {
  readonly client: WalletClient;
  /** Wallets that it holds now. */
  readonly held: Set<bigint>;
  /** Orders of one call at most. */
  readonly batch: number;
  /** Orders of a wallet that the service may have, and that are not in the chain, at most. */
  readonly inFlight: number;
  /** Seconds after an attempt, from which on a lookup shows what it left. */
  readonly shownAfter: number | undefined;
  /** Seconds for which an order that is in the chain is still asked for, until it is confirmed. */
  readonly followFor: number;
}
