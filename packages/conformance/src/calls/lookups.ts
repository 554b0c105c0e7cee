/** Steps that look one thing up: something that answers before showed, something that there is not, and what is malformed. */
import type { Caller, Interface } from '@wallet-operations/transcript';
import type { Asked, Known, Step } from './asked.ts';
import { kindsOf, priceCaller, rowOf } from './lists.ts';
import { NOTHING, OF_NOTHING } from './nothing.ts';
import { recordsOf, textsOf, toldLate } from './seen.ts';

const CALLBACKS = ['listCallbacks.plain'];

/** Unix seconds; no service of this kind is as old. */
const LONG_AGO = 1_100_000_000;

/** Orders of a wallet, the latest first, as its callbacks show them. */
export const ordersOf = (known: Known, caller: Caller): string[] =>
  textsOf(recordsOf(known, CALLBACKS, caller), 'order_id').toReversed();

type Record_ = Readonly<Record<string, unknown>>;

/** Callbacks of deposits: an order has its ID, and what the service moves itself goes to or from another address than those of deposits. */
function depositsOf(known: Known, caller: Caller): Record_[] {
  const steps = ['plain', 'max.request_number', 'rest'].map((step) => `listDepositAddresses.${step}`);
  const own = new Set(textsOf(recordsOf(known, steps, caller), 'address').map((address) => address.toLowerCase()));
  const incoming = recordsOf(known, CALLBACKS, caller).filter(({ order_id }) => order_id === '');
  const isPaidIn = ({ to_address }: Record_): boolean => own.has(String(to_address).toLowerCase());
  const swept = new Set(incoming.filter((record) => !isPaidIn(record)).map(({ to_address }) => to_address));
  const paid = incoming.filter((record) => isPaidIn(record) && !swept.has(record.from_address));
  return paid.length > 0 ? paid : incoming;
}

/** For each wallet, or those of a kind, what `make` makes of its place. */
const forEach =
  (make: (known: Known, place: number) => readonly Asked[], kinds?: readonly string[]) =>
  (known: Known): readonly Asked[] =>
    known.wallets.filter(({ kind }) => kinds?.includes(kind) ?? true).flatMap(({ place }) => make(known, place));

/** The same, for the first of them that it makes something for. */
const forFirst =
  (make: (known: Known, place: number) => readonly Asked[], kinds?: readonly string[]) => (known: Known) =>
    forEach(make, kinds)(known).slice(0, 1);

/** All of them. */
export function lookupSteps(service: Interface): Step[] {
  const kinds = (operationId: string): readonly string[] =>
    kindsOf(service, service.operation(operationId)).kinds ?? [];
  const point = (operationId: string) => {
    const { kindsPoint } = kindsOf(service, service.operation(operationId));
    return kindsPoint === undefined ? {} : { point: kindsPoint };
  };
  const malformed = (operationId: string) => rowOf(service, service.operation(operationId))('other');
  const step = (operationId: string, id: string, what: string, make: Step['make'], more: Partial<Step> = {}): Step => ({
    id: `${operationId}.${id}`,
    operationId,
    what,
    most: 1,
    make,
    ...more,
  });
  const orders = kinds('getWithdrawalState');
  const whitelisted = kinds('checkWhitelistEntry');

  const ofOrders = (operationId: string): Step[] => [
    step(
      operationId,
      'seen',
      'of orders that callbacks show',
      forEach(
        (known, caller) =>
          ordersOf(known, caller)
            .slice(0, 3)
            .map((ORDER_ID) => ({ caller, path: { ORDER_ID } })),
        orders,
      ),
      { most: 9, ...point(operationId) },
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
  const entriesOf = (known: Known, caller: Caller): Record_[] =>
    recordsOf(known, ['listWhitelistEntries.plain'], caller);
  const addressesOf = (known: Known, caller: Caller): string[] =>
    textsOf(recordsOf(known, ['listDepositAddresses.plain'], caller), 'address');
  const serialsOf = (known: Known, caller: Caller): unknown[] =>
    recordsOf(known, CALLBACKS, caller).map(({ serial }) => serial);

  return [
    ...ofOrders('getWithdrawalState'),
    ...ofOrders('listWithdrawalStates'),
    step(
      'getWithdrawalEventLogs',
      'seen',
      'of transactions in the chain that callbacks show',
      forEach((known, caller) => {
        const sent = recordsOf(known, CALLBACKS, caller).filter(
          ({ order_id, block_height }) => order_id !== '' && Number(block_height) > 0,
        );
        return textsOf(sent, 'txid')
          .slice(-1)
          .map((txid) => ({ caller, query: [['txid', txid]] }));
      }, kinds('getWithdrawalEventLogs')),
      { most: 9 },
    ),
    step(
      'getWithdrawalEventLogs',
      'unknown',
      'of a transaction that there is not',
      forEach((known, caller) => {
        const isAnswered = known.bodies('getWithdrawalEventLogs.seen', caller).length > 0; // the currency has logs
        return isAnswered ? [{ caller, query: [['txid', NOTHING]] }] : [];
      }),
      { row: 'txid_not_found' },
    ),
    step(
      'getWithdrawalEventLogs',
      'missing',
      'without a transaction',
      forEach((known, caller) => (known.bodies('getWithdrawalEventLogs.seen', caller).length > 0 ? [{ caller }] : [])),
      { row: 'missing_parameter' },
    ),
    step(
      'checkWhitelistEntry',
      'seen',
      'of entries as the list has them',
      forEach(
        (known, caller) =>
          entriesOf(known, caller)
            .slice(0, 4)
            .map(({ address, memo, user_id }) => ({ caller, body: { address, ...filled({ memo, user_id }) } })),
        whitelisted,
      ),
      { most: 12, ...point('checkWhitelistEntry') },
    ),
    step(
      'checkWhitelistEntry',
      'alone',
      'of an address alone of which there are several entries',
      forEach((known, caller) => {
        const addresses = entriesOf(known, caller).map(({ address }) => address);
        const several = addresses.find((address, i) => addresses.indexOf(address) !== i);
        return several === undefined ? [] : [{ caller, body: { address: several } }];
      }, whitelisted),
      { point: 'whitelist-lookup' },
    ),
    step(
      'checkWhitelistEntry',
      'partly',
      'of an address alone whose entry has a memo or a user',
      forEach((known, caller) => {
        const entry = entriesOf(known, caller).findLast(
          ({ memo, user_id }) => (memo ?? '') !== '' || (user_id ?? '') !== '',
        );
        return entry === undefined ? [] : [{ caller, body: { address: entry.address } }];
      }, whitelisted),
      { most: 9, point: 'whitelist-lookup' },
    ),
    step(
      'checkWhitelistEntry',
      'unknown',
      'of an entry with a user that there is not',
      forFirst(
        (known, caller) =>
          textsOf(entriesOf(known, caller), 'address')
            .slice(0, 1)
            .map((address) => ({ caller, body: { address, user_id: NOTHING } })),
        whitelisted,
      ),
      { row: 'whitelist_entry_not_found' },
    ),
    step(
      'checkWhitelistEntry',
      'long',
      'of a user ID of 256 characters',
      forFirst(
        (known, caller) =>
          textsOf(entriesOf(known, caller), 'address')
            .slice(0, 1)
            .map((address) => ({ caller, body: { address, user_id: 'x'.repeat(256) } })),
        whitelisted,
      ),
      { row: 'invalid_user_id' },
    ),
    step(
      'checkWhitelistEntry',
      'empty',
      'without an address',
      forFirst((_, caller) => [{ caller, body: {} }], whitelisted),
      { row: 'malformed_body' },
    ),
    step(
      'getDelegatedBalances',
      'seen',
      'of addresses of the wallet',
      forEach((known, caller) => {
        const addresses = addressesOf(known, caller).slice(0, 10);
        return addresses.length === 0 ? [] : [{ caller, body: { addresses } }];
      }, kinds('getDelegatedBalances')),
      { most: 3 },
    ),
    step(
      'getDelegatedBalances',
      'other-spelling',
      'of the same in the field `address`',
      forEach((known, caller) => {
        const address = addressesOf(known, caller).slice(0, 10);
        return address.length === 0 ? [] : [{ caller, body: { address } }];
      }, kinds('getDelegatedBalances')),
    ),
    step(
      'getDelegatedBalances',
      'eleven',
      'of one more than are taken',
      forEach((known, caller) => {
        const addresses = addressesOf(known, caller).slice(0, 11);
        return addresses.length < 11 ? [] : [{ caller, body: { addresses } }];
      }, kinds('getDelegatedBalances')),
    ),
    step(
      'getDelegatedBalances',
      'unknown',
      'of an address that there is not',
      forFirst((_, caller) => [{ caller, body: { addresses: [NOTHING] } }], kinds('getDelegatedBalances')),
    ),
    step(
      'getDelegatedBalances',
      'empty',
      'without addresses',
      forFirst((_, caller) => [{ caller, body: {} }], kinds('getDelegatedBalances')),
      { row: 'malformed_body' },
    ),
    step(
      'getDelegatedBalances',
      'kind',
      'of a wallet that is none with delegated addresses',
      (known) =>
        known.wallets
          .filter(({ kind }) => !kinds('getDelegatedBalances').includes(kind))
          .slice(0, 1)
          .map(({ place }) => ({ caller: place, body: { addresses: [NOTHING] } })),
      { row: 'not_found' },
    ),
    step(
      'listCallbacks',
      'packed',
      'up to when the transactions of some were packed that came up later',
      (known) =>
        known.wallets
          .map(({ place: caller }) =>
            toldLate(recordsOf(known, CALLBACKS, caller)).map(({ chain_at }): Asked => ({
              caller,
              query: [['to_time', String(chain_at)]],
            })),
          )
          .find((calls) => calls.length > 0) ?? [],
      { most: 3 },
    ),
    step(
      'listCallbacks',
      'from',
      'from now on',
      forFirst((known, caller) =>
        recordsOf(known, CALLBACKS, caller).length < 2 ? [] : [{ caller, query: [['from_time', String(known.now)]] }],
      ),
    ),
    step(
      'listCallbacks',
      'to',
      'up to a time before there were any',
      forFirst((known, caller) =>
        recordsOf(known, CALLBACKS, caller).length < 2 ? [] : [{ caller, query: [['to_time', String(LONG_AGO)]] }],
      ),
    ),
    step('listWalletBalances', 'beside', 'once more, beside the balances of vaults', (known) =>
      known.bodies('getVaultBalance.plain').length > 0 ? [{ caller: 'read-only' }] : [],
    ),
    step(
      'getVaultBalance',
      'beside',
      'once more, beside the list of balances',
      forEach(
        (known, caller) =>
          known.bodies('listWalletBalances.beside').length > 0 &&
          known.bodies('getVaultBalance.plain', caller).length > 0
            ? [{ caller }]
            : [],
        ['vault'],
      ),
      { most: 3 },
    ),
    step(
      'getCallbacksById',
      'seen',
      'of serials that the list shows',
      forEach((known, caller) => {
        const ids = serialsOf(known, caller).slice(-3);
        return ids.length === 0 ? [] : [{ caller, body: { ids } }];
      }),
      { most: 9 },
    ),
    step(
      'getCallbacksById',
      'unknown',
      'of a serial that there is not',
      forFirst((_, caller) => [{ caller, body: { ids: [1] } }]),
    ),
    step(
      'getCallbacksById',
      'max',
      'of a hundred serials',
      forFirst((_, caller) => [{ caller, body: { ids: Array.from({ length: 100 }, (_none, i) => i + 1) } }]),
    ),
    step(
      'getCallbacksById',
      'over',
      'of one more',
      forFirst((_, caller) => [{ caller, body: { ids: Array.from({ length: 101 }, (_none, i) => i + 1) } }]),
      malformed('getCallbacksById'),
    ),
    step(
      'getCallbacksById',
      'empty',
      'without serials',
      forFirst((_, caller) => [{ caller, body: {} }]),
      malformed('getCallbacksById'),
    ),
    step(
      'getDepositCallback',
      'seen',
      'of deposits that callbacks show',
      forEach((known, caller) => {
        const deposits = depositsOf(known, caller);
        const outputs = new Map(
          deposits.map(({ txid, vout_index }) => [`${String(txid)}/${String(vout_index)}`, { txid, vout_index }]),
        );
        return [...outputs.values()]
          .slice(0, 3)
          .map(({ txid, vout_index }) => ({ caller, path: { TX_ID: String(txid), VOUT_INDEX: String(vout_index) } }));
      }, kinds('getDepositCallback')),
      { most: 9, ...point('getDepositCallback') },
    ),
    step(
      'getDepositCallback',
      'unknown',
      'of a transaction that there is not',
      forFirst((_, caller) => [{ caller, path: { TX_ID: NOTHING, VOUT_INDEX: '0' } }], kinds('getDepositCallback')),
      { row: 'not_found' },
    ),
    step(
      'getDepositCallback',
      'bad',
      'of an output that is no number',
      forFirst((_, caller) => [{ caller, path: { TX_ID: NOTHING, VOUT_INDEX: 'x' } }], kinds('getDepositCallback')),
      malformed('getDepositCallback'),
    ),
    ...['getWithdrawalState', 'getWithdrawalEventLogs', 'checkWhitelistEntry', 'getDepositCallback'].flatMap(
      (operationId) =>
        ['vault', 'deposit', 'withdrawal', 'deposit-withdrawal', 'delegated']
          .filter((kind) => !kinds(operationId).includes(kind))
          .map((kind) =>
            step(
              operationId,
              `kind.${kind}`,
              `of a ${kind} wallet, which may not ask`,
              forFirst((_, caller) => [{ caller, ...OF_NOTHING[operationId] }], [kind]),
              { row: 'not_found', ...point(operationId) },
            ),
          ),
    ),
    step('getCurrencyPrices', 'several', 'in several legal tenders', (known) => [
      { caller: priceCaller(known), query: [['convert', 'USD,EUR']] },
    ]),
  ];
}

const filled = (fields: Record_): Record_ =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
