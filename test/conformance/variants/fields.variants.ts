/** Services whose records have other fields than declared, or fields of another type. */
import { changedVariant, type Change } from './behind.ts';
import { all, each, type Fields } from './changes.ts';
import type { ExpectedFact, Variant } from './variant.ts';

/** Records of operations that have a field of another type, or one more or less. */
const fielded = (
  name: string,
  kind: 'field' | 'type',
  about: string,
  lists: Readonly<Record<string, string>>,
  change: (record: Fields) => void,
): Variant => ({
  name,
  start: () =>
    changedVariant(all(...Object.entries(lists).map(([operationId, list]) => each(operationId, list, change)))),
  expected: Object.keys(lists).map((operationId): ExpectedFact => ({ operationId, kind, about })),
});

/** A moment as its service's wall clock has it, eight hours ahead, and with no word of that. */
const onTheWall = (time: unknown): string =>
  new Date(Date.parse(String(time)) + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ');

/** The same moment, written with the offset of another zone. */
const elsewhere = (time: unknown): string =>
  `${new Date(Date.parse(String(time)) + 8 * 3600_000).toISOString().slice(0, 19)}+08:00`;

const inMilliseconds: Change = each('getCurrencyPrices', '', (body) => {
  for (const name of ['last_refresh_attempt_time', 'last_refresh_success_time']) body[name] = Number(body[name]) * 1000;
});

export const variants: readonly Variant[] = [
  fielded('a history without sources', 'field', 'source', { listWithdrawalHistory: 'transactions' }, (record) => {
    delete record.source;
  }),
  fielded('approvals without an owner', 'field', 'owner', { listVaultHistory: 'transaction_item' }, (record) => {
    for (const approval of record.approval_item as Fields[]) delete approval.owner;
  }),
  fielded('deposit addresses with a label', 'field', 'label', { listDepositAddresses: 'wallet_address' }, (record) => {
    record.label = '';
  }),
  fielded(
    'the wallet list tells names, as balances do',
    'field',
    'wallet_name',
    { listWallets: 'wallets' },
    (record) => {
      record.wallet_name = `wallet ${String(record.wallet_id)}`;
    },
  ),
  fielded('the balance of a vault is a number', 'type', 'balance', { getVaultBalance: '' }, (body) => {
    body.balance = Number(body.balance);
  }),
  fielded(
    'IDs of wallets are texts in both lists',
    'type',
    'wallet_id',
    { listWallets: 'wallets', listWalletBalances: 'wallet_balances' },
    (record) => {
      record.wallet_id = String(record.wallet_id);
    },
  ),
  fielded('out is 1 or 0', 'type', 'out', { listWithdrawalHistory: 'transactions' }, (record) => {
    record.out = record.out === true ? 1 : 0;
  }),
  fielded(
    'an address without an index has null for it',
    'type',
    'address_index',
    { listDepositAddresses: 'wallet_address' },
    (record) => {
      record.address_index ??= null;
    },
  ),
  fielded(
    'an event comes before the first of its block',
    'type',
    'index',
    { getWithdrawalEventLogs: 'logs' },
    (log) => {
      log.index = -1;
    },
  ),
  fielded(
    'an invalid transaction has a state that nobody names',
    'type',
    'state',
    { listWithdrawalHistory: 'transactions' },
    (record) => {
      if (record.state === 3) record.state = 9;
    },
  ),
  fielded('small amounts have an exponent', 'type', 'amount', { listWithdrawalHistory: 'transactions' }, (record) => {
    if (Number(record.amount) < 1) record.amount = Number(record.amount).toExponential();
  }),
  fielded(
    'orders tell their time as on the wall',
    'type',
    'create_time',
    { getWithdrawalState: '', listWithdrawalStates: 'transactions' },
    (record) => {
      record.create_time = onTheWall(record.create_time);
    },
  ),
  fielded(
    'times of blocks are in the zone of the service',
    'type',
    'block_time',
    { listWithdrawalHistory: 'transactions' },
    (record) => {
      record.block_time = elsewhere(record.block_time);
    },
  ),
  {
    name: 'prices were refreshed at milliseconds',
    start: () => changedVariant(inMilliseconds),
    expected: [
      { operationId: 'getCurrencyPrices', kind: 'type', about: 'last_refresh_attempt_time' },
      { operationId: 'getCurrencyPrices', kind: 'type', about: 'last_refresh_success_time' },
    ],
  },
];
