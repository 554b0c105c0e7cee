/** What the service refuses, and with which row: for the request alone, for lists, for settings, for its books. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import type { ErrorReason } from '@wallet-operations/openapi/errors';
import { bodyOf } from '../stub.ts';
import { type Currency, isSameAddress } from './spelling.ts';
import { errors } from '@wallet-operations/openapi/errors';

/** What may change between any two calls. */
export interface Settings {
  /** Rows that are due for an order by some list, by its ID. */
  readonly lists: ReadonlyMap<string, ErrorReason>;
  readonly blackList: ReadonlySet<string>;
  readonly prefix: string;
  /** A row that is due for every request: the ACL, the policy, the approval callback, the wallet. */
  readonly gate: ErrorReason | undefined;
  /** Orders that one request may have. */
  readonly limit: number;
  /** A row by which the API code is refused, lookups included. */
  readonly code: ErrorReason | undefined;
  /** Whether the API code may withdraw. */
  readonly permission: boolean;
  /** How far the service's clock is ahead. */
  readonly clockAhead: number;
}

/** When all is well. */
export const HEALTHY: Settings = {
  lists: new Map(),
  blackList: new Set(),
  prefix: '',
  gate: undefined,
  limit: Infinity,
  code: undefined,
  permission: true,
  clockAhead: 0,
};

/** A refusal of the service. */
export interface Refusal {
  readonly reason: ErrorReason;
  readonly status: number;
  readonly body: unknown;
  /** Whether the answer tells that it means this order. */
  readonly names: (order: WithdrawalRequest) => boolean;
}

/** In which order a service looks: G gate, V validation, L lists, D duplicates. */
export const CLASSES = ['GDVL', 'DVLG', 'GVDL', 'VDLG', 'VLDG', 'GVLD', 'VLGD', 'LGVD', 'LVDG'] as const;

/** How a service goes through a request. */
export interface Judging {
  readonly classes: (typeof CLASSES)[number];
  /** One check after the other for all orders, or one order after the other. */
  readonly sweep: 'checks' | 'orders';
  /** Which of several bad orders it finds. */
  readonly finds: 'first' | 'last';
  /** Whether the black list's row names every bad address, or one. */
  readonly blackList: 'all' | 'one';
}

export const PLAIN: Judging = { classes: 'GDVL', sweep: 'checks', finds: 'first', blackList: 'all' };

type Check = (order: WithdrawalRequest) => Refusal | undefined;

/** The refusal of a request, if any. */
export function refusalOf(
  requests: readonly WithdrawalRequest[],
  settings: Settings,
  isUsed: (orderId: string) => boolean,
  currency: Currency,
  ignoresBlackList: boolean,
  { classes, sweep, finds, blackList }: Judging,
): Refusal | undefined {
  const orders = finds === 'first' ? requests : [...requests].reverse();
  const checks: Record<string, Check> = {
    G: () =>
      settings.gate
        ? refusal(settings.gate, GATE_VALUES)
        : requests.length > settings.limit
          ? refusal('request_limit_exceeded')
          : undefined,
    V: (order) => {
      const reason = brokenForEver(order, currency);
      return reason && refusal(reason, { ORDER_ID: order.order_id, AMOUNT: order.amount });
    },
    L: (order) => {
      if (!order.order_id.startsWith(settings.prefix))
        return refusal('order_id_prefix_mismatch', { ORDERID_PREFIX: settings.prefix });
      if (settings.blackList.has(order.address) && !ignoresBlackList)
        return blackListed(blackList === 'all' ? requests : [order], settings);
      const reason = settings.lists.get(order.order_id);
      return reason && refusal(reason, { ORDER_ID: order.order_id, AMOUNT: order.amount });
    },
    D: ({ order_id }) => (isUsed(order_id) ? refusal('duplicated_entry', { ORDER_ID: order_id }) : undefined),
  };
  const kinds = classes.split('').map((name) => checks[name] as Check);
  if (sweep === 'checks') return first(kinds, (check) => first(orders, check));
  return first(orders, (order) => first(kinds, (check) => check(order)));
}

/** The row that is due for an order whatever changes; undefined for one that can be taken. */
export function brokenForEver(order: WithdrawalRequest, currency: Currency): ErrorReason | undefined {
  const { order_id, amount, memo = '', block_average_fee: blocks = 1, manual_fee: fee = 1 } = order;
  if (order_id.length > 255) return 'order_id_too_long';
  if (/[\\/]/.test(order_id)) return 'order_id_prohibited_character';
  if (!/^(\d+\.?\d*|\.\d+)$/.test(amount)) return 'invalid_amount';
  if (!(blocks >= 1 && blocks <= 100)) return 'invalid_block_average_fee';
  if (!(fee >= 1 && fee <= 2000)) return 'invalid_manual_fee';
  if (currency === 'XRP' && memo && !/^\d+$/.test(memo)) return 'destination_tag_not_integer';
  const [longest, reason] = MEMOS[currency] ?? [Infinity, undefined];
  return memo.length > longest ? reason : undefined;
}

const MEMOS: { readonly [C in Currency]?: readonly [number, ErrorReason] } = {
  BNB: [256, 'bnb_memo_too_long'],
  EOS: [128, 'eos_memo_too_long'],
  XRP: [20, 'xrp_destination_tag_too_long'],
  XLM: [20, 'xlm_memo_too_long'],
};

const GATE_VALUES = {
  IPv4: '10.0.0.1',
  HTTP_CODE: '503',
  RESPONSE_BODY: 'busy',
  DETAILED_MESSAGE: 'dial tcp 10.0.0.2:443: connect: connection refused',
  WALLET_ID: '635743',
  THROTTLING_COUNT: '60000',
};

/** A row of the catalogue as an answer. */
export function refusal(reason: ErrorReason, values: Readonly<Record<string, string>> = {}): Refusal {
  const { message } = errors[reason];
  const says = `${errors[reason].text} ${message ?? ''}`;
  return {
    reason,
    status: errors[reason].status,
    body: bodyOf(reason, { ...GATE_VALUES, ...values }),
    names: ({ order_id, amount }) =>
      (says.includes('{ORDER_ID}') && values.ORDER_ID === order_id) ||
      (says.includes('{AMOUNT}') && values.AMOUNT === amount) ||
      (says.includes('{ORDERID_PREFIX}') && !order_id.startsWith(values.ORDERID_PREFIX ?? '')),
  };
}

function blackListed(orders: readonly WithdrawalRequest[], { blackList }: Settings): Refusal {
  const addresses = orders.map(({ address }) => address).filter((address) => blackList.has(address));
  const body = {
    ...bodyOf('address_blacklisted'),
    blacklist: Object.fromEntries(addresses.map((each) => [each, ['scam']])),
  };
  return {
    ...refusal('address_blacklisted'),
    body,
    names: ({ address }) => addresses.some((each) => isSameAddress(each, address)),
  };
}

function first<T, R>(list: Iterable<T>, find: (item: T) => R | undefined): R | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
