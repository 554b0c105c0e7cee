/** The wallets that a read-only code sees: all, or those that were named when it was made. */
import type { State } from './state.ts';
import { readMeta, writeMeta } from './meta.ts';
import type { Wallet } from './wallets.ts';

const keyOf = (apiCode: string): string => `scope:${apiCode}`;

/** Lets a code see these alone. @throws Error for a wallet that there is not. */
export function setScope({ store, wallets }: State, apiCode: string, walletIds: readonly bigint[]): void {
  for (const walletId of walletIds) wallets.get(walletId);
  writeMeta(store, keyOf(apiCode), walletIds.map(String));
}

/** What a code sees, in the order of their IDs. */
export function seenBy({ store, wallets }: State, apiCode: string): Wallet[] {
  const scope = readMeta<readonly string[]>(store, keyOf(apiCode));
  return wallets.all().filter(({ walletId }) => scope?.includes(String(walletId)) ?? true);
}
