/** The IDs of wallets, whichever way they are given. */

const LARGEST = 2n ** 64n - 1n;

/**
 * Those that a process works for, each once: one that stands twice would be worked for twice at once.
 *
 * @throws TypeError for none
 */
export function walletIdsOf(given: readonly (number | bigint)[]): bigint[] {
  if (!Array.isArray(given) || given.length === 0)
    throw new TypeError('wallets is empty. Give the IDs of your wallets.');
  return [...new Set(given.map(walletIdOf))];
}

/**
 * As a bigint.
 *
 * @throws RangeError for what is no ID, and for a number beyond 2^53: it has been rounded already, to the ID of another wallet
 */
export function walletIdOf(given: number | bigint): bigint {
  if (typeof given === 'number' && Number.isInteger(given) && !Number.isSafeInteger(given))
    throw new RangeError(`wallet ${String(given)} is a number beyond 2^53, which is not exact. Give a bigint.`);
  if (typeof given !== 'bigint' && !Number.isInteger(given))
    throw new RangeError(`wallet is ${String(given)}. Give a whole number, or a bigint.`);
  const id = BigInt(given);
  if (id < 0n || id > LARGEST) throw new RangeError(`wallet is ${String(id)}. Give a number from 0 to 2^64 - 1.`);
  return id;
}
