/** Every transaction of an order; one that has none yet, or never will, shows its own state. */
import { stageName } from '../state/stages.ts';
import type { Handler } from './handler.ts';
import { findOrder, orderRecord, transactionsOf } from './order-record.ts';

export const listWithdrawalStates: Handler<'listWithdrawalStates'> = ({ context, wallet, path }) => {
  const order = findOrder(context, wallet, path.ORDER_ID);
  const transactions = transactionsOf(context, order);
  const shown = transactions.length > 0 ? transactions : [undefined];
  return {
    transactions: shown.map((transaction) => ({
      ...orderRecord(wallet, order, transaction),
      state: context.decisions.states[stageName(transaction?.state ?? order.state)],
    })),
  };
};
