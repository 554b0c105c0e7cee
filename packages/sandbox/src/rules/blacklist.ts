/** Addresses that something is known against. */
import { keyOf } from '../currencies/currencies.ts';
import type { Context } from '../context.ts';

/** What is known against an address, in whatever spelling; nothing, mostly. */
export function causesAgainst({ store }: Context, address: string): string[] {
  const row = store.get<{ causes: string }>('SELECT causes FROM blacklist WHERE address = ?', keyOf(address));
  return row ? (JSON.parse(row.causes) as string[]) : [];
}
