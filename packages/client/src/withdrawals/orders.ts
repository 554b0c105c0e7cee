/** Orders as they are handed over: checked and copied, so that every attempt sends the same, whatever becomes of the caller's objects. */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { orderFields } from '@wallet-operations/openapi/tables';
import { isObject, nameOf } from '../calls/given.ts';
import { refusing } from '../calls/prepare.ts';
import type { WithdrawalRequest } from '../types.ts';

/**
 * Copies of orders, looked at as `submitWithdrawals` does before it sends anything: for who keeps orders, and submits them later.
 *
 * @param orders - what is to be withdrawn
 * @throws InvalidCallError for what cannot be sent, and for an order_id that stands twice
 */
export const checkedOrders = (orders: readonly WithdrawalRequest[]): WithdrawalRequest[] =>
  refusing('withdrawAssets', () => copyOf(orders));

/**
 * Copies of the orders.
 *
 * @throws TypeError or RangeError for what cannot be sent, and for an order_id that stands twice
 */
export function copyOf(orders: readonly WithdrawalRequest[]): WithdrawalRequest[] {
  if (!Array.isArray(orders))
    throw new TypeError(`orders is ${nameOf(orders)}. Give an array of orders, such as [order].`);
  const ids = new Set<string>();
  return Array.from(orders as readonly unknown[], (given, i) => {
    if (!isObject(given))
      throw new TypeError(`orders[${String(i)}] is ${nameOf(given)}. Give an order: { order_id, address, amount }.`);
    const order = parseJson(stringifyJson(given)) as Record<string, unknown> | null;
    const hidden = orderFields.find((field) => given[field] !== undefined && order?.[field] === undefined);
    if (hidden !== undefined)
      throw new TypeError(
        `orders[${String(i)}] has a ${hidden} that JSON leaves out, as it does what a class has. Give a plain object, { ...order, ${hidden}: order.${hidden} }.`,
      );
    const optional = ['memo', 'token_id'].filter((field) => Object.hasOwn(Object(order) as object, field));
    for (const field of ['order_id', 'address', 'amount', ...optional])
      if (typeof order?.[field] !== 'string') throw new TypeError(`orders[${String(i)}] has no text in ${field}.`);
    // A service might ignore it, and pay without a tag.
    const other = Object.keys(order ?? {}).find((field) => !(orderFields as readonly string[]).includes(field));
    if (other !== undefined)
      throw new TypeError(
        `orders[${String(i)}] has ${other}, which is no field of an order. The fields are ${orderFields.join(', ')}.`,
      );
    for (const [field, value] of Object.entries(order ?? {}))
      if (typeof value === 'string' && !value.isWellFormed())
        throw new TypeError(`orders[${String(i)}] has half a character in ${field}.`);
    const { order_id } = order as unknown as WithdrawalRequest;
    if (ids.has(order_id)) throw new TypeError(`order_id ${order_id} stands twice in the orders.`);
    ids.add(order_id);
    return order as unknown as WithdrawalRequest;
  });
}
