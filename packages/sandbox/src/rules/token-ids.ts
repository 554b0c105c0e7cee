/** IDs of single tokens: which wallets have such, and how an ID is written. */
import type { Wallet } from '../state/wallets.ts';

/** Whether a wallet holds single tokens, each with its ID. */
export const hasTokenIds = ({ token }: Wallet): boolean => token !== undefined && token.standard !== 'erc20';

/** A token ID as it is kept, a number of 256 bits without zeros before it; undefined for what is none. */
export const tokenIdOf = (text: string): string | undefined => {
  const digits = /^0*(\d{1,78})$/.exec(text)?.[1];
  return digits !== undefined && BigInt(digits) < 2n ** 256n ? String(BigInt(digits)) : undefined;
};
