/** Care for API codes: when one expires, and switching to the next on purpose. */
import { needWallet } from './calls/given.ts';
import { createWalletClient, type WalletCalls } from './client.ts';
import { systemClock, type Clock } from './sending/clock.ts';
import type { Credentials } from './signing/credentials.ts';
import { WalletError, type Effect } from './errors.ts';
import type { CallOptions, WalletClientOptions } from './options.ts';
import type { Output } from './types.ts';
import { unexpected } from './answers/unexpected.ts';

type Status = Output<'getApiCodeStatus'>;

/** How the activated API code of a wallet stands. */
export interface ApiCodeExpiry {
  /** When it expires, Unix seconds. */
  readonly expiresAt: number;
  /** Seconds until then; negative once it has expired. */
  readonly expiresIn: number;
  /** Whether that is soon: rotate it. */
  readonly isDue: boolean;
}

const TWO_WEEKS = 14 * 24 * 3600;

/** How to check. */
export interface CheckOptions extends CallOptions {
  /** Seconds before the expiry from which on `isDue` is true. Default: two weeks. */
  readonly warnWithin?: number;
  /** Time, for tests. Default: the machine's. */
  readonly clock?: Clock;
}

/**
 * When the activated API code of a wallet expires. Calls `getApiCodeStatus` with the credentials that the client has, and tells
 * nothing of the codes themselves.
 *
 * @param wallet - one wallet of a client, `client.wallet(walletId)`
 * @param options - when the expiry is due, and what the call may have
 * @throws InvalidCallError for what is no wallet; WalletError as the operation does
 */
export async function checkApiCode(
  wallet: WalletCalls<'getApiCodeStatus'>,
  { warnWithin, clock, ...options }: CheckOptions = {},
): Promise<ApiCodeExpiry> {
  needWallet(wallet, 'getApiCodeStatus');
  return expiryOf(await wallet.getApiCodeStatus({}, options), 'none', clock, warnWithin);
}

/**
 * Activates the API code that is not active yet, by using it once, and so **kills the other at once**: every process that still
 * uses that is refused from then on. Nothing else in this client ever does this by itself.
 *
 * @param options - those of your client; its credentials are left aside
 * @param walletId - ID of the wallet whose code it is
 * @param inactive - the code to activate, with its secret
 * @throws UnreadableResponseError if the service does not show the code as activated afterwards
 * @throws WalletError as `getApiCodeStatus` does; `effect` is `unknown` once a request has left: the code may be active, and the other dead
 */
export async function activateApiCode(
  options: Omit<WalletClientOptions, 'credentials'>,
  walletId: bigint | number,
  inactive: Credentials,
): Promise<ApiCodeExpiry> {
  const wallet = createWalletClient({ ...options, credentials: inactive }).wallet(walletId);
  const status = await wallet.getApiCodeStatus().catch((error: unknown) => {
    // Whatever became of it, a request that left may have activated the code.
    throw error instanceof WalletError && error.attempts > 0 ? Object.assign(error, { effect: 'unknown' }) : error;
  });
  const expiry = expiryOf(status, 'unknown', options.clock);
  if (status.valid.api_code !== inactive.apiCode) throw unexpected('getApiCodeStatus', 'unknown');
  return expiry;
}

function expiryOf(status: Status, effect: Effect, clock = systemClock, warnWithin = TWO_WEEKS): ApiCodeExpiry {
  const { exp: expiresAt } = (status.valid as Partial<Status['valid']> | undefined) ?? {};
  if (typeof expiresAt !== 'number') throw unexpected('getApiCodeStatus', effect);
  const expiresIn = expiresAt - Math.floor(clock.now() / 1000);
  return { expiresAt, expiresIn, isDue: !(expiresIn > warnWithin) }; // for NaN too
}
