/** Memos and destination tags: what the currency of a wallet asks of them, by the rules of the document. */
import { memoRules, type MemoRule } from '../document/document.ts';
import { keyOf } from '../currencies/currencies.ts';
import { refuse } from '../document/refusal.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';

/** The rules for a wallet; undefined where its currency has no memo. */
export const memoRuleOf = ({ currency }: Wallet): MemoRule | undefined => memoRules[currency.name];

/** One text for all the spellings of a memo: a tag that is an integer is the same with zeros before it. */
export const memoKeyOf = ({ currency }: Wallet, memo: string): string =>
  memoRules[currency.name]?.integer ? memo.replace(/^0+(?=.)/, '') : memo;

/** Refuses a memo that its currency cannot carry. */
export function checkMemo(rule: MemoRule, memo: string): void {
  if (Array.from(memo).length > rule.maxLength) refuse(rule.tooLong);
  if (rule.integer && !/^[0-9]+$/.test(memo)) refuse(rule.integer);
}

/** Whether an address is known to need a memo. */
export const needsMemo = ({ store }: Context, address: string): boolean =>
  store.get('SELECT 1 FROM memo_addresses WHERE address = ?', keyOf(address)) !== undefined;
