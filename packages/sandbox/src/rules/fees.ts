/** The chain's fee of a withdrawal: the policy's, the average of the latest blocks, or the one that the caller names. */
import { tipOf } from '../state/tip.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';

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
  const blocks = Array.from({ length: block_average_fee }, (_, i) => feeAt(context, currency.fee, height - i));
  return blocks.reduce((sum, fee) => sum + fee, 0n) / BigInt(block_average_fee);
}

/** The fee in a block lies within a fifth of the usual one. */
const feeAt = ({ ids }: Context, usual: bigint, height: number): bigint =>
  (usual * BigInt(80 + ((ids.bytes('fee', height)[0] ?? 0) % 41))) / 100n;
