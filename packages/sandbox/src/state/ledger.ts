/** What wallets hold. Every change of a confirmed balance is an entry, and the entries of a balance add up to it. */
import { noteFreed } from './freed.ts';
import type { Store } from './store.ts';

/** Why a balance changed. */
export type Cause = 'deposit' | 'withdrawal' | 'fee' | 'refund' | 'deployment' | 'vault' | 'collection';

/** A balance in smallest units. */
export interface Balance {
  readonly confirmed: bigint;
  readonly unconfirmed: bigint;
}

const BALANCE = 'SELECT confirmed, unconfirmed FROM balances WHERE wallet_id = ? AND address = ?';

interface BalanceRow {
  readonly confirmed: string;
  readonly unconfirmed: string;
}

/** The balance of a wallet, or of one delegated address of it. */
export function balanceOf(store: Store, walletId: bigint, address = ''): Balance {
  const row = store.getKept<BalanceRow>('balances', BALANCE, walletId, address);
  return { confirmed: BigInt(row?.confirmed ?? 0), unconfirmed: BigInt(row?.unconfirmed ?? 0) };
}

/** A change of a balance; negative for what goes out. */
export interface Movement {
  readonly amount: bigint;
  readonly cause: Cause;
  readonly ref: bigint;
}

/**
 * Moves amounts into a wallet, or out of it. On a delegated wallet they move the address's balance, too.
 *
 * @throws RangeError if a balance would become negative: nothing may ever be paid that is not there.
 */
export function move(store: Store, walletId: bigint, address: string, ...movements: readonly Movement[]): void {
  const entries = movements.filter(({ amount }) => amount !== 0n);
  if (entries.length > 0)
    store.run(
      `INSERT INTO entries (wallet_id, address, amount, cause, ref) VALUES ${entries.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
      ...entries.flatMap(({ amount, cause, ref }) => [walletId, address, String(amount), cause, ref]),
    );
  const total = movements.reduce((sum, { amount }) => sum + amount, 0n);
  if (total === 0n) return;
  for (const place of address === '' ? [''] : ['', address]) {
    const { confirmed, unconfirmed } = balanceOf(store, walletId, place);
    write(store, walletId, place, confirmed + total, unconfirmed);
  }
  if (total > 0n) noteFreed(store, { walletId, address, tokenId: '' });
}

/** Keeps an entry of something that costs nothing. */
export function noteNothing(store: Store, walletId: bigint, cause: Cause, ref: bigint): void {
  store.insert('entries', { ...{ wallet_id: walletId, address: '', amount: '0' }, cause, ref });
}

/** Moves what is in the chain, but not yet confirmed. */
export function moveUnconfirmed(store: Store, walletId: bigint, address: string, amount: bigint): void {
  for (const place of address === '' ? [''] : ['', address]) {
    const { confirmed, unconfirmed } = balanceOf(store, walletId, place);
    write(store, walletId, place, confirmed, unconfirmed + amount);
  }
}

function write(store: Store, walletId: bigint, address: string, confirmed: bigint, unconfirmed: bigint): void {
  if (confirmed < 0n || unconfirmed < 0n)
    throw new RangeError(`Wallet ${String(walletId)} has not enough for this: its balance would become negative.`);
  const row: BalanceRow = { confirmed: String(confirmed), unconfirmed: String(unconfirmed) };
  store.run('INSERT OR REPLACE INTO balances VALUES (?, ?, ?, ?)', walletId, address, row.confirmed, row.unconfirmed);
  store.keep(row, 'balances', BALANCE, walletId, address);
}

/** Single tokens of an ERC721 or ERC1155 wallet, or of one delegated address of it. */
export const tokenIdsOf = (store: Store, walletId: bigint, address = ''): string[] =>
  store
    .all<{ token_id: string }>(
      "SELECT token_id FROM tokens WHERE wallet_id = ? AND address = ? AND amount <> '0' ORDER BY token_id",
      walletId,
      address,
    )
    .map(({ token_id }) => token_id);

/** How much of one token a wallet has, or one delegated address of it. */
export const tokenAmount = (store: Store, walletId: bigint, address: string, tokenId: string): bigint =>
  BigInt(
    store.get<{ amount: string }>(
      'SELECT amount FROM tokens WHERE wallet_id = ? AND address = ? AND token_id = ?',
      walletId,
      address,
      tokenId,
    )?.amount ?? 0,
  );

/** Moves single tokens; on a delegated wallet those of the address, too. @throws RangeError as {@link move} does. */
export function moveToken(store: Store, walletId: bigint, address: string, tokenId: string, amount: bigint): void {
  for (const place of address === '' ? [''] : ['', address]) {
    const left = tokenAmount(store, walletId, place, tokenId) + amount;
    if (left < 0n) throw new RangeError(`Wallet ${String(walletId)} has not that many of token ${tokenId}.`);
    store.run('INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?)', walletId, place, tokenId, String(left));
  }
  if (amount > 0n) noteFreed(store, { walletId, address, tokenId });
}
