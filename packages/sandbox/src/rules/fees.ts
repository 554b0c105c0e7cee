/** The chain's fee of a withdrawal: the policy's, the average of the latest blocks, or the one that the caller names. */
import { memoized } from '@wallet-operations/validator';
import type { Context } from '../context.ts';
import type { Ids } from '../state/ids.ts';
import { tipOf } from '../state/tip.ts';
import type { Wallet } from '../state/wallets.ts';

/** Smallest units of the currency that pays: for a token, its parent's. */
export function chainFee(
  context: Context,
  { currency }: Wallet,
  { manual_fee, block_average_fee }: { manual_fee?: number; block_average_fee?: number },
): bigint {
  if (currency.manualFeeUnit === undefined) return currency.fee;
  if (manual_fee !== undefined) return BigInt(manual_fee) * currency.manualFeeUnit;
  if (block_average_fee === undefined) return currency.fee;
  const { height } = tipOf(context.store, context.clock.now());
  return averageOf(context.ids)(height, currency.fee, block_average_fee);
}

/** The average of so many blocks up to this one: worked out once, however many orders ask for it before the next. */
const averageOf = memoized((ids: Ids) => {
  let latest = NaN;
  const known = new Map<string, bigint>();
  return (height: number, usual: bigint, count: number): bigint => {
    if (height !== latest) known.clear();
    latest = height;
    const key = `${String(usual)} ${String(count)}`;
    const blocks = (): bigint[] => Array.from({ length: count }, (_, i) => feeAt(ids, usual, height - i));
    const average = known.get(key) ?? blocks().reduce((sum, fee) => sum + fee, 0n) / BigInt(count);
    known.set(key, average);
    return average;
  };
});

/** The fee in a block lies within a fifth of the usual one. */
const feeAt = (ids: Ids, usual: bigint, height: number): bigint =>
  (usual * BigInt(80 + ((ids.bytes('fee', height)[0] ?? 0) % 41))) / 100n;
