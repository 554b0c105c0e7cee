/** What a configuration says of writing. Whatever is missing or odd is refused, before a ledger or a socket is opened. */
import { UsageError } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import { unitsOf, type Writing } from '../write/writing.ts';
import { isUnseen } from './unseen.ts';
import type { Spot } from './config-file.ts';
import type { Config } from './config.ts';

/** Kinds of wallets that a pack may have pay. A delegated one pays from an address that would have to be chosen. */
const PAYING = ['withdrawal', 'deposit-withdrawal'];

/** Characters that are behind the wallet's own prefix at least. */
const LEAST_OWN = 8;

/** A word that nobody has in the order IDs of his customers. */
const WORD = 'conform';

const KEYS = [
  ...['wallet', 'currency', 'token', 'token_contract_address', 'address', 'memo', 'amount', 'at_most'],
  ...['wallet_prefix', 'order_id_prefix', 'whitelist_entry', 'deposit_address'],
];

/** @throws UsageError that says what is missing or odd, and what to write */
export function writingOf({ writing: given, wallets, readOnly }: Config, file: string): Writing {
  if (!isNode(given.value)) throw given.wrong('is missing: without it nothing is written. The README shows one.');
  given.only(KEYS);
  if (!readOnly)
    throw new UsageError(
      `${file} has no readOnly: by its lists the currency is looked at, and the balance proves the withdrawal.`,
    );
  const text = (key: string, says: string): string => textOf(given, key, says);
  const optional = (key: string, says: string) => (given.at(key).value === undefined ? undefined : text(key, says));
  const wallet = walletIn(given.at('wallet'), wallets, PAYING);
  const address = text('address', 'the address that the withdrawal goes to, which is yours');
  if (!/^[!-~]{8,200}$/.test(address)) throw given.at('address').wrong('has spaces, or signs that no address has.');
  const amount = amountOf(text('amount', 'what is withdrawn, such as "0.001"'), given.at('amount'));
  const atMost = amountOf(text('at_most', 'what all withdrawals may come to, such as "0.003"'), given.at('at_most'));
  if (unitsOf(amount) > unitsOf(atMost)) throw given.at('amount').wrong('is more than at_most.');
  const whitelistEntry = given.at('whitelist_entry').value ?? false;
  if (typeof whitelistEntry !== 'boolean') throw given.at('whitelist_entry').wrong('is neither true nor false.');
  const token = optional('token', 'the symbol of the token, of a token wallet');
  const tokenContract = optional('token_contract_address', 'the address of the contract of the token');
  if (tokenContract !== undefined && token === undefined)
    throw given.at('token_contract_address').wrong('needs token, the symbol of the token, besides.');
  return {
    ...{ wallet, address, amount, atMost, whitelistEntry, token, tokenContract },
    currency: text('currency', 'as the list of wallets names it, such as "ETH"'),
    memo: optional('memo', 'the memo or tag of the address'),
    prefix: prefixOf(
      text('wallet_prefix', 'what the order IDs of the wallet begin with, as the web control panel shows'),
      text('order_id_prefix', `what those of the pack begin with, such as "shop1_${WORD}_"`),
      given.at('order_id_prefix'),
    ),
    depositAddress: depositAddressOf(given.at('deposit_address'), wallets),
  };
}

/** A text that is as it looks. */
function textOf(given: Spot, key: string, says: string): string {
  const { value } = given.at(key);
  if (typeof value !== 'string' || value === '') throw given.wrong(`has no ${key} that is a text in quotes: ${says}.`);
  if (!isUnseen(value)) return value;
  throw given.at(key).wrong('has spaces around it, a line end, or signs that nobody sees: write it in quotes, alone.');
}

function walletIn(given: Spot, wallets: Config['wallets'], kinds: readonly string[]): string {
  const { value } = given;
  const id = typeof value === 'bigint' || typeof value === 'string' ? String(value) : '';
  const found = wallets.find(({ walletId }) => walletId === id);
  if (!found) throw given.wrong('is no ID of one of the wallets above.');
  if (kinds.includes(found.kind)) return id;
  throw given.wrong(`is of a ${found.kind} wallet. It takes one of the kind ${kinds.join(' or ')}.`);
}

function amountOf(text: string, { wrong }: Spot): string {
  if (/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/.test(text) && unitsOf(text) > 0n) return text;
  throw wrong('is no decimal number above 0 without needless zeros in front, such as "0.001".');
}

/** Its own, so that no order of the user's is ever taken for one of a pack, nor the other way round. */
function prefixOf(wallet: string, prefix: string, { wrong }: Spot): string {
  if (!/^[\w-]{1,100}$/.test(prefix)) throw wrong('takes letters, digits, _ and -, a hundred at most.');
  if (!prefix.startsWith(wallet)) throw wrong('does not begin with wallet_prefix: the service would refuse it.');
  const own = prefix.slice(wallet.length);
  if (own.length < LEAST_OWN)
    throw wrong(
      `is too short: behind wallet_prefix it needs ${String(LEAST_OWN)} characters, or an order of yours might begin so.`,
    );
  if (own.toLowerCase().includes(WORD)) return prefix;
  throw wrong(`could be that of an order of yours: behind wallet_prefix it has to have the word ${WORD}.`);
}

function depositAddressOf(given: Spot, wallets: Config['wallets']): Writing['depositAddress'] {
  if (given.value === undefined) return undefined;
  if (!isNode(given.value)) throw given.wrong('is no object with wallet and memo.');
  given.only(['wallet', 'memo']);
  const says = 'the one that its address is to have, without spaces';
  const memo = textOf(given, 'memo', says);
  if (!/^[!-~]{1,256}$/.test(memo)) throw given.wrong(`has no memo that is a text in quotes: ${says}.`);
  return { wallet: walletIn(given.at('wallet'), wallets, ['deposit', 'deposit-withdrawal']), memo };
}
