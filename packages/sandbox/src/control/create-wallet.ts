/** New wallets, with their API codes and what they hold from the start. */
import type { WalletKind } from '../document/names.ts';
import { orderIdRule } from '../document/document.ts';
import { currencyOf, keyOf } from '../currencies/currencies.ts';
import { memoRuleOf } from '../rules/memo.ts';
import { delegatedAddress } from '../chain/deposits.ts';
import { codeOf, issueCode, type ApiCode } from '../state/api-codes.ts';
import { move, moveToken } from '../state/ledger.ts';
import { assetOf, type Token, type Wallet, type WalletSettings } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import { checkedToken, receiverOf } from './deposit.ts';
import { unitsOf } from '../state/units.ts';
import { exactId, LAST_ID, type WalletId } from './wallet-id.ts';

/** A wallet to make. */
export interface NewWallet extends Partial<WalletSettings> {
  readonly kind: WalletKind;
  /** Name of its currency, such as `ETH`; that of the parent for a mapped wallet. */
  readonly currency: string;
  /** Default: the next free one. */
  readonly walletId?: WalletId;
  /** Default: made of currency and kind. */
  readonly name?: string;
  /** Prefix of its order IDs: what an `order_id` may have, and shorter. Default: `w<wallet ID>_`. */
  readonly prefix?: string;
  /** The wallet that a mapped wallet belongs to. It needs a token then. */
  readonly parentId?: WalletId;
  readonly token?: Token;
  /** Confirmed balance in the main unit. Default: 0. */
  readonly balance?: string;
}

/** A wallet, and how to call the service for it. */
export interface WalletAccess extends ApiCode {
  readonly walletId: bigint;
  readonly name: string;
  readonly kind: WalletKind;
  readonly currency: string;
  /** Symbol of what it holds. */
  readonly asset: string;
  readonly address: string;
  readonly prefix: string;
  /** The code that is not activated yet. */
  readonly inactive: ApiCode;
}

const DEFAULTS: WalletSettings = {
  callbackUrl: '',
  approvalUrl: '',
  acl: [],
  hasPolicy: true,
  whitelistOnly: false,
  failsBalance: false,
};

/** Makes it. @throws Error for what cannot be a wallet. */
export function createWallet(context: Context, input: NewWallet): WalletAccess {
  const { store, ids, wallets } = context;
  const { kind, currency: currencyName, name, prefix, parentId, token, balance, walletId: wanted, ...settings } = input;
  const currency = currencyOf(currencyName);
  const parent = parentId === undefined ? undefined : wallets.get(exactId(parentId));
  if ((parent === undefined) !== (token === undefined)) throw new Error('A mapped wallet needs a parent and a token.');
  if (parent && (parent.kind !== kind || parent.currency !== currency || !currency.hasContracts))
    throw new Error('A mapped wallet is of the kind and the currency of its parent, whose chain runs contracts.');
  if (prefix !== undefined) checkPrefix(prefix);
  const walletId = wanted === undefined ? nextWalletId(context) : exactId(wanted);
  if (wallets.find(walletId)) throw new Error(`There is a wallet ${String(walletId)} already.`);

  const wallet: Wallet = {
    walletId,
    name: name ?? `${token?.symbol ?? currency.name} ${kind} wallet`,
    kind,
    currency,
    parentId: parent?.walletId,
    token,
    address: parent?.address ?? ids.address(currency, 'wallet', walletId),
    prefix: prefix ?? `w${String(walletId)}_`,
    settings: { ...DEFAULTS, ...settings },
  };
  wallets.insert(wallet);
  if (token) store.run('INSERT OR IGNORE INTO contracts VALUES (?)', keyOf(token.contract));
  if (memoRuleOf(wallet)) store.run('INSERT OR IGNORE INTO memo_addresses VALUES (?)', keyOf(wallet.address));
  if (balance !== undefined) fund(context, wallet, { amount: balance });
  issueCode(context, walletId, 'active');
  issueCode(context, walletId, 'inactive');
  context.tell('wallet', `${wallet.name} ${String(walletId)}`);
  return accessOf(context, wallet);
}

/** @throws Error for one with which the service would refuse every order of the wallet */
function checkPrefix(prefix: string): void {
  const { maxLength, pattern } = orderIdRule;
  if (Array.from(prefix).length >= maxLength)
    throw new Error(
      `The prefix is too long: an order_id has at most ${String(maxLength)} characters, and more of them than its prefix.`,
    );
  if (!pattern.test(prefix) || /[\u0000-\u001f\u007f]/.test(prefix) || !prefix.isWellFormed())
    throw new Error(
      `The prefix ${JSON.stringify(prefix)} has what no order_id may have: a slash, a backslash, a control character or half of a character. Each order of the wallet would be refused.`,
    );
}

function nextWalletId({ store }: Context): bigint {
  const { last } = store.get<{ last: bigint | null }>('SELECT max(wallet_id) AS last FROM wallets') ?? { last: null };
  if (last === LAST_ID) throw new Error('The largest wallet ID is taken, so there is no next one. Give a walletId.');
  return (last ?? 635_742n) + 1n;
}

/** A wallet with the codes that it has now. */
export function accessOf(context: Context, wallet: Wallet): WalletAccess {
  const { walletId, name, kind, currency, address, prefix } = wallet;
  const code = (state: 'active' | 'inactive'): ApiCode => {
    const row = codeOf(context, walletId, state);
    return { apiCode: row?.api_code ?? '', secret: row?.secret ?? '' };
  };
  return {
    walletId,
    name,
    kind,
    currency: currency.name,
    asset: assetOf(wallet),
    address,
    prefix,
    ...code('active'),
    inactive: code('inactive'),
  };
}

/** A confirmed amount at once. */
export function fund(
  context: Context,
  wallet: Wallet,
  { amount, address = '', tokenId = '' }: { amount: string; address?: string; tokenId?: string },
): void {
  const units = unitsOf(wallet, amount);
  if (wallet.kind === 'delegated' && address === '')
    throw new Error('A delegated wallet holds its funds on its addresses: name one.');
  const receiver = address === '' ? wallet : receiverOf(context, wallet, address, '');
  const kept = checkedToken(context, wallet, tokenId, units);
  const place = delegatedAddress(wallet, receiver);
  move(context.store, wallet.walletId, place, { amount: units, cause: 'deposit', ref: 0n });
  if (kept !== '') moveToken(context.store, wallet.walletId, place, kept, units);
}
