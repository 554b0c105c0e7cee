/** Addresses that something is known against. */
import type { Context } from '../context.ts';

/** What is known against an address; nothing, mostly. Case does not matter where it is no part of an address. */
export function causesAgainst({ store }: Context, address: string): string[] {
  const row = store.get<{ causes: string }>('SELECT causes FROM blacklist WHERE address = ?', keyOf(address));
  return row ? (JSON.parse(row.causes) as string[]) : [];
}

/** An Ethereum address means the same in any case. */
export const keyOf = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);
