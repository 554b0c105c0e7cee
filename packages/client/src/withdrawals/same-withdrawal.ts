/** Whether a withdrawal that the service has is the one that was asked for. */
import { comparable } from '../address.ts';
import type { Output, WithdrawalRequest } from '../types.ts';

/** Compares what moves money: the address, the amount, and the memo where one was given. */
export function isSameWithdrawal(order: WithdrawalRequest, found: Output<'getWithdrawalState'>): boolean {
  return (
    found.order_id === order.order_id &&
    comparable(found.address) === comparable(order.address) &&
    (plain(found.amount) === plain(order.amount) || (order.token_id !== undefined && found.amount === '1')) &&
    (order.memo === undefined || order.memo === found.memo)
  );
}

/** 1.50 is 1.5, and 01 is 1. */
const plain = (amount: string): string =>
  amount
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
