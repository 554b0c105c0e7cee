/** An order with its latest transaction. */
import type { Handler } from './handler.ts';
import { findOrder, orderRecord, transactionsOf } from './order-record.ts';

export const getWithdrawalState: Handler<'getWithdrawalState'> = ({ world, wallet, path }) => {
  const order = findOrder(world, wallet, path.ORDER_ID);
  return orderRecord(wallet, order, transactionsOf(world, order).at(-1));
};
