/** The callbacks that an order has caused, by its transactions. */
import { parseJson } from '@wallet-operations/json';
import type { Context } from '../context.ts';

/** Serials of the callbacks of orders, order by order, the oldest first; without a wallet, of the orders of these IDs of all wallets. */
export function serialsOfOrders(
  { store }: Context,
  { walletId, orderIds }: { readonly walletId?: string | undefined; readonly orderIds: readonly string[] },
): bigint[] {
  if (orderIds.length === 0) return [];
  const wallets =
    walletId === undefined
      ? store.all<{ wallet_id: bigint }>('SELECT wallet_id FROM wallets').map(({ wallet_id }) => wallet_id)
      : [BigInt(walletId)].filter((each) => each < 2n ** 63n); // SQLite has no larger integers
  const rows = wallets.flatMap((wallet) =>
    store.all<{ serial: bigint; body: string }>(
      `SELECT callbacks.serial, callbacks.body FROM orders
        JOIN transactions ON transactions.order_row = orders.id
        JOIN callbacks ON callbacks.wallet_id = orders.wallet_id AND callbacks.txid = transactions.txid
        WHERE orders.wallet_id = ? AND orders.order_id IN (SELECT value FROM json_each(?))`,
      wallet,
      JSON.stringify(orderIds),
    ),
  );
  // a deposit of the same transaction is none of an order's own
  const ofOrder = Map.groupBy(rows, ({ body }) => (parseJson(body) as { order_id: string }).order_id);
  return orderIds.flatMap((orderId) =>
    (ofOrder.get(orderId) ?? []).map(({ serial }) => serial).sort((a, b) => (a < b ? -1 : 1)),
  );
}
