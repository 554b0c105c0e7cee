/** Services whose answers of one wallet and of another, of a list and of a part of it, or of a transaction and of its events do not go together. */
import type { World } from '../world.ts';
import { changedVariant, variant, type Change, type Passing } from './behind.ts';
import {
  all,
  asSigned,
  callbacks,
  each,
  isOf,
  repaged,
  requery,
  row,
  SOMEBODY,
  spanOf,
  withCallbacks,
  type Fields,
} from './changes.ts';
import { value, type Variant } from './variant.ts';

const [HISTORY, CALLBACKS, VAULT, WHITELIST, BALANCES] = [
  'listWithdrawalHistory',
  'listCallbacks',
  'listVaultHistory',
  'listWhitelistEntries',
  'listWalletBalances',
];

/** Changes callbacks of one wallet. */
const callbacksOf = (kind: World['wallets'][number]['kind'], change: (record: Fields) => void): Change =>
  callbacks((record, request, world) => {
    if (isOf(request, world, kind)) change(record);
  });

/** A transaction of a vault, by its number. */
const vaultTransaction = (txno: unknown): string => `0x${String(txno).padStart(64, '0')}`;

const PAGES = { list: 'transactions', total: 'total_count', usual: 10, most: 500 };

/** An address of the wallet that is paid. */
const PAID = '0x00000000000000000000000000000000000000Ab';

/** What a vault paid to the first wallet, as `told` changes it: the history of that wallet has it as it is. */
const paidByVault = (told: (record: Fields) => void): Change => {
  let model: Fields | undefined;
  return all(
    each(VAULT, 'transaction_item', (record) => {
      if (record.txid === '') return;
      Object.assign(record, {
        txid: vaultTransaction(record.txno),
        outgoing_address: PAID,
        real_amount: record.amount,
      });
      told(record);
    }),
    repaged(HISTORY, PAGES, (records, request, world) => {
      if (!isOf(request, world, 'withdrawal')) return records;
      model ??= records[0];
      const [span, time] = [spanOf(request, world), Date.parse(String(model?.block_time)) / 1000];
      if (!model || !span || time < span.from || time > span.to) return records;
      const paid = [3, 4, 7].map((txno) => ({
        ...{ ...model, txid: vaultTransaction(txno), out: false, source: '', amount: `${String(txno)}.5` },
        ...{ from_address: SOMEBODY, to_address: PAID },
      }));
      return [...paid, ...records];
    }),
  );
};

/** The states that a query asks for, if it asks for any. */
const isFiltered = ({ query }: Passing, name: string): boolean => !['-1', null].includes(query.get(name));

/** A variant whose pages are made anew. */
const paged = (name: string, change: Change, ...expected: Variant['expected']): Variant => ({
  ...{ name, expected },
  start: () => changedVariant(change, [], { checksum: asSigned }),
});

export const variants: readonly Variant[] = [
  variant(
    'entries of a whitelist are of other users where a state is asked for',
    each(WHITELIST, 'items', (record, request) => {
      if (isFiltered(request, 'state')) record.user_id = 'another';
    }),
    value(WHITELIST, 'user_id'),
  ),
  variant(
    'balances are nothing where a type is asked for',
    each(BALANCES, 'wallet_balances', (record, request) => {
      if (isFiltered(request, 'type')) record.balance = '0';
    }),
    value(BALANCES, 'balance'),
  ),
  variant(
    'who pays and who is paid are swapped in callbacks of deposits of a wallet',
    callbacksOf('deposit', (record) => {
      if (record.type === 1) [record.from_address, record.to_address] = [record.to_address, record.from_address];
    }),
    value(CALLBACKS, 'to_address'),
  ),
  variant(
    'no transaction of an order is in the chain by its events',
    {
      instead: ({ operationId, query }) =>
        operationId === 'getWithdrawalEventLogs' && query.get('txid')?.startsWith('0x')
          ? row(400, 112, 'Invalid parameter', `${query.get('txid') ?? ''} not in blockchain`)
          : undefined,
    },
    value('getWithdrawalEventLogs', 'txid'),
  ),
  paged(
    'a vault pays a wallet, whose history has it',
    paidByVault(() => undefined),
  ),
  paged(
    'a vault paid ten times as much as the history of who was paid has',
    paidByVault((record) => {
      record.amount = record.real_amount = String(record.amount).replace('.5', '5');
    }),
    value(VAULT, 'amount'),
  ),
  paged(
    'a vault paid another address than the history of who was paid has',
    paidByVault((record) => (record.outgoing_address = SOMEBODY)),
    value(VAULT, 'outgoing_address'),
  ),
  paged(
    'a vault paid its own address, and the history of another wallet has what it got',
    paidByVault((record) => (record.outgoing_address = record.wallet_address)),
    value(VAULT, 'outgoing_address'),
  ),
  paged(
    'what orders pay to others is told of as deposits as well',
    all(
      requery(CALLBACKS, (query) => {
        if (/^\d$/.test(query.get('type') ?? '')) query.delete('type');
      }),
      withCallbacks(({ order_id }) => (order_id === '' ? undefined : { type: 1, order_id: '' })),
    ),
    value(CALLBACKS, 'type'),
  ),
  variant(
    'prices were refreshed that nobody attempted to',
    each('getCurrencyPrices', '', (record) => {
      if (Number(record.last_refresh_success_time) > 0) record.last_refresh_attempt_time = 0;
    }),
    value('getCurrencyPrices', 'last_refresh_attempt_time'),
  ),
  paged(
    'a page that begins behind the third record is empty',
    repaged(HISTORY, PAGES, (records, { query }) => (Number(query.get('start_index')) > 3 ? [] : records)),
    value(HISTORY, 'start_index'),
  ),
  variant(
    'a vault without a token has one in its balance',
    each('getVaultBalance', '', (record) => Object.assign(record, { token_address: SOMEBODY, token_balance: '5' })),
    value('getVaultBalance', 'token_address'),
  ),
];
