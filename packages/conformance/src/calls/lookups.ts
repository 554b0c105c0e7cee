/** Steps that look one thing up: something that answers before showed, something that there is not, and what is malformed. */
import { stringifyJson } from '@wallet-operations/json';
import type { Caller, Interface } from '@wallet-operations/transcript';
import { folded } from './addresses.ts';
import type { Asked, Known, Step } from './asked.ts';
import { priceCaller } from './lists.ts';
import { CALLBACKS, forEach, forFirst, ofEach, stepMaker, type Seen } from './making.ts';
import { NOTHING, OF_NOTHING } from './nothing.ts';
import { recordsOf, textsOf } from './seen.ts';

/** Orders of a wallet, the latest first, as its callbacks show them. */
export const ordersOf = (known: Known, caller: Caller): string[] =>
  textsOf(recordsOf(known, CALLBACKS, caller), 'order_id').toReversed();

/** The transaction of a wallet whose events are looked up: the last one in the chain that callbacks show. */
export const loggedOf = (known: Known, caller: Caller): string[] => {
  const sent = recordsOf(known, CALLBACKS, caller).filter(
    ({ order_id, block_height }) => order_id !== '' && Number(block_height) > 0,
  );
  return textsOf(sent, 'txid').slice(-1);
};

/** Whether the two queries of an order have its transaction in other blocks: one may have been taken back between them. */
function areApart(known: Known, caller: Caller, order: string): boolean {
  const own = known.bodies('getWithdrawalState.seen', caller).find(({ order_id }) => order_id === order);
  const rows = recordsOf(known, ['listWithdrawalStates.seen'], caller).filter(({ order_id }) => order_id === order);
  const isTogether = ({ txid, in_chain_block }: Seen): boolean =>
    txid === own?.txid && String(in_chain_block) === String(own?.in_chain_block);
  return own !== undefined && rows.length > 0 && !rows.some(isTogether);
}

/** Whether balances are others where they are asked for in the other field. */
function areOthers(known: Known, caller: Caller): boolean {
  const [own] = known.bodies(`${BALANCES}.seen`, caller);
  const [other] = known.bodies(`${BALANCES}.other-spelling`, caller);
  return own !== undefined && other !== undefined && stringifyJson(own) !== stringifyJson(other);
}

/** So many orders of a wallet are looked up. */
const SEEN = 3;

/** And so many entries of a whitelist. */
const ENTRIES = 4;

/** The state of one that was removed: the interface does not say whether it is still found. */
const REMOVED = 2;

const BALANCES = 'getDelegatedBalances';

/** The point that says in which field. */
const DELEGATED_FIELD = { point: 'delegated-field' };

/** All of them. */
export function lookupSteps(service: Interface): Step[] {
  const { kinds, point, malformed, step } = stepMaker(service);
  const orders = kinds('getWithdrawalState');
  const whitelisted = kinds('checkWhitelistEntry');
  const logged = kinds('getWithdrawalEventLogs');
  const delegated = kinds(BALANCES);

  const ofOrders = (operationId: string): Step[] => [
    step(
      operationId,
      'seen',
      'of orders that callbacks show',
      forEach(
        (known, caller) =>
          ordersOf(known, caller)
            .slice(0, SEEN)
            .map((ORDER_ID) => ({ caller, path: { ORDER_ID } })),
        orders,
      ),
      { most: ofEach(SEEN, orders), ...point(operationId) },
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
  const entriesOf = (known: Known, caller: Caller): Seen[] => recordsOf(known, ['listWhitelistEntries.plain'], caller);
  const addressesOf = (known: Known, caller: Caller): string[] =>
    textsOf(recordsOf(known, ['listDepositAddresses.plain'], caller), 'address');
  /** The field that addresses are taken in, as far as is known. */
  const takenBy = (known: Known): string =>
    known.bodies(`${BALANCES}.seen`).length === 0 && known.bodies(`${BALANCES}.other-spelling`).length > 0
      ? 'address'
      : 'addresses';
  /** Balances of the first addresses of a wallet: up to ten, or as many as there have to be. */
  const ofAddresses = (
    id: string,
    what: string,
    field: (known: Known) => string,
    {
      count = 0,
      isMeant = () => true,
      ...more
    }: Partial<Step> & { readonly count?: number; readonly isMeant?: (known: Known, caller: Caller) => boolean } = {},
  ): Step =>
    step(
      BALANCES,
      id,
      what,
      forEach((known, caller) => {
        const addresses = addressesOf(known, caller).slice(0, Math.max(count, 10));
        const isEnough = addresses.length >= Math.max(count, 1);
        return isEnough && isMeant(known, caller) ? [{ caller, body: { [field(known)]: addresses } }] : [];
      }, delegated),
      { most: ofEach(1, delegated), ...more },
    );
  return [
    ...ofOrders('getWithdrawalState'),
    ...ofOrders('listWithdrawalStates'),
    step(
      'getWithdrawalState',
      'again',
      'of the same orders once more: whether they moved on meanwhile',
      forEach((known, caller) => {
        const seen = ordersOf(known, caller).slice(0, SEEN);
        const isAnswered = known.bodies('getWithdrawalState.seen', caller).length === seen.length;
        return isAnswered ? seen.map((ORDER_ID) => ({ caller, path: { ORDER_ID } })) : [];
      }, orders),
      { most: ofEach(SEEN, orders), ...point('getWithdrawalState') },
    ),
    step(
      'listWithdrawalStates',
      'again',
      'of the same orders once more, should the two not go together',
      forEach(
        (known, caller) =>
          ordersOf(known, caller)
            .slice(0, SEEN)
            .filter((order) => areApart(known, caller, order))
            .map((ORDER_ID) => ({ caller, path: { ORDER_ID } })),
        orders,
      ),
      { most: ofEach(SEEN, orders), ...point('listWithdrawalStates') },
    ),
    step(
      'getWithdrawalEventLogs',
      'seen',
      'of transactions in the chain that callbacks show',
      forEach((known, caller) => loggedOf(known, caller).map((txid) => ({ caller, query: [['txid', txid]] })), logged),
      { most: ofEach(1, logged) },
    ),
    step(
      'getWithdrawalEventLogs',
      'unknown',
      'of a transaction that there is not',
      forEach((known, caller) => {
        const isAnswered = known.bodies('getWithdrawalEventLogs.seen', caller).length > 0; // the currency has logs
        return isAnswered ? [{ caller, query: [['txid', NOTHING]] }] : [];
      }),
      { row: 'txid_not_found', most: ofEach(1, logged) },
    ),
    step(
      'getWithdrawalEventLogs',
      'missing',
      'without a transaction',
      forEach((known, caller) => (known.bodies('getWithdrawalEventLogs.seen', caller).length > 0 ? [{ caller }] : [])),
      { row: 'missing_parameter', most: ofEach(1, logged) },
    ),
    step(
      'checkWhitelistEntry',
      'seen',
      'of entries as the list has them',
      forEach(
        (known, caller) =>
          entriesOf(known, caller)
            .filter(({ address, state }) => typeof address === 'string' && state !== REMOVED)
            .slice(0, ENTRIES)
            .map(({ address, memo, user_id }) => ({ caller, body: { address, ...filled({ memo, user_id }) } })),
        whitelisted,
      ),
      { most: ofEach(ENTRIES, whitelisted), ...point('checkWhitelistEntry') },
    ),
    step(
      'checkWhitelistEntry',
      'alone',
      'of an address alone of which there are several entries',
      forEach((known, caller) => {
        const entries = entriesOf(known, caller);
        const addresses = entries.map(({ address }) => folded(address));
        const several = entries.find((_, i) => addresses.indexOf(addresses[i]) !== i);
        return several === undefined ? [] : [{ caller, body: { address: several.address } }];
      }, whitelisted),
      { most: ofEach(1, whitelisted), point: 'whitelist-lookup' },
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
      { most: ofEach(1, whitelisted), point: 'whitelist-lookup' },
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
    ofAddresses('seen', 'of addresses of the wallet', () => 'addresses', DELEGATED_FIELD),
    ofAddresses('other-spelling', 'of the same in the field `address`', () => 'address', DELEGATED_FIELD),
    ofAddresses('again', 'as at first, once more: whether they stayed the same meanwhile', takenBy),
    ofAddresses(
      'other-again',
      'of the same in the field `address` once more, should they be others there',
      () => 'address',
      {
        isMeant: areOthers,
      },
    ),
    ofAddresses('eleven', 'of one more than are taken', takenBy, { count: 11 }),
    step(
      BALANCES,
      'unknown',
      'of an address that there is not',
      forFirst((known, caller) => [{ caller, body: { [takenBy(known)]: [NOTHING] } }], delegated),
    ),
    step(
      BALANCES,
      'empty',
      'without addresses',
      forFirst((_, caller) => [{ caller, body: {} }], delegated),
      { row: 'malformed_body' },
    ),
    step(
      BALANCES,
      'kind',
      'of a wallet that is none with delegated addresses',
      (known) =>
        known.wallets
          .filter(({ kind }) => !delegated.includes(kind))
          .slice(0, 1)
          .map(({ place }) => ({ caller: place, body: { [takenBy(known)]: [NOTHING] } })),
      { row: 'not_found' },
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
      { most: ofEach(1, ['vault']) },
    ),
    step('listWalletBalances', 'behind', 'once more, behind the balances of vaults', (known) =>
      known.bodies('getVaultBalance.beside').length > 0 ? [{ caller: 'read-only' }] : [],
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
    step('getCurrencyPrices', 'several', 'in several legal tenders', pricesIn('USD,EUR')),
    step('getCurrencyPrices', 'other', 'in another than the default alone', pricesIn('EUR')),
  ];
}

const pricesIn =
  (tenders: string) =>
  (known: Known): Asked[] => {
    const caller = priceCaller(known);
    return caller === undefined ? [] : [{ caller, query: [['convert', tenders]] }];
  };

const filled = (fields: Seen): Seen => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
