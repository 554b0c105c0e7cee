/** What adding and checking a whitelist entry refuse alike. */
import { refuse } from '../document/refusal.ts';
import { memoRuleOf } from '../rules/memo.ts';
import type { Wallet } from '../state/wallets.ts';

/** @throws Refusal for an address of another format, and for a memo where there are none. */
export function checkItem(wallet: Wallet, { address, memo = '' }: { address: string; memo?: string }): void {
  if (!wallet.currency.format.accepts(address)) refuse('invalid_address', { INVALID_ADDRESS: address });
  if (memo !== '' && !memoRuleOf(wallet)) refuse('memo_not_supported');
}
