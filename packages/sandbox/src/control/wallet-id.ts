/** Wallet IDs as control takes them. */

/** A wallet ID, as a number where it is exact. */
export type WalletId = bigint | number;

/** The largest that 64 bits hold. */
export const LAST_ID = 2n ** 63n - 1n;

/** @throws RangeError for what is no wallet ID, or may be another one than was meant. */
export function exactId(walletId: WalletId): bigint {
  const isExact = typeof walletId === 'bigint' ? walletId <= LAST_ID : Number.isSafeInteger(walletId);
  if (isExact && walletId >= 0) return BigInt(walletId);
  throw new RangeError(
    `${String(walletId)} is no exact wallet ID. Give an integer from 0 to 2^63 - 1, beyond 2^53 as a bigint.`,
  );
}
