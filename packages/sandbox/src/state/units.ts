/** Amounts as people write them, in the smallest units of what a wallet holds. */
import { toUnits } from './amounts.ts';
import { decimalsOf, type Wallet } from './wallets.ts';

/** Smallest units of an amount. @throws Error for what is no amount of the wallet. */
export function unitsOf(wallet: Wallet, amount: string): bigint {
  const decimals = decimalsOf(wallet);
  const units = /^\d+(\.\d+)?$/.test(amount) ? toUnits(amount, decimals) : undefined;
  if (units !== undefined) return units;
  const shown = amount.length > LONGEST_SHOWN ? `${amount.slice(0, LONGEST_SHOWN)}…` : amount;
  throw new Error(`${shown} is no amount with at most ${String(decimals)} decimals that a chain could carry.`);
}

const LONGEST_SHOWN = 100;
