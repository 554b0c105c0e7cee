/** One point at which a worker is killed, as it is told of it, and what one that lived has left. */
import type { WithdrawalRequest } from '@wallet-operations/client';

export interface Point {
  /** The boundary to be killed at, counted from 1; undefined to live. */
  readonly killAt?: number | undefined;
  readonly baseUrl: string;
  readonly credentials: { readonly apiCode: string; readonly secret: string };
  readonly walletId: number;
  readonly orders: readonly WithdrawalRequest[];
  /** Seconds, as the option has it. */
  readonly shownAfter?: number | undefined;
  /** Where to connect to; or the folder of an embedded one. */
  readonly postgres?: string | undefined;
  readonly folder?: string | undefined;
}

/** What is in its database at the end. */
export interface Left {
  /** Boundaries that it went over. */
  readonly count: number;
  readonly orders: readonly { readonly order_id: string; readonly state: string }[];
  /** Everything that was ever booked. */
  readonly bookings: readonly { readonly order_id: string; readonly state: string }[];
  /** The rows of one's own that were written with the orders. */
  readonly ledger: readonly { readonly order_id: string }[];
}
