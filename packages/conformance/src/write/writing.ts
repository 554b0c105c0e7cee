/** What a writing pack is given: what it may write, and up to how much. */
import { toSmallestUnit } from '@wallet-operations/client';

/** All that it may write. The user gives every value of it; none is looked for. */
export interface Writing {
  /** ID of the wallet that pays. */
  readonly wallet: string;
  /** What its amounts are in, as the list of wallets names it. */
  readonly currency: string;
  /** Symbol of the token, for a token wallet. */
  readonly token: string | undefined;
  /** Address of its contract, where the symbol alone does not tell which token it is. */
  readonly tokenContract: string | undefined;
  /** Where the withdrawal goes. */
  readonly address: string;
  readonly memo: string | undefined;
  /** What it withdraws: a decimal number. */
  readonly amount: string;
  /** What all withdrawals of one ledger may come to: a decimal number. */
  readonly atMost: string;
  /** What its order IDs begin with, and no other's. */
  readonly prefix: string;
  /** Whether the address is added to the whitelist of the wallet, which no call can take back. */
  readonly whitelistEntry: boolean;
  /** The deposit address to make: a memo of a wallet. */
  readonly depositAddress: { readonly wallet: string; readonly memo: string } | undefined;
}

/** Digits behind the point that amounts are compared with: more than any currency has. */
export const DECIMALS = 30;

/**
 * An amount as a whole number, to be compared and added.
 *
 * @throws AmountError for what is no decimal number, or has more decimals than any currency
 */
export const unitsOf = (amount: string): bigint => toSmallestUnit(amount, DECIMALS);

/** The name of what amounts are in. */
export const unitName = ({ currency, token }: Pick<Writing, 'currency' | 'token'>): string => token ?? currency;
