/** Services whose history of a withdrawal wallet says something else than their orders and callbacks. */
import { changedVariant, type Change } from './behind.ts';
import { all, each, type Fields } from './changes.ts';
import type { ExpectedFact, FactKind, Variant } from './variant.ts';

const HISTORY = 'listWithdrawalHistory';

const rows = (change: (record: Fields) => void): Change => each(HISTORY, 'transactions', change);

const history = (name: string, change: (record: Fields) => void, kind: FactKind, about: string): Variant => ({
  name,
  start: () => changedVariant(rows(change)),
  expected: [{ operationId: HISTORY, kind, about }] satisfies ExpectedFact[],
});

/** Gives a field of every record another value. */
const other = (name: string, change: (value: never) => unknown) => (record: Fields) => {
  record[name] = change(record[name] as never);
};

const onlyWhere =
  (isMeant: (record: Fields) => boolean, change: (record: Fields) => void) =>
  (record: Fields): void => {
    if (isMeant(record)) change(record);
  };

/** The callback of an order of two, in the smallest unit. */
function withTwo(record: Fields): void {
  if (record.order_id !== '') record.amount = `2${'0'.repeat(record.currency === 'ETH' ? 18 : 6)}`;
}

/** With zeros up to eighteen decimals. */
const padded = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  return amount === '' ? '' : `${whole}.${fraction.padEnd(18, '0')}`;
};
function all18(record: Fields): void {
  for (const name of ['amount', 'fee']) record[name] = padded(String(record[name]));
}

export const variants: readonly Variant[] = [
  history('the history has no fee', (record) => delete record.fee, 'field', 'fee'),
  {
    name: 'the history has fees that are empty, which the interface leaves open',
    start: () => changedVariant(rows(other('fee', () => ''))),
    expected: [],
  },
  {
    name: 'callbacks have no fees',
    start: () => changedVariant(each('listCallbacks', 'notifications', (record) => delete record.fees)),
    expected: [{ operationId: 'listCallbacks', kind: 'field', about: 'fees' }],
  },
  {
    name: 'an order has no amount',
    start: () => changedVariant(each('getWithdrawalState', '', (record) => delete record.amount)),
    expected: [{ operationId: 'getWithdrawalState', kind: 'field', about: 'amount' }],
  },
  history(
    'out is inverted',
    other('out', (out) => !out),
    'value',
    'out',
  ),
  history(
    'out is false of withdrawals alone',
    onlyWhere(
      ({ out }) => out === true,
      other('out', () => false),
    ),
    'value',
    'out',
  ),
  history(
    'out is true of deposits alone',
    onlyWhere(
      ({ out }) => out === false,
      other('out', () => true),
    ),
    'value',
    'out',
  ),
  history(
    'success and failure have changed their numbers',
    other('state', (state: number) => ({ 1: 2, 2: 1 })[state] ?? state),
    'value',
    'state',
  ),
  history(
    'every withdrawal has failed',
    other('state', () => 2),
    'value',
    'state',
  ),
  history(
    'no record tells of the interface as its source',
    other('source', () => ''),
    'value',
    'source',
  ),
  history(
    'the source is spelled otherwise',
    other('source', (source: string) => source && 'WithdrawAPI'),
    'value',
    'source',
  ),
  history(
    'transactions are in upper case',
    other('txid', (txid: string) => txid.toUpperCase()),
    'value',
    'txid',
  ),
  history(
    'transactions are without 0x',
    other('txid', (txid: string) => txid.replace(/^0x/, '')),
    'value',
    'txid',
  ),
  {
    name: 'whole amounts of orders have zeros at their end, in some operations',
    start: () =>
      changedVariant(
        all(
          each(
            'getWithdrawalState',
            '',
            other('amount', () => '2.000000'),
          ),
          each(
            'listWithdrawalStates',
            'transactions',
            other('amount', () => '2.0'),
          ),
          rows((row) => {
            if (row.out !== false) row.amount = '2'; // the callbacks of deposits stay as they are
          }),
          ...['listCallbacks', 'getCallbacksById'].map((id) => each(id, 'notifications', withTwo)),
        ),
      ),
    expected: [],
  },
  {
    name: 'amounts and fees of the history have all decimals of their currency',
    start: () => changedVariant(rows(all18)),
    expected: [],
  },
];
