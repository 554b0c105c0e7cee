/** What every part of the sandbox shares: state, time, settings, and who wants to know of what happens. */
import type { Clock } from './chain/clock.ts';
import type { Authenticator } from './http/authenticate.ts';
import type { Faults } from './control/faults.ts';
import type { Ids } from './state/ids.ts';
import type { Store } from './state/store.ts';
import type { Wallets } from './state/wallets.ts';

/** Numbers that the interface leaves open, and a test may want otherwise. */
export interface Limits {
  /** Calls that one API code may make in a minute. Default: 1000. */
  readonly callsPerMinute: number;
  /** Withdrawals in one call. Default: 500. */
  readonly withdrawalsPerCall: number;
  /** Deposit addresses of one wallet. Default: 100 000. */
  readonly depositAddresses: number;
  /** Seconds after which a new whitelist entry takes effect. Default: 86 400. */
  readonly whitelistDelay: number;
  /** Seconds between two blocks. Default: 12. */
  readonly blockInterval: number;
  /** Milliseconds to wait for the receiver of a callback, real ones. Default: 10 000. */
  readonly deliveryTimeout: number;
}

/** Something that happened, for the live page. */
export interface Happening {
  readonly kind: 'order' | 'deposit' | 'block' | 'callback' | 'attempt' | 'wallet' | 'clock' | 'request' | 'reset';
  readonly at: number;
  readonly text: string;
}

/** The running sandbox, from inside. */
export interface World {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: Limits;
  readonly wallets: Wallets;
  readonly authenticator: Authenticator;
  readonly faults: Faults;
  /** Whether callbacks may go to private addresses other than loopback. */
  readonly allowPrivate: boolean;
  readonly tell: (kind: Happening['kind'], text: string) => void;
  readonly listen: (listener: (happening: Happening) => void) => () => void;
  /** Ends what is under way when the sandbox closes. */
  readonly closing: AbortSignal;
  /** Wakes the timer of a running clock: something new is due. */
  readonly wake: () => void;
}
