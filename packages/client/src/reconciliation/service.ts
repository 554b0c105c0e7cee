/** Reads the service's records of a window, and takes nothing for a record that is none. */
import { unexpected } from '../answers/unexpected.ts';
import type { Callback } from '../callbacks/callback.ts';
import type { Wallet } from '../client.ts';
import { ServiceError } from '../errors.ts';
import { records, type RecordOf } from '../lists/pages.ts';
import { textOf } from '../lists/place.ts';
import type { CallOptions } from '../options.ts';
import { recordOf } from '../withdrawals/likeness.ts';
import type { Output } from '../types.ts';
import type { Window } from './windows.ts';

/** What it asks of a wallet. */
export type ComparedWallet = Pick<Wallet, 'listCallbacks' | 'listWithdrawalHistory' | 'listWithdrawalStates'>;

/** A record of the history of a withdrawal wallet. */
export type HistoryRecord = RecordOf<'listWithdrawalHistory'>;

/** A transaction of an order. */
export type OrderTransaction = Output<'listWithdrawalStates'>['transactions'][number];

/** The service's records. Each throws what the call throws, and for what cannot be read. */
export interface Service {
  readonly callbacks: (window: Window) => Promise<readonly Callback[]>;
  /** Records that leave the wallet, windows in turn: one on the border of two, which both lists may have, comes once. */
  readonly history: (window: Window) => AsyncIterable<HistoryRecord>;
  /** The transactions of an order; undefined if the service does not find it. */
  readonly transactions: (order_id: string) => Promise<readonly OrderTransaction[] | undefined>;
}

/** Makes it. */
export function createService(wallet: ComparedWallet, options: CallOptions): Service {
  let before = new Map<string, number>();

  return {
    async callbacks({ from, to }) {
      const { notifications } = await wallet.listCallbacks({ from_time: from, to_time: to }, options);
      if (!Array.isArray(notifications)) throw unexpected('listCallbacks');
      for (const callback of notifications)
        if (!hasTexts(callback, ['order_id', 'txid', 'to_address', 'amount', 'memo']))
          throw unexpected('listCallbacks');
      return notifications;
    },

    async *history({ from, to }) {
      const now = new Map<string, number>();
      const span = { from_time: from, to_time: to };
      for await (const record of records(wallet, 'listWithdrawalHistory', span, options)) {
        if (!hasTexts(record, ['txid', 'to_address', 'amount', 'memo'])) throw unexpected('listWithdrawalHistory');
        if (!record.out) continue;
        const text = textOf(record);
        const count = (now.get(text) ?? 0) + 1;
        now.set(text, count);
        if (count > (before.get(text) ?? 0)) yield record;
      }
      before = now;
    },

    async transactions(order_id) {
      let answer: Output<'listWithdrawalStates'>;
      try {
        answer = await wallet.listWithdrawalStates({ ORDER_ID: order_id }, options);
      } catch (error) {
        if (error instanceof ServiceError && error.reason === 'not_found') return undefined;
        throw error;
      }
      const { transactions } = answer;
      if (
        !Array.isArray(transactions) ||
        !transactions.every((one) => recordOf(one, order_id) && hasTexts(one, ['txid']))
      )
        throw unexpected('listWithdrawalStates');
      return transactions;
    },
  };
}

/** A memo may be left out, as may one of null. */
const hasTexts = (record: unknown, fields: readonly string[]): boolean =>
  typeof record === 'object' &&
  record !== null &&
  fields.every((field) => {
    const value = (record as Record<string, unknown>)[field];
    return typeof value === 'string' || (field === 'memo' && (value ?? null) === null);
  });
