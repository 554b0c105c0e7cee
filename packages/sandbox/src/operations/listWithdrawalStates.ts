/** Every transaction of an order; one that has none yet, or never will, shows its own state. */
import type { Handler } from './handler.ts';
import { findOrder, orderRecord, transactionsOf } from './order-record.ts';

export const listWithdrawalStates: Handler<'listWithdrawalStates'> = ({ world, wallet, path }) => {
  const order = findOrder(world, wallet, path.ORDER_ID);
  const transactions = transactionsOf(world, order);
  const shown = transactions.length > 0 ? transactions : [undefined];
  return {
    transactions: shown.map((transaction) => ({
      ...orderRecord(wallet, order, transaction),
      state: Number(transaction?.state ?? order.state),
    })),
  };
};
