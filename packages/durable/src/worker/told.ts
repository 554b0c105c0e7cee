/** What the service has told of a wallet's orders in callbacks, whether they arrived or not: one call for as many orders as there are. */
import { CallbackType, type Clock, type WalletClient } from '@wallet-operations/client';
import { further, seenInCallback, type Seen } from './seen.ts';

/** What was told of orders, by order_id; a failure is in it whatever else was told. */
export type Told = ReadonlyMap<string, Seen>;

/** Milliseconds for which it is not asked again, at least; what takes long to be told is good for ten times as long. */
const FRESH = 1_000;
/** Seconds that it looks back at most: nobody says how many callbacks one answer may have. */
export const LOOK_BACK = 3600;
/** Seconds by which the clocks of service and database may differ, and that an attempt may have taken until its time was written down. */
const APART = 300;

/** Makes what asks for it. `since` is a Unix time in seconds. */
export function createTold(
  client: WalletClient,
  clock: Clock,
): (wallet: bigint, since: number, signal: AbortSignal) => Promise<Told> {
  const known = new Map<bigint, { readonly until: number; readonly since: number; readonly told: Told }>();
  return async (wallet, since, signal) => {
    const at = clock.monotonic();
    const before = known.get(wallet);
    if (before && before.since <= since && at < before.until) return before.told;
    known.delete(wallet);
    const { notifications } = await client.listCallbacks(
      { WALLET_ID: wallet, from_time: Math.floor(since) - APART, type: CallbackType.withdrawal },
      { signal },
    );
    const told = new Map<string, Seen>();
    for (const callback of notifications) {
      const seen = seenInCallback(callback);
      const earlier = told.get(callback.order_id);
      if (seen && earlier?.state !== 'failed')
        told.set(callback.order_id, seen.state === 'failed' ? seen : further(earlier, seen));
    }
    const took = clock.monotonic() - at;
    known.set(wallet, { until: at + took + Math.max(FRESH, 10 * took), since, told });
    return told;
  };
}
