/** Holds what is said of orders against the books of the service. */
import { ServiceError, SettlementError, WalletError, type WithdrawalRequest } from '@wallet-operations/client';
import type { Books } from './books.ts';
import { brokenForEver, type Refusal } from './rules.ts';
import type { Settled } from './settler.ts';
import { type Currency, isSameAddress } from './spelling.ts';

/** Something is not as it was promised. */
export class Lie extends Error {
  override readonly name = 'Lie';
}

/** What is wrong with a settlement at this moment; undefined if nothing is. */
export function lieOf(
  settled: Settled,
  order: WithdrawalRequest,
  books: Books,
  currency: Currency,
  refusals: readonly Refusal[],
): string | undefined {
  const { order_id } = order;
  const is = `${order_id} is said to be ${settled.outcome}`;
  const truth = books.has(order_id)
    ? 'the service has it'
    : books.isForeign(order_id)
      ? 'its ID is another withdrawal'
      : books.mayCome(order_id)
        ? 'a request with it is still under way'
        : 'the service does not have it';
  switch (settled.outcome) {
    case 'accepted': {
      if (!books.has(order_id)) return `${is}, but ${truth}`;
      const id = settled.transactionId;
      const known = books.entries.get(order_id)?.transactionId;
      if (id !== undefined && id !== known) return `${is} as ${String(id)}, but it is ${String(known)}`;
      return undefined;
    }
    case 'conflict':
      if (!books.isForeign(order_id)) return `${is}, but ${truth}`;
      if (typeof settled.found !== 'object') return `${is}, without the withdrawal that was found`;
      break;
    case 'refused':
    case 'not_submitted':
      if (books.has(order_id) || books.mayCome(order_id)) return `${is}, but ${truth}`;
      if (settled.outcome === 'refused') {
        const { error } = settled;
        if (!(error instanceof ServiceError)) return `${is}, but its error is no refusal: ${String(error)}`;
        if (error.stage === 'authentication') return `${is}, but the service never looked at it: ${error.reason}`;
        if (!refusals.some(({ reason }) => reason === error.reason))
          return `${is}, but no answer said ${error.reason} of it`;
      }
      break;
    case 'unknown':
      break;
    default:
      return `${order_id} has no outcome: ${JSON.stringify(settled)}`;
  }
  const { error } = settled;
  if (!(error instanceof WalletError)) return `${is}, without a WalletError: ${String(error)}`;
  return foreignWords(error, order, currency, is);
}

/** Whether an error tells of another order. */
function foreignWords(
  error: WalletError,
  order: WithdrawalRequest,
  currency: Currency,
  is: string,
): string | undefined {
  const lie = `${is}, with an error that is about another: ${error.message.slice(0, 200)}`;
  if (error instanceof SettlementError && !error.message.includes(order.order_id)) return lie;
  if (!(error instanceof ServiceError)) return undefined;
  const { reason, values, body } = error;
  if (values.ORDER_ID !== undefined && values.ORDER_ID !== order.order_id) return lie;
  if (values.AMOUNT !== undefined && values.AMOUNT !== order.amount) return lie;
  if (values.ORDERID_PREFIX && order.order_id.startsWith(values.ORDERID_PREFIX)) return lie;
  if (
    reason === 'address_blacklisted' &&
    !Object.keys(body.blacklist ?? {}).some((each) => isSameAddress(each, order.address))
  )
    return lie;
  return FOR_EVER.test(reason) && brokenForEver(order, currency) !== reason ? lie : undefined;
}

/** Rows that hang on one order alone, but do not say on which. */
const FOR_EVER = /_too_long$|^destination_tag_not_integer$/;
