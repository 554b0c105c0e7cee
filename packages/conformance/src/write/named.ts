/** Whether a wallet of a list is the one that writing names: of its currency, and of its token, or of none. */
import { likenessOf } from '@wallet-operations/client';
import { isNode } from '@wallet-operations/validator';
import type { Writing } from './writing.ts';

/** What a list says of a wallet. A service of which nobody knows yet whether it does as the document says may leave out anything. */
type Listed = Partial<
  Record<
    'currency_name' | 'token_name' | 'token_symbol' | 'token_contract_address' | 'token_decimals',
    string | null | undefined
  >
>;

/** Whether it is that of a token, by any of what a list has of tokens: the symbol alone may be empty. */
export const isOfToken = (listed: Listed): boolean =>
  [listed.token_symbol, listed.token_name, listed.token_contract_address].some(isFilled) ||
  (isFilled(listed.token_decimals) && Number(listed.token_decimals) !== 0); // which a wallet without a token may have, too

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A text, or the number that it is told as; undefined for what is neither. */
export const textOf = (listed: unknown): string | undefined =>
  typeof listed === 'string' || typeof listed === 'number' || typeof listed === 'bigint' ? String(listed) : undefined;

/** Whether a list has a text, or the number that it is: what is neither is nobody's. */
export const isWritten = (listed: unknown, text: string): boolean => textOf(listed) === text;

/** Whether a record of a list is of a wallet. */
export const isOfWallet = (record: unknown, walletId: string): boolean =>
  isNode(record) && isWritten(record.wallet_id, walletId);

/** Whether it is the one. */
export function isNamed(listed: Listed, { currency, token, tokenContract }: Writing): boolean {
  if (listed.currency_name !== currency) return false;
  if (token === undefined) return !isOfToken(listed);
  return (
    listed.token_symbol === token &&
    (tokenContract === undefined || isContract(listed.token_contract_address, tokenContract))
  );
}

/** Whether two addresses are one, as the client compares those of withdrawals. */
const isContract = (listed: unknown, named: string): boolean =>
  typeof listed === 'string' &&
  likenessOf({ address: named, amount: '0' }, { address: listed, amount: '0' }) === 'same';
