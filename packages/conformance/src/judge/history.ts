/** The history of a withdrawal wallet, held against orders and callbacks of the same transactions. */
import { BY_INTERFACE, type Caller } from '@wallet-operations/transcript';
import { listsOf } from '../calls/list.ts';
import { ends } from './ends.ts';
import {
  assumedOf,
  byTransaction,
  callbacksOf,
  isAlike,
  isSame,
  isText,
  type Body,
  type Evidence,
  type Success,
} from './evidence.ts';
import { isOfAccounts } from './accounts.ts';
import { amountFacts } from './amounts.ts';
import { mostFact, type Fact } from './fact.ts';
import { gaps } from './gaps.ts';
import { isRoomy } from './whole.ts';
import { inChain, type Tied, type Told } from './tied.ts';

const ID = 'listWithdrawalHistory';

/** All of them. */
export const historyFacts = (evidence: Evidence): Fact[] => [
  ...ofOrders(evidence),
  // hours may lie between the lists of a recording
  ...(evidence.transcript.recorded === undefined ? callersOf(evidence).flatMap((one) => ofCaller(evidence, one)) : []),
];

const value = (
  about: string,
  isRight: boolean,
  right: string,
  wrong: string,
  points: readonly string[] = [],
): Fact => ({
  ...{ operationId: ID, kind: 'value', about, verdict: isRight ? 'agrees' : 'differs' },
  evidence: isRight ? right : wrong,
  ...(points.length > 0 && { points }),
});

const callersOf = ({ ok }: Evidence): Caller[] => [
  ...new Set(ok(`${ID}.plain`).map(({ exchange: { caller } }) => caller)),
];

/** The largest page of a wallet. */
const largestOf = ({ under }: Evidence, caller: Caller): Success | undefined =>
  under(`${ID}.`)
    .filter(({ exchange }) => exchange.caller === caller && /\.(plain|max\b.*)$/.test(exchange.step))
    .sort((a, b) => b.records.length - a.records.length)[0];

/** Its records. */
export const pageOf = (evidence: Evidence, caller: Caller): readonly Body[] =>
  largestOf(evidence, caller)?.records ?? [];

/** What is no such value at all is told of as its type. */
const isComparable = (name: string, ...records: readonly Body[]): boolean =>
  records.every(({ [name]: one }) => typeof one === 'string' && (name !== 'amount' || /^\d+(\.\d+)?$/.test(one)));

/** A withdrawal is the same in its order and in the history, where one record of it alone has its transaction and its address. */
function ofOrders(evidence: Evidence): Fact[] {
  const pairs = evidence.ok('getWithdrawalState.seen').flatMap(({ exchange, body }) => {
    const same = pageOf(evidence, exchange.caller).filter(
      ({ txid, to_address }) => txid !== '' && txid === body.txid && to_address === body.address,
    );
    const [record] = same;
    return record && same.length === 1 ? [{ order: body, record }] : [];
  });
  return ['amount', 'memo'].flatMap((name) =>
    pairs.length === 0
      ? []
      : [
          value(
            name,
            pairs.every(({ order, record }) => !isComparable(name, order, record) || isSame(order[name], record[name])),
            'that of the order',
            `${name} is another than that of the order`,
          ),
        ],
  );
}

function ofCaller(evidence: Evidence, caller: Caller): Fact[] {
  const rows = pageOf(evidence, caller);
  const told = [...toldOfOrders(evidence, caller), ...toldOfDeposits(evidence, caller)];
  const tied = told.flatMap((one): Tied[] => {
    const own = rows.filter((row) => isAlike(row.txid, one.txid) && row.to_address === one.to);
    return own.length === 0 ? [] : [{ ...one, rows: own }];
  });
  const whole = tied.filter((one) => isWholeOn(evidence, caller, one));
  return [
    ...gaps(evidence, caller, rows),
    ...recipients(told, rows),
    ...ofCallbacks(evidence, caller, tied, rows),
    ...spellings(tied),
    ...directions(whole),
    ...sources(whole),
    ...ends(evidence, caller, tied),
  ];
}

/**
 * Whether all records of a transaction are on the page: what a wallet pays to itself has one for each direction, and where there is no room for
 * more, the other may be on the next page, which begins in the block that this one ends with.
 */
function isWholeOn(evidence: Evidence, caller: Caller, { rows }: Tied): boolean {
  const page = largestOf(evidence, caller);
  const list = listsOf(evidence.service).find(({ name }) => name === ID);
  if (!page || !list || isRoomy(list, page)) return true;
  const last = page.records.at(-1);
  return rows.every((row) => row.block_height !== last?.block_height);
}

function toldOfOrders(evidence: Evidence, caller: Caller): Told[] {
  const callbacks = callbacksOf(evidence, caller).filter(
    ({ order_id }) => typeof order_id === 'string' && order_id !== '',
  );
  const orders = evidence.ok('listWithdrawalStates.seen', caller).flatMap(({ records }) => records);
  return [
    ...callbacks.flatMap((callback) => inChain(callback, callback.to_address, callback.block_height, true)),
    ...orders.flatMap((order) => inChain(order, order.address, order.in_chain_block, true)),
  ];
}

/** Deposits from outside: what the service moves itself, or one wallet or address pays to itself, may be told of in either direction. */
function toldOfDeposits(evidence: Evidence, caller: Caller): Told[] {
  const addresses = evidence
    .under('listDepositAddresses.')
    .filter(({ exchange }) => exchange.caller === caller)
    .flatMap(({ records }) => records.map(({ address }) => address));
  const callbacks = callbacksOf(evidence, caller);
  const withdrawn = new Set(callbacks.filter(({ order_id }) => order_id !== '').map(({ txid }) => txid));
  return callbacks
    .filter(({ type, order_id }) => order_id === '' && type === assumedOf(evidence, 'callback-type').deposit)
    .filter(
      ({ txid, from_address, to_address }) =>
        addresses.includes(to_address) && !addresses.includes(from_address) && !withdrawn.has(txid),
    )
    .flatMap((callback) => inChain(callback, callback.to_address, callback.block_height, false));
}

/** Who was paid pays nobody in the same transaction, and is the recipient of one of several at least. */
function recipients(told: readonly Told[], rows: readonly Body[]): Fact[] {
  const known = told.flatMap(({ txid, to, isOrder }) => {
    const own = rows.filter((row) => isAlike(row.txid, txid));
    const is = (name: string): boolean => own.some((row) => row[name] === to);
    return own.length === 0 ? [] : [{ txid, isOrder, isTo: is('to_address'), isFrom: is('from_address') }];
  });
  const isTurned = known.some(({ isTo, isFrom }) => isFrom && !isTo);
  const isNowhere = [true, false].some((isOrder) => {
    const own = known.filter((one) => one.isOrder === isOrder);
    return new Set(own.map(({ txid }) => txid)).size > 1 && !own.some(({ isTo }) => isTo);
  });
  return known.length === 0
    ? []
    : [
        value(
          ...(['to_address', !isTurned && !isNowhere, 'that of orders and callbacks'] as const),
          isTurned
            ? 'from_address is who was paid, by the order or callback of the same transaction, and to_address is somebody else'
            : 'to_address is nowhere who was paid, by orders and callbacks of the same transactions',
        ),
      ];
}

/**
 * Where one record of the history alone has the transaction and the recipient of callbacks, it says what they do. Amounts are those of deposits:
 * those of withdrawals are held against their orders.
 */
function ofCallbacks(evidence: Evidence, caller: Caller, tied: readonly Tied[], rows: readonly Body[]): Fact[] {
  const { service } = evidence;
  const callbacks = callbacksOf(evidence, caller);
  const [ofTransaction, rowsOf] = [byTransaction(callbacks), byTransaction(rows)];
  const pairs = tied.flatMap(({ txid, to, isOrder, rows: [row, ...others] }) => {
    const own = ofTransaction(txid).filter(({ to_address }) => to_address === to);
    const isOne = new Set(own.map(({ vout_index }) => String(vout_index))).size === 1;
    return row && others.length === 0 && isOne ? own.map((callback) => ({ row, callback, isOrder })) : [];
  });
  const fact = (name: string, some: readonly Readonly<Record<'row' | 'callback', Body>>[]): Fact[] => {
    const wrong = some
      .filter(({ row, callback }) => isComparable(name, row, callback))
      .map(({ row, callback }) => !isSame(row[name], callback[name]));
    return wrong.length === 0
      ? []
      : [mostFact(ID, name, wrong, 'that of callbacks', `${name} is another than that of callbacks`)];
  };
  const deposits = pairs.filter(({ isOrder }) => !isOrder);
  const given = callbacks.flatMap((callback) => {
    const [row, ...others] = rowsOf(callback.txid).filter(({ to_address }) => to_address === callback.to_address);
    const areGiven = isText(callback.from_address) && typeof row?.from_address === 'string';
    return row && others.length === 0 && areGiven && isOfAccounts(service, callback.currency)
      ? [{ row, callback }]
      : [];
  });
  const blocks = deposits
    .filter(({ row, callback }) => [row, callback].every(({ block_height }) => Number(block_height) > 0))
    .map(({ row, callback }) => Number(row.block_height) !== Number(callback.block_height));
  const named = deposits.map(({ row }) => row.source === BY_INTERFACE);
  return [
    ...amountFacts(evidence, caller, deposits),
    ...(blocks.length < 2
      ? []
      : [
          mostFact(
            ID,
            'block_height',
            blocks,
            'that of deposits',
            'block_height is another than that of most deposits',
          ),
        ]),
    ...fact('memo', pairs),
    ...(given.length < 2 ? [] : fact('from_address', given)),
    ...(named.length < 2
      ? []
      : [mostFact(ID, 'source', named, 'not of deposits', `source is ${BY_INTERFACE} of most deposits`)]),
  ];
}

function spellings(tied: readonly Tied[]): Fact[] {
  const isRight = tied.every(({ txid, rows }) => rows.some((row) => row.txid === txid));
  return tied.length === 0
    ? []
    : [
        value(
          'txid',
          isRight,
          'that of orders and callbacks',
          'txid is in another case than in orders or callbacks of the same transaction',
        ),
      ];
}

function directions(tied: readonly Tied[]): Fact[] {
  const known = tied.filter(({ rows }) => rows.every(({ out }) => typeof out === 'boolean'));
  const wrong = known.find(({ rows, isOrder }) => !rows.some(({ out }) => out === isOrder));
  return known.length === 0
    ? []
    : [
        value(
          'out',
          wrong === undefined,
          'that of orders and deposits',
          `out is ${String(wrong?.isOrder === false)} of a transaction that is ${wrong?.isOrder === true ? 'the withdrawal of an order' : 'a deposit'}`,
        ),
      ];
}

/** An order may be told of that was made elsewhere; but not each of them was. */
function sources(tied: readonly Tied[]): Fact[] {
  const given = tied
    .filter(({ isOrder }) => isOrder)
    .flatMap(({ rows }) => rows.flatMap(({ source }) => (typeof source === 'string' ? [source] : [])));
  return given.length === 0
    ? []
    : [
        value(
          'source',
          given.includes(BY_INTERFACE),
          `${BY_INTERFACE} of orders`,
          `source is ${BY_INTERFACE} of none of the transactions of orders`,
        ),
      ];
}
