/** Wallets for whoever looks for one: a list to search, and of each wallet its codes, settings, addresses and deposits. */
import { toDecimal } from '../state/amounts.ts';
import { codeOf } from '../state/api-codes.ts';
import { balanceOf } from '../state/ledger.ts';
import { stageName, type StageName } from '../state/stages.ts';
import { addressHolder, assetOf, decimalsOf, type Wallet, type WalletSettings } from '../state/wallets.ts';
import type { DepositRow } from '../state/stored.ts';
import type { Context } from '../context.ts';
import { accessOf } from './create-wallet.ts';
import { pagedOf, type Asked, type Paged } from './paged.ts';

/** A wallet in a list. */
export interface WalletLine {
  readonly walletId: string;
  readonly name: string;
  readonly kind: string;
  readonly currency: string;
  readonly asset: string;
  /** Decimal, in the main unit. */
  readonly balance: string;
  readonly unconfirmed: string;
}

/** A deposit of a wallet. */
export interface DepositLine {
  readonly txid: string;
  readonly vout: number;
  readonly amount: string;
  readonly address: string;
  readonly memo: string;
  readonly stage: StageName;
  /** Height of its block; 0 while it has none. */
  readonly block: string;
}

/** A wallet with all that is known of it. */
export interface WalletDetail extends WalletLine {
  readonly parentId: string | null;
  readonly address: string;
  readonly prefix: string;
  readonly tokenContract: string;
  readonly apiCode: string;
  readonly secret: string;
  readonly inactive: { readonly apiCode: string; readonly secret: string };
  /** Whether its active code has the permission that some operations ask for. */
  readonly permitted: boolean;
  readonly settings: WalletSettings;
  /** Deposit addresses, the latest first, and how many there are. */
  readonly addresses: readonly { readonly address: string; readonly memo: string; readonly label: string }[];
  readonly addressCount: number;
  /** The latest deposits. */
  readonly deposits: readonly DepositLine[];
  /** Operations that can be signed for it. */
  readonly calls: readonly string[];
}

/** So many addresses and deposits of a wallet are shown. */
const LATEST = 20;

/** The wallets that have `search` in their name, or it as ID, kind, holding or address. The oldest first, as they are numbered. */
export function listWallets(context: Context, asked: Asked): Paged<WalletLine> {
  const { search, before = -1n, limit } = asked;
  const rows = context.store.all<{ wallet_id: bigint }>(
    `SELECT wallet_id FROM wallets WHERE wallet_id > ?1 AND (?2 = '' OR instr(lower(name), ?2) > 0 OR instr(CAST(wallet_id AS TEXT), ?2) > 0
       OR kind = ?2 OR lower(currency) = ?2 OR lower(address) = ?2) ORDER BY wallet_id LIMIT ?3`,
    before,
    search.toLowerCase(),
    limit + 1,
  );
  return pagedOf(
    rows,
    asked,
    ({ wallet_id }) => wallet_id,
    ({ wallet_id }) => walletLine(context, context.wallets.get(wallet_id)),
  );
}

/** A wallet; undefined if there is none. `calls` are the operations that can be signed for it. */
export function walletDetail(
  context: Context,
  walletId: bigint,
  callsOf: (wallet: Wallet) => readonly string[],
): WalletDetail | undefined {
  const { store, wallets } = context;
  const wallet = wallets.find(walletId);
  if (!wallet) return undefined;
  const { apiCode, secret, inactive } = accessOf(context, wallet);
  const holder = addressHolder(wallet);
  return {
    ...walletLine(context, wallet),
    parentId: wallet.parentId === undefined ? null : String(wallet.parentId),
    address: wallet.address,
    prefix: wallet.prefix,
    tokenContract: wallet.token?.contract ?? '',
    apiCode,
    secret,
    inactive,
    permitted: codeOf(context, walletId, 'active')?.permitted !== 0n,
    settings: wallet.settings,
    addresses: store
      .all<{
        address: string;
        memo: string;
        label: string;
      }>(
        'SELECT address, memo, label FROM addresses WHERE wallet_id = ? ORDER BY address_index DESC LIMIT ?',
        holder,
        LATEST,
      )
      .map(({ address, memo, label }) => ({ address, memo, label })),
    addressCount: Number(
      store.get<{ n: bigint }>(
        'SELECT coalesce(max(address_index), -1) + 1 AS n FROM addresses WHERE wallet_id = ?',
        holder,
      )?.n ?? 0n,
    ),
    deposits: store
      .all<DepositRow>('SELECT * FROM deposits WHERE wallet_id = ? ORDER BY id DESC LIMIT ?', walletId, LATEST)
      .map((row) => ({
        txid: row.txid,
        vout: Number(row.vout),
        amount: toDecimal(row.amount, decimalsOf(wallet)),
        address: row.address,
        memo: row.memo,
        stage: stageName(row.state),
        block: String(row.block),
      })),
    calls: callsOf(wallet),
  };
}

/** A wallet as lists have it. */
export function walletLine({ store }: Context, wallet: Wallet): WalletLine {
  const { confirmed, unconfirmed } = balanceOf(store, wallet.walletId);
  return {
    walletId: String(wallet.walletId),
    name: wallet.name,
    kind: wallet.kind,
    currency: wallet.currency.name,
    asset: assetOf(wallet),
    balance: toDecimal(confirmed, decimalsOf(wallet)),
    unconfirmed: toDecimal(unconfirmed, decimalsOf(wallet)),
  };
}
