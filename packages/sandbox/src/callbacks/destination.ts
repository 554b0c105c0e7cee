/** Where callbacks of a wallet go: to an address, into the sandbox's own inbox, or to who listens. */
import type { Context } from '../context.ts';

/** The callback address that stands for the sandbox's own inbox. */
export const INBOX = 'inbox';

/** What stands for whoever listens in the place of an address. */
export const LISTENER = 'listener';

/** Whether what a wallet is told goes anywhere now. */
export const goesOut = ({ wallets, listeners }: Context, walletId: bigint): boolean =>
  wallets.get(walletId).settings.callbackUrl !== '' || listeners.of(walletId) !== undefined;

/** What one receiver answers for: the origin of an address. */
export function destinationOf({ wallets, listeners }: Context, walletId: bigint): string {
  if (listeners.of(walletId)) return LISTENER;
  const { callbackUrl = '' } = wallets.find(walletId)?.settings ?? {};
  return URL.parse(callbackUrl)?.origin ?? callbackUrl;
}
