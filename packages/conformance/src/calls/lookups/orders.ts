/** Steps that look up orders, by either of the two queries. */
import type { Caller, Interface } from '@wallet-operations/transcript';
import type { Known, Step } from '../asked.ts';
import { CALLBACKS, forEach, forFirst, ofEach, stepMaker, type Seen } from '../making.ts';
import { NOTHING } from '../nothing.ts';
import { recordsOf, textsOf } from '../seen.ts';

/** Orders of a wallet as its callbacks show them: the latest first, but for one that has several transactions, of which most is to be seen. */
function ordersOf(known: Known, caller: Caller): string[] {
  const records = recordsOf(known, CALLBACKS, caller);
  const byOrder = Map.groupBy(records, ({ order_id }) => order_id);
  const latest = textsOf(records, 'order_id').toReversed();
  const several = latest.find((order) => textsOf(byOrder.get(order) ?? [], 'txid').length > 1);
  return [...new Set([...(several === undefined ? [] : [several]), ...latest])];
}

/** Whether the two queries of an order have its transaction in other blocks: one may have been taken back between them. */
function areApart(known: Known, caller: Caller, order: string): boolean {
  const own = known.bodies('getWithdrawalState.seen', caller).find(({ order_id }) => order_id === order);
  const rows = recordsOf(known, ['listWithdrawalStates.seen'], caller).filter(({ order_id }) => order_id === order);
  const isTogether = ({ txid, in_chain_block }: Seen): boolean =>
    txid === own?.txid && String(in_chain_block) === String(own?.in_chain_block);
  return own !== undefined && rows.length > 0 && !rows.some(isTogether);
}

/** So many orders of a wallet are looked up. */
const SEEN = 3;

/** All of them. */
export function orderSteps(service: Interface): Step[] {
  const { kinds, point, malformed, step } = stepMaker(service);
  const orders = kinds('getWithdrawalState');
  const ofOrders = (operationId: string): Step[] => [
    step(
      operationId,
      'seen',
      'of orders that callbacks show',
      forEach(
        (known, caller) =>
          ordersOf(known, caller)
            .slice(0, SEEN)
            .map((ORDER_ID) => ({ caller, path: { ORDER_ID } })),
        orders,
      ),
      { most: ofEach(SEEN, orders), ...point(operationId) },
    ),
    step(
      operationId,
      'unknown',
      'of an order that there is not',
      forFirst((_, caller) => [{ caller, path: { ORDER_ID: NOTHING } }], orders),
      { row: 'not_found' },
    ),
    step(
      operationId,
      'long',
      'of an order ID of 256 characters',
      forFirst((_, caller) => [{ caller, path: { ORDER_ID: 'x'.repeat(256) } }], orders),
      malformed(operationId),
    ),
  ];
  return [
    ...ofOrders('getWithdrawalState'),
    ...ofOrders('listWithdrawalStates'),
    step(
      'getWithdrawalState',
      'again',
      'of the same orders once more: whether they moved on meanwhile',
      forEach((known, caller) => {
        const answered = textsOf(known.bodies('getWithdrawalState.seen', caller), 'order_id');
        const seen = ordersOf(known, caller).slice(0, SEEN);
        return seen.filter((one) => answered.includes(one)).map((ORDER_ID) => ({ caller, path: { ORDER_ID } }));
      }, orders),
      { most: ofEach(SEEN, orders), ...point('getWithdrawalState') },
    ),
    step(
      'listWithdrawalStates',
      'again',
      'of the same orders once more, should the two not go together',
      forEach(
        (known, caller) =>
          ordersOf(known, caller)
            .slice(0, SEEN)
            .filter((order) => areApart(known, caller, order))
            .map((ORDER_ID) => ({ caller, path: { ORDER_ID } })),
        orders,
      ),
      { most: ofEach(SEEN, orders), ...point('listWithdrawalStates') },
    ),
  ];
}
