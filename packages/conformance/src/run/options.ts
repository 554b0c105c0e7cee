/** What a run is given. */
import type { Interface, WalletKind } from '@wallet-operations/transcript';
import type { Clock } from '../send/clock.ts';
import type { Target } from '../send/gate.ts';
import type { Pace } from '../send/pace.ts';
import type { Credentials } from '../send/signer.ts';
import type { KnownRequest } from '../signing/schemes.ts';

/** A wallet of the user's. */
export interface GivenWallet extends Credentials {
  readonly walletId: string;
  readonly kind: WalletKind;
}

/** A run. */
export interface RunOptions {
  readonly service: Interface;
  readonly target: Target;
  /** One at least. */
  readonly wallets: readonly GivenWallet[];
  /** Without it the lists of wallets and balances are not asked for. */
  readonly readOnly?: Credentials | undefined;
  readonly pace: Pace;
  /** How many schemes of checksums are tried on the service where the assumed one is refused. */
  readonly tries: number;
  /** Requests whose checksum is known: the scheme is looked for by them first, without a call. */
  readonly knownRequest?: KnownRequest | undefined;
  readonly madeUpCode: boolean;
  readonly clock: Clock;
  /** Ends the run at once: the call that is under way, whose answer is given up, and any wait. */
  readonly signal?: AbortSignal;
  /** Called after each call, with nothing of it but its step and its status. Default: nothing. */
  readonly progress?: (done: Progress) => void;
  /** Called with a sentence about a call that was left out, with no value of it. Default: nothing. */
  readonly notice?: (sentence: string) => void;
}

/** How far a run is. */
export interface Progress {
  readonly calls: number;
  readonly step: string;
  readonly operationId: string;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** Milliseconds that it waits now, because it called too often; 0 where it does not. */
  readonly waits: number;
}
