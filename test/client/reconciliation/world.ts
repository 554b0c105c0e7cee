/** A service with callbacks, a history and orders, and books beside it: each thing with a time of its own. */
import { ServiceError } from '@wallet-operations/client';
import type { Callback } from '@wallet-operations/client/callbacks';
import {
  reconcile,
  type ComparedWallet,
  type DepositEntry,
  type Difference,
  type Ledger,
  type ReconcileOptions,
  type WithdrawalEntry,
} from '@wallet-operations/client/reconciliation';

type Answer<Id extends keyof ComparedWallet> = Awaited<ReturnType<ComparedWallet[Id]>>;
export type HistoryRecord = Answer<'listWithdrawalHistory'>['transactions'][number];
export type OrderTransaction = Answer<'listWithdrawalStates'>['transactions'][number];

export interface At<T> {
  readonly at: number;
  readonly it: T;
}

export interface World {
  readonly callbacks: At<Callback>[];
  readonly history: At<HistoryRecord>[];
  readonly orders: Map<string, OrderTransaction[]>;
  readonly withdrawals: At<WithdrawalEntry>[];
  readonly deposits: At<DepositEntry>[];
}

export const emptyWorld = (): World => ({
  callbacks: [],
  history: [],
  orders: new Map(),
  withdrawals: [],
  deposits: [],
});

export const WALLET = 635743n;
export const ADDRESS = '0x25d5ccebbe3312bfa782543e744f50b1db0bce62';
export const DECIMALS = 18;
export const UNIT = 10n ** 18n;
/** The span of most tests: two hours. */
export const FROM = 1_795_132_800;
export const TO = FROM + 7200;

let serials = 0n;

/** A deposit's callback: safe, unless it says otherwise. */
export const depositCallback = (others: Partial<Callback> = {}): Callback => ({
  type: 1,
  serial: ++serials,
  order_id: '',
  currency: 'ETH',
  txid: '0xaa01',
  block_height: 100n,
  tindex: 1,
  vout_index: 0,
  amount: '5',
  fees: '0',
  memo: '',
  broadcast_at: 0,
  chain_at: 0,
  from_address: '0x01',
  to_address: ADDRESS,
  wallet_id: WALLET,
  state: 3,
  confirm_blocks: 12,
  processing_state: 2,
  addon: {},
  ...others,
});

/** A withdrawal's callback of 1.5 in chain. */
export const withdrawalCallback = (order_id: string, others: Partial<Callback> = {}): Callback =>
  depositCallback({
    type: 2,
    order_id,
    txid: `0x${order_id}`,
    amount: String((3n * UNIT) / 2n),
    processing_state: 1,
    ...others,
  });

export const historyRecord = (txid: string, others: Partial<HistoryRecord> = {}): HistoryRecord => ({
  txid,
  from_address: '0x01',
  to_address: ADDRESS,
  out: true,
  amount: '1.5',
  blocklist_tags: [],
  block_height: 100n,
  block_time: '2026-11-20T08:30:00Z',
  fee: '0',
  memo: '',
  source: 'withdraw-api',
  state: 1,
  ...others,
});

export const transaction = (order_id: string, others: Partial<OrderTransaction> = {}): OrderTransaction => ({
  order_id,
  address: ADDRESS,
  amount: '1.5',
  memo: '',
  in_chain_block: 100n,
  txid: `0x${order_id}`,
  create_time: '2026-11-20T08:30:00Z',
  state: 3,
  ...others,
});

export const order = (order_id: string, others: Partial<WithdrawalEntry> = {}): WithdrawalEntry => ({
  order_id,
  address: ADDRESS,
  amount: '1.5',
  ...others,
});

/** A time as the history writes it. */
export const iso = (at: number): string => new Date(at * 1000).toISOString();

/** Adds an order that was paid as it is in the books. */
export function addPaid(world: World, order_id: string, at: number): void {
  world.withdrawals.push({ at, it: order(order_id) });
  world.callbacks.push({ at, it: withdrawalCallback(order_id) });
  world.history.push({ at, it: historyRecord(`0x${order_id}`) });
  world.orders.set(order_id, [transaction(order_id)]);
}

/** What was asked of the service. */
export interface Calls {
  readonly lists: { name: string; from: number; to: number }[];
  readonly orders: string[];
}

/** Which ends of a span belong to it. */
export type Ends = (typeof ENDS)[number];
export const ENDS = ['both', 'first', 'last', 'none'] as const;

/** The service. */
export function serviceOf(world: World, ends: Ends = 'both'): { wallet: ComparedWallet; calls: Calls } {
  const calls: Calls = { lists: [], orders: [] };
  const hasFirst = ends === 'both' || ends === 'first';
  const hasLast = ends === 'both' || ends === 'last';
  const within = <T>(list: readonly At<T>[], from: number, to: number): T[] =>
    list
      .filter(({ at }) => (at > from && at < to) || (hasFirst && at === from) || (hasLast && at === to))
      .map(({ it }) => it);
  const wallet: ComparedWallet = {
    listCallbacks: ({ from_time = 0, to_time = 0 } = {}) => {
      calls.lists.push({ name: 'callbacks', from: from_time, to: to_time });
      return Promise.resolve({ notifications: within(world.callbacks, from_time, to_time) });
    },
    listWithdrawalHistory: (query = {}) => {
      const { from_time = 0, to_time = 0, start_index = 0, request_number = 10 } = query;
      calls.lists.push({ name: 'history', from: from_time, to: to_time });
      const all = within(world.history, from_time, to_time).reverse();
      return Promise.resolve({
        total_count: all.length,
        transactions: all.slice(start_index, start_index + request_number),
      });
    },
    listWithdrawalStates: ({ ORDER_ID }) => {
      calls.orders.push(ORDER_ID);
      const transactions = world.orders.get(ORDER_ID);
      return transactions ? Promise.resolve({ transactions }) : Promise.reject(refusal('not_found', 404));
    },
  };
  return { wallet, calls };
}

export const refusal = (reason: 'not_found' | 'api_secret_not_valid', status: number): ServiceError =>
  new ServiceError(
    { status, reason, values: {}, repeat: 'later', stage: undefined, body: { error: reason } },
    { operationId: 'any', attempts: 1, effect: 'none', retryable: false },
  );

/** Books that are asked window by window, and by name if they have `lookups`. */
export function booksOf(world: World, lookups = false): Ledger {
  const within = <T>(list: readonly At<T>[], from: number, to: number): T[] =>
    list.filter(({ at }) => at >= from && at < to).map(({ it }) => it);
  return {
    withdrawals: (from, to) => within(world.withdrawals, from, to),
    deposits: (from, to) => Promise.resolve(within(world.deposits, from, to)),
    ...(lookups && {
      withdrawal: (id: string) => world.withdrawals.find(({ it }) => it.order_id === id)?.it,
      deposit: (key: string) => Promise.resolve(world.deposits.find(({ it }) => it.key === key)?.it ?? null),
    }),
  };
}

export const OPTIONS: ReconcileOptions = {
  from: FROM,
  to: TO,
  decimals: DECIMALS,
  window: 600,
  slack: 1200,
  now: FROM + 10_000_000,
};

/** All differences of a world. */
export const differencesOf = (
  world: World,
  others: Partial<ReconcileOptions> = {},
  ledger: Ledger = booksOf(world),
): Promise<Difference[]> => Array.fromAsync(reconcile(serviceOf(world).wallet, ledger, { ...OPTIONS, ...others }));

/** A difference in one line. */
export function lineOf(difference: Difference): string {
  const id = difference.of === 'deposit' ? difference.key : difference.order_id;
  const fields =
    difference.kind === 'differing'
      ? difference.fields.map(
          ({ field, books, service, likeness }) => ` ${field} ${books}/${service}${likeness === 'unclear' ? '?' : ''}`,
        )
      : [];
  const txids =
    difference.kind === 'foreign' && difference.of === 'withdrawal' && id === ''
      ? ` ${difference.service.txids.join()}`
      : '';
  return `${difference.kind} ${difference.of} ${id}${txids}${fields.join('')}`;
}

/** All differences of a world, each in one line. */
export const linesOf = async (...given: Parameters<typeof differencesOf>): Promise<string[]> =>
  (await differencesOf(...given)).map(lineOf);
