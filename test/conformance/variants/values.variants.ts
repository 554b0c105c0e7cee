/** Services whose answers do not say what was asked: pages, totals, filters, and whose record it is. */
import { changedVariant, type Change } from './behind.ts';
import { asSigned, each, recordsOf, requery, wholeOf } from './changes.ts';
import type { Variant } from './variant.ts';

/** A service that is off in one thing. */
const off = (name: string, operationId: string, about: string, change: Change): Variant => ({
  name,
  start: () => changedVariant(change, [], { checksum: asSigned }),
  expected: [{ operationId, kind: 'value', about }],
});

/** In which the sandbox has prices: any other it refuses. */
const TENDERS = ['USD', 'EUR', 'GBP', 'JPY', 'TWD'];

const VAULT_STATES = ['0', '1', '2', '3', '4', '5', '6'];

export const variants: readonly Variant[] = [
  off(
    'the vault counts its records from one',
    'listVaultHistory',
    'start_index',
    requery('listVaultHistory', (query) => {
      const start = wholeOf(query, 'start_index', 0) ?? 0;
      if (start > 0) query.set('start_index', String(start - 1));
    }),
  ),
  off(
    'the history counts one too many',
    'listWithdrawalHistory',
    'total_count',
    each('listWithdrawalHistory', '', (body) => {
      body.total_count = Number(body.total_count) + 1;
    }),
  ),
  off(
    'deposit addresses count their page',
    'listDepositAddresses',
    'wallet_count',
    each('listDepositAddresses', '', (body) => {
      body.wallet_count = recordsOf(body, 'wallet_address').length;
    }),
  ),
  off(
    'deposit addresses are of the next wallet',
    'listDepositAddresses',
    'wallet_id',
    each('listDepositAddresses', '', (body) => {
      body.wallet_id = Number(body.wallet_id) + 1;
    }),
  ),
  off(
    'the vault shows every state, whichever is asked for',
    'listVaultHistory',
    'state',
    requery('listVaultHistory', (query) => {
      if (VAULT_STATES.includes(query.get('state') ?? '')) query.delete('state');
    }),
  ),
  off(
    'the history begins with its first record, whenever it is asked from',
    'listWithdrawalHistory',
    'from_time',
    requery('listWithdrawalHistory', (query) => {
      const isSpan = Number(query.get('from_time')) <= Number(query.get('to_time') ?? query.get('t'));
      if (isSpan && /^\d{1,12}$/.test(query.get('from_time') ?? '')) query.delete('from_time');
    }),
  ),
  off(
    'serials that are looked up come back one higher',
    'getCallbacksById',
    'serial',
    each('getCallbacksById', 'notifications', (record) => {
      record.serial = (record.serial as bigint) + 1n;
    }),
  ),
  off(
    'an order is shown in capitals',
    'getWithdrawalState',
    'order_id',
    each('getWithdrawalState', '', (body) => {
      body.order_id = String(body.order_id).toUpperCase();
    }),
  ),
  off(
    'prices are in USD, whatever is asked for',
    'getCurrencyPrices',
    'convert',
    requery('getCurrencyPrices', (query) => {
      const tenders = (query.get('convert') ?? '').split(',');
      if (tenders.every((tender) => TENDERS.includes(tender))) query.delete('convert');
    }),
  ),
];
