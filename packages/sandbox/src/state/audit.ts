/** Whether the money adds up: balances are the sums of their entries, and delegated wallets the sums of their addresses. */
import type { Store } from './store.ts';

interface BalanceRow {
  readonly wallet_id: bigint;
  readonly address: string;
  readonly confirmed: string;
  readonly unconfirmed: string;
}

/** What does not add up, in words. */
export function problemsOf(store: Store): string[] {
  const balances = store.all<BalanceRow>('SELECT * FROM balances ORDER BY wallet_id, address');
  const entries = store.all<{ wallet_id: bigint; address: string; amount: string }>(
    'SELECT wallet_id, address, amount FROM entries',
  );
  const pending = store.all<{ wallet_id: bigint; amount: string }>(
    'SELECT wallet_id, amount FROM deposits WHERE state = 3',
  );
  const sum = (rows: readonly { amount: string }[]): bigint =>
    rows.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return balances.flatMap(({ wallet_id, address, confirmed, unconfirmed }) => {
    const place = `wallet ${String(wallet_id)}${address && ` address ${address}`}`;
    const own = entries.filter(
      (entry) => entry.wallet_id === wallet_id && (address === '' || entry.address === address),
    );
    const waiting = pending.filter((row) => row.wallet_id === wallet_id);
    return [
      ...(sum(own) === BigInt(confirmed) ? [] : [`${place} has ${confirmed}, its entries say ${String(sum(own))}`]),
      ...(address !== '' || sum(waiting) === BigInt(unconfirmed)
        ? []
        : [`${place} has ${unconfirmed} unconfirmed, its deposits say ${String(sum(waiting))}`]),
      ...(BigInt(confirmed) < 0n || BigInt(unconfirmed) < 0n ? [`${place} is overdrawn`] : []),
    ];
  });
}
