/** What came into wallets since orders that wait were last looked at: only these orders can have become payable. */
import type { Store } from './store.ts';

/** A place that something came to: a wallet, or a delegated address of it. */
export interface Freed {
  readonly walletId: bigint;
  /** Empty where the wallet holds its funds as a whole. */
  readonly address: string;
  /** The single token that came; empty for an amount. */
  readonly tokenId: string;
}

const freed = new WeakMap<Store, Map<string, Freed>>();

/** Notes it. It may be undone later: whoever looks finds nothing then. */
export function noteFreed(store: Store, place: Freed): void {
  const places = freed.get(store) ?? new Map<string, Freed>();
  freed.set(store, places.set(JSON.stringify([String(place.walletId), place.address, place.tokenId]), place));
}

/** What was noted, once. */
export function takeFreed(store: Store): Freed[] {
  const places = [...(freed.get(store)?.values() ?? [])];
  freed.delete(store);
  return places;
}
