/** Reads the service's records of a window, and takes nothing for a record that is none. */
import { writable } from '@wallet-operations/json';
import { unexpected } from '../answers/unexpected.ts';
import type { Callback } from '../callbacks/callback.ts';
import { canonicalAddress } from '../canonical-address.ts';
import type { WalletCalls } from '../client.ts';
import { ServiceError } from '../errors.ts';
import { listOf } from '../lists/callbacks.ts';
import type { RecordOf } from '../lists/pages.ts';
import { records } from '../lists/records.ts';
import type { CallOptions } from '../options.ts';
import { recordOf } from '../withdrawals/likeness.ts';
import type { Output } from '../types.ts';
import { createReader, type WindowReader } from './borders.ts';

/** What it asks of a wallet. */
export type ComparedWallet = WalletCalls<'listCallbacks' | 'listWithdrawalHistory' | 'listWithdrawalStates'>;

/** A record of the history of a withdrawal wallet. */
export type HistoryRecord = RecordOf<'listWithdrawalHistory'>;

/** A transaction of an order. */
export type OrderTransaction = Output<'listWithdrawalStates'>['transactions'][number];

/** The service's records. Each throws what the call throws, and for what cannot be read. */
export interface Service {
  /** Windows in turn; an absent memo is an empty one, as it is when a callback is delivered. */
  readonly callbacks: WindowReader<Callback>;
  /** Records that leave the wallet, windows in turn. */
  readonly history: WindowReader<HistoryRecord>;
  /** The transactions of an order; undefined if the service does not find it. */
  readonly transactions: (order_id: string) => Promise<readonly OrderTransaction[] | undefined>;
}

/** Makes it. */
export function createService(wallet: ComparedWallet, options: CallOptions): Service {
  return {
    callbacks: createReader({
      async read(from_time, to_time) {
        const notifications = await listOf(wallet, from_time, to_time, options);
        for (const callback of notifications)
          if (!hasTexts(callback, ['order_id', 'txid', 'to_address', 'amount', 'memo']))
            throw unexpected('listCallbacks');
        return notifications.map((callback) => (hasMemo(callback) ? callback : writable({ ...callback, memo: '' })));
      },
      nameOf: ({ serial, order_id, txid, vout_index, to_address, amount, memo }) =>
        [String(serial), order_id, txid, String(vout_index), to_address, amount, memo].join('\n'),
      isUnique: true, // by its serial
      timesOf: ({ chain_at, broadcast_at }) => [chain_at, broadcast_at],
    }),

    history: createReader({
      async read(from_time, to_time) {
        const found: HistoryRecord[] = [];
        for await (const record of records(wallet, 'listWithdrawalHistory', { from_time, to_time }, options)) {
          if (!hasTexts(record, ['txid', 'to_address', 'amount', 'memo'])) throw unexpected('listWithdrawalHistory');
          if (record.out) found.push(record);
        }
        return found;
      },
      // Its state may change, and its tags.
      nameOf: ({ txid, to_address, amount, memo, block_height, block_time, source }) =>
        [canonicalAddress(txid), to_address, amount, memo, String(block_height), block_time, source].join('\n'),
      isUnique: false,
      timesOf: ({ block_time }) => [Math.floor(Date.parse(block_time) / 1000)],
    }),

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

const hasMemo = ({ memo }: { readonly memo?: string | null }): boolean => typeof memo === 'string';
