/** Care for API codes: when one expires, and switching to the next on purpose. */
import { createWalletClient, type Wallet } from './client.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import { invalid } from './encode.ts';
import type { CallOptions, WalletClientOptions } from './options.ts';

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
 * @throws WalletError as the operation does
 */
export async function checkApiCode(
  wallet: Pick<Wallet, 'getApiCodeStatus'>,
  { warnWithin, clock, ...options }: CheckOptions = {},
): Promise<ApiCodeExpiry> {
  const { valid } = await wallet.getApiCodeStatus({}, options);
  return expiryOf(valid.exp, clock, warnWithin);
}

/**
 * Activates the API code that is not active yet, by using it once, and so **kills the other at once**: every process that still
 * uses that is refused from then on. Nothing else in this client ever does this by itself.
 *
 * @param options - those of your client; its credentials are left aside
 * @param inactive - the code to activate, with its secret
 * @throws InvalidCallError if the service does not show the code as activated afterwards
 * @throws WalletError as `getApiCodeStatus` does
 */
export async function activateApiCode(
  options: Omit<WalletClientOptions, 'credentials'>,
  walletId: bigint | number,
  inactive: Credentials,
): Promise<ApiCodeExpiry> {
  const wallet = createWalletClient({ ...options, credentials: inactive }).wallet(walletId);
  const { valid } = await wallet.getApiCodeStatus();
  if (valid.api_code !== inactive.apiCode)
    throw invalid('getApiCodeStatus', 'the service answered, but does not show this code as the activated one.');
  return expiryOf(valid.exp, options.clock);
}

function expiryOf(expiresAt: number, clock = systemClock, warnWithin = TWO_WEEKS): ApiCodeExpiry {
  const expiresIn = expiresAt - Math.floor(clock.now() / 1000);
  return { expiresAt, expiresIn, isDue: expiresIn <= warnWithin };
}
