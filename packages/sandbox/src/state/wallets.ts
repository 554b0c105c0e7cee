/** Wallets: what they are. What they hold is in the ledger. */
import type { WalletKind } from '../document/names.ts';
import { currencyOf, keyOf, type Currency } from '../currencies/currencies.ts';
import type { Store } from './store.ts';

/** A token that a mapped wallet holds. */
export interface Token {
  readonly name: string;
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
  readonly standard: 'erc20' | 'erc721' | 'erc1155';
}

/** What the web control panel of the service would let its owner set. */
export interface WalletSettings {
  /** Where callbacks of the wallet go; `inbox` for the sandbox's own inbox. Empty: nowhere; they can be read all the same. */
  readonly callbackUrl: string;
  /** The authentication callback URL, asked before each withdrawal that is requested by a call, and before none of the web UI. Empty: none. */
  readonly approvalUrl: string;
  /** Addresses that withdrawals may be requested from. Empty: all. */
  readonly acl: readonly string[];
  /** Whether the wallet has an active withdrawal policy. */
  readonly hasPolicy: boolean;
  /** Whether withdrawals to addresses without an effective whitelist entry fail. */
  readonly whitelistOnly: boolean;
  /** Whether the balance list shows an error for it. */
  readonly failsBalance: boolean;
  /** Deposit addresses that it may have; null, as undefined, for the sandbox's own limit. */
  readonly addressLimit?: number | null;
}

/** A wallet. */
export interface Wallet {
  readonly walletId: bigint;
  readonly name: string;
  readonly kind: WalletKind;
  readonly currency: Currency;
  /** The wallet whose addresses a mapped wallet has, and which pays its fees. */
  readonly parentId: bigint | undefined;
  readonly token: Token | undefined;
  readonly address: string;
  readonly prefix: string;
  readonly settings: WalletSettings;
}

/** Looks wallets up. */
export interface Wallets {
  readonly find: (walletId: bigint) => Wallet | undefined;
  readonly get: (walletId: bigint) => Wallet;
  readonly all: () => Wallet[];
  readonly mappedTo: (walletId: bigint) => Wallet[];
  readonly insert: (wallet: Wallet) => void;
  readonly update: (walletId: bigint, settings: Partial<WalletSettings>) => Wallet;
}

interface WalletRow {
  readonly wallet_id: bigint;
  readonly name: string;
  readonly kind: WalletKind;
  readonly currency: string;
  readonly parent_id: bigint | null;
  readonly token: string | null;
  readonly address: string;
  readonly prefix: string;
  readonly settings: string;
}

/** Decimals of what the wallet holds: the token's, where it has one. */
export const decimalsOf = ({ token, currency }: Wallet): number => token?.decimals ?? currency.decimals;

/** Name of what the wallet holds. */
export const assetOf = ({ token, currency }: Wallet): string => token?.symbol ?? currency.name;

/** The wallet that has the deposit addresses: the parent of a mapped wallet, or the wallet itself. */
export const addressHolder = ({ parentId, walletId }: Wallet): bigint => parentId ?? walletId;

/** The wallets of a store. */
export function createWallets(store: Store): Wallets {
  const find = (walletId: bigint): Wallet | undefined => {
    if (walletId > 2n ** 63n - 1n || walletId < 0n) return undefined;
    const row = store.getKept<WalletRow>('wallets', 'SELECT * FROM wallets WHERE wallet_id = ?', walletId);
    return row && walletOf(row);
  };
  const get = (walletId: bigint): Wallet => {
    const wallet = find(walletId);
    if (!wallet) throw new Error(`There is no wallet ${String(walletId)}.`);
    return wallet;
  };
  const many = (where: string, ...values: bigint[]): Wallet[] =>
    store
      .all<Pick<WalletRow, 'wallet_id'>>(`SELECT wallet_id FROM wallets ${where} ORDER BY wallet_id`, ...values)
      .map(({ wallet_id }) => get(wallet_id)); // which are kept, where thousands are asked for
  return {
    find,
    get,
    all: () => many(''),
    mappedTo: (walletId) => many('WHERE parent_id = ?', walletId),
    insert(wallet) {
      const { walletId, name, kind, currency, parentId, token, address, prefix, settings } = wallet;
      store.insert('wallets', {
        wallet_id: walletId,
        name,
        kind,
        currency: currency.name,
        parent_id: parentId ?? null,
        token: token ? JSON.stringify(token) : null,
        address,
        address_key: keyOf(address, currency),
        prefix,
        settings: asKept(settings),
      });
    },
    update(walletId, settings) {
      const wallet = get(walletId);
      const merged = { ...wallet.settings, ...settings };
      store.write(() => store.run('UPDATE wallets SET settings = ? WHERE wallet_id = ?', asKept(merged), walletId));
      return get(walletId);
    },
  };
}

/** What is null is not kept: a limit that was taken back is as one that never was. */
const asKept = (settings: WalletSettings): string =>
  JSON.stringify(settings, (_, value: unknown) => (value === null ? undefined : value));

/** A row that the store keeps is read once. */
const walletOf = (row: WalletRow): Wallet => {
  const wallet = known.get(row) ?? read(row);
  known.set(row, wallet);
  return wallet;
};

const known = new WeakMap<WalletRow, Wallet>();

const read = (row: WalletRow): Wallet => ({
  walletId: row.wallet_id,
  name: row.name,
  kind: row.kind,
  currency: currencyOf(row.currency),
  parentId: row.parent_id ?? undefined,
  token: row.token === null ? undefined : (JSON.parse(row.token) as Token),
  address: row.address,
  prefix: row.prefix,
  settings: JSON.parse(row.settings) as WalletSettings,
});
