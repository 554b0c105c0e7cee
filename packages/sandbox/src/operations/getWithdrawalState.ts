/** An order with its latest transaction. */
import type { Handler } from './handler.ts';
import { findOrder, orderRecord, transactionsOf } from './order-record.ts';

export const getWithdrawalState: Handler<'getWithdrawalState'> = ({ context, wallet, path }) => {
  const order = findOrder(context, wallet, path.ORDER_ID);
  return orderRecord(wallet, order, transactionsOf(context, order).at(-1));
};
