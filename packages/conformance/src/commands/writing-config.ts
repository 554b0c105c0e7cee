/** What a configuration says of writing. Whatever is missing or odd is refused, before a ledger or a socket is opened. */
import { UsageError } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import { unitsOf, type Writing } from '../write/writing.ts';
import { only, type Config } from './config.ts';

/** Kinds of wallets that a pack may have pay. A delegated one pays from an address that would have to be chosen. */
const PAYING = ['withdrawal', 'deposit-withdrawal'];

/** Characters that are behind the wallet's own prefix at least. */
const LEAST_OWN = 8;

/** A word that nobody has in the order IDs of his customers. */
const WORD = 'conform';

const KEYS = [
  ...['wallet', 'currency', 'token', 'address', 'memo', 'amount', 'at_most', 'wallet_prefix', 'order_id_prefix'],
  ...['whitelist_entry', 'deposit_address'],
];

/** @throws UsageError that says what is missing or odd, and what to write */
export function writingOf({ writing: given, wallets, readOnly }: Config, file: string): Writing {
  const name = `${file}: writing`;
  if (!isNode(given)) throw new UsageError(`${name} is missing: without it nothing is written. The README shows one.`);
  only(given, KEYS, name);
  if (!readOnly)
    throw new UsageError(
      `${file} has no readOnly: by its lists the currency is looked at, and the balance proves the withdrawal.`,
    );
  const text = (key: string, says: string): string => {
    const value = given[key];
    if (typeof value === 'string' && value !== '') return value;
    throw new UsageError(`${name} has no ${key} that is a text in quotes: ${says}.`);
  };
  const optional = (key: string, says: string) => (given[key] === undefined ? undefined : text(key, says));
  const wallet = walletIn(given.wallet, wallets, PAYING, `${name} wallet`);
  const address = text('address', 'the address that the withdrawal goes to, which is yours');
  if (!/^[!-~]{8,200}$/.test(address))
    throw new UsageError(`${name} address has spaces, or signs that no address has.`);
  const amount = amountOf(text('amount', 'what is withdrawn, such as "0.001"'), `${name} amount`);
  const atMost = amountOf(text('at_most', 'what all withdrawals may come to, such as "0.003"'), `${name} at_most`);
  if (unitsOf(amount) > unitsOf(atMost)) throw new UsageError(`${name} amount is more than at_most.`);
  const whitelistEntry = given.whitelist_entry ?? false;
  if (typeof whitelistEntry !== 'boolean') throw new UsageError(`${name} whitelist_entry is neither true nor false.`);
  return {
    ...{ wallet, address, amount, atMost, whitelistEntry },
    currency: text('currency', 'as the list of wallets names it, such as "ETH"'),
    token: optional('token', 'the symbol of the token, of a token wallet'),
    memo: optional('memo', 'the memo or tag of the address'),
    prefix: prefixOf(
      text('wallet_prefix', 'what the order IDs of the wallet begin with, as the web control panel shows'),
      text('order_id_prefix', `what those of the pack begin with, such as "shop1_${WORD}_"`),
      name,
    ),
    depositAddress: depositAddressOf(given.deposit_address, wallets, name),
  };
}

function walletIn(given: unknown, wallets: Config['wallets'], kinds: readonly string[], name: string): string {
  const id = typeof given === 'bigint' || typeof given === 'string' ? String(given) : '';
  const found = wallets.find(({ walletId }) => walletId === id);
  if (!found) throw new UsageError(`${name} is no ID of one of the wallets above.`);
  if (kinds.includes(found.kind)) return id;
  throw new UsageError(`${name} is of a ${found.kind} wallet. It takes one of the kind ${kinds.join(' or ')}.`);
}

function amountOf(text: string, name: string): string {
  if (/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/.test(text) && unitsOf(text) > 0n) return text;
  throw new UsageError(`${name} is no decimal number above 0 without needless zeros in front, such as "0.001".`);
}

/** Its own, so that no order of the user's is ever taken for one of a pack, nor the other way round. */
function prefixOf(wallet: string, prefix: string, name: string): string {
  if (!/^[\w-]{1,100}$/.test(prefix))
    throw new UsageError(`${name} order_id_prefix takes letters, digits, _ and -, a hundred at most.`);
  if (!prefix.startsWith(wallet))
    throw new UsageError(`${name} order_id_prefix does not begin with wallet_prefix: the service would refuse it.`);
  const own = prefix.slice(wallet.length);
  if (own.length < LEAST_OWN)
    throw new UsageError(
      `${name} order_id_prefix is too short: behind wallet_prefix it needs ${String(LEAST_OWN)} characters, or an order of yours might begin so.`,
    );
  if (own.toLowerCase().includes(WORD)) return prefix;
  throw new UsageError(
    `${name} order_id_prefix could be that of an order of yours: behind wallet_prefix it has to have the word ${WORD}.`,
  );
}

function depositAddressOf(given: unknown, wallets: Config['wallets'], file: string): Writing['depositAddress'] {
  if (given === undefined) return undefined;
  const name = `${file} deposit_address`;
  if (!isNode(given)) throw new UsageError(`${name} is no object with wallet and memo.`);
  only(given, ['wallet', 'memo'], name);
  const { memo } = given;
  if (typeof memo !== 'string' || !/^[!-~]{1,256}$/.test(memo))
    throw new UsageError(`${name} has no memo that is a text in quotes: the one that its address is to have.`);
  return { wallet: walletIn(given.wallet, wallets, ['deposit', 'deposit-withdrawal'], `${name} wallet`), memo };
}
