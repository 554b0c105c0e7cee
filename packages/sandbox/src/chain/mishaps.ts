/** What becomes of transactions that neither succeed nor fail: they are stuck in the pool, dropped from it, or found to be invalid. */
import { move } from '../state/ledger.ts';
import { STAGE } from '../state/stages.ts';
import type { OrderDetails, OrderRow } from '../state/stored.ts';
import type { Context } from '../context.ts';
import { HISTORY } from './history.ts';
import { returnTokens } from './tokens.ts';
import { liveTransaction, setOrderState, tellOf } from './withdrawals.ts';

/** In the place of the block with which it would be final: no block takes it. */
export const STUCK = -1;

/** No block takes the transaction any more, however many come. To give the order another one helps. */
export function sticks(context: Context, order: OrderRow): void {
  const { id } = liveTransaction(context, order);
  context.store.run('UPDATE transactions SET final_block = ? WHERE id = ?', STUCK, id);
}

/** The chain lets go of the transaction: it never happened, so the amount comes back, and the fee. */
export function dropTransaction(context: Context, order: OrderRow, isTold: boolean): void {
  const { store, wallets, clock } = context;
  const tx = liveTransaction(context, order);
  const wallet = wallets.get(order.wallet_id);
  store.run('UPDATE transactions SET state = ?, final_block = 0 WHERE id = ?', STAGE.dropped, tx.id);
  setOrderState(context, order.id, STAGE.dropped);
  const back = (walletId: bigint, amount: string): void => {
    move(store, walletId, order.from_address, { amount: BigInt(amount), cause: 'refund', ref: order.id });
  };
  back(wallet.walletId, order.amount);
  back(wallet.parentId ?? wallet.walletId, tx.fee);
  returnTokens(context, wallet, order);
  if (isTold) tellOf(context, order, tx, 'dropped', clock.now());
}

/** The service takes a withdrawal for invalid, in the chain as it is or comes to be. No money moves. */
export function invalidate({ store }: Context, order: OrderRow): void {
  const details: OrderDetails = { ...(JSON.parse(order.details) as OrderDetails), isInvalid: true };
  store.run('UPDATE orders SET details = ? WHERE id = ?', JSON.stringify(details), order.id);
  store.run(
    `UPDATE history SET state = ? WHERE wallet_id = ? AND is_out = 1 AND state = ?
       AND txid IN (SELECT txid FROM transactions WHERE order_row = ?)`,
    HISTORY.invalid,
    order.wallet_id,
    HISTORY.success,
    order.id,
  );
}
