/** Faults of callbacks on demand: what a delivery may suffer between the service and its receiver. */
import { createWaitingFaults, type WaitingFaults } from '../waiting-faults.ts';

/** What each fault does to an attempt. */
export const CALLBACK_FAULTS = {
  /** It gets lost on the way, and comes again on schedule. */
  drop: { isSent: true },
  /** The same bytes come twice, one after the other. */
  duplicate: { isSent: true },
  /** It is made `seconds` later. */
  delay: { isSent: false },
  /** It is made behind the wallet's next callback; after `seconds` if none comes. */
  reorder: { isSent: false },
} as const;

/** A fault that hits attempts to come. */
export interface CallbackFault {
  /**
   * `drop`: nobody gets it, and it comes again on schedule. `duplicate`: the same bytes come twice, one after the other. `delay`: it comes
   * `seconds` later. `reorder`: it comes behind the next callback of its wallet, or after `seconds` if there is none until then.
   */
  readonly kind: keyof typeof CALLBACK_FAULTS;
  /** The wallet whose callbacks it hits. Default: any. */
  readonly walletId?: bigint | number;
  /** How many attempts it hits. Default: 1. */
  readonly times?: number;
  /** Seconds of the sandbox's clock, for `delay` and `reorder`. Default: 60. */
  readonly seconds?: number;
}

/** The faults to come. */
export interface CallbackFaults extends Omit<WaitingFaults<CallbackFault>, 'take'> {
  /** The fault that hits an attempt of a wallet, if any does; it is used up. `isSent` leaves those that put it off to others. */
  readonly take: (walletId: bigint, isSent?: boolean) => CallbackFault | undefined;
}

/** No faults, until some are injected. */
export function createCallbackFaults(): CallbackFaults {
  const { take, ...faults } = createWaitingFaults<CallbackFault>();
  return {
    ...faults,
    take: (walletId, isSent = false) =>
      take(
        ({ kind, walletId: hit = walletId }) => BigInt(hit) === walletId && (CALLBACK_FAULTS[kind].isSent || !isSent),
      ),
  };
}
