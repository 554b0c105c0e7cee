/** The history of a withdrawal wallet, held against orders and callbacks of the same transactions. */
import { BY_INTERFACE, type Caller } from '@wallet-operations/transcript';
import { listsOf } from '../calls/list.ts';
import { ends, isLasting, successes } from './ends.ts';
import {
  assumedOf,
  byTransaction,
  callbacksOf,
  isSame,
  isText,
  shown,
  type Body,
  type Evidence,
  type Success,
} from './evidence.ts';
import { isOfAccounts } from './accounts.ts';
import { amountFacts, isNothing } from './amounts.ts';
import { areMost, doubted, doubtOf, mostFact, type Fact } from './fact.ts';
import { areSorted, gaps } from './gaps.ts';
import { isRoomy } from './whole.ts';
import { recordsOfOwn } from './listed.ts';
import { recipientFacts } from './recipients.ts';
import { inChain, type Tied, type Told } from './tied.ts';

const ID = 'listWithdrawalHistory';

/** All of them. */
export const historyFacts = (evidence: Evidence): Fact[] => [
  ...ofOrders(evidence),
  // hours may lie between the lists of a recording
  ...(evidence.transcript.recorded === undefined
    ? [...callersOf(evidence).flatMap((one) => ofCaller(evidence, one)), ...sources(evidence), ...successes(evidence)]
    : []),
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

/** Who has a history. */
export const callersOf = ({ ok }: Evidence): Caller[] => [
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
    const isAll = wholeOn(evidence, exchange.caller)(same);
    return record && same.length === 1 && isAll ? [{ order: body, record }] : [];
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
  const [tied, ofTransaction] = [tiedTo(rows, told), byTransaction(rows)];
  const isWhole = wholeOn(evidence, caller);
  const whole = tied.filter((one) => isWhole(one.rows));
  return [
    ...gaps(evidence, caller, rows),
    ...recipientFacts(
      evidence,
      caller,
      told.filter(({ txid }) => isWhole(ofTransaction(txid))),
      rows,
    ),
    ...ofCallbacks(evidence, caller, whole, rows),
    ...spellings(tied),
    ...directions(whole),
    ...ends(evidence, caller, tied),
  ];
}

/** What is told of transactions that the history has, with its records of them. */
function tiedTo(rows: readonly Body[], told: readonly Told[]): Tied[] {
  const rowsOf = byTransaction(rows);
  return told.flatMap((one) => {
    const own = rowsOf(one.txid).filter((row) => row.to_address === one.to);
    return own.length === 0 ? [] : [{ ...one, rows: own }];
  });
}

/**
 * Whether all records of a transaction are on the page: what a wallet pays to itself has one for each direction, and where there is no room for
 * more, the other may be on the next page: on any, where records come in no order of blocks, or else in the block that this one ends with.
 */
function wholeOn(evidence: Evidence, caller: Caller): (rows: readonly Body[]) => boolean {
  const page = largestOf(evidence, caller);
  const list = listsOf(evidence.service).find(({ name }) => name === ID);
  if (!page || !list || isRoomy(list, page)) return () => true;
  const last = page.records.at(-1);
  const isSorted = areSorted(page.records);
  return (rows) => isSorted && rows.every((row) => row.block_height !== last?.block_height);
}

function toldOfOrders(evidence: Evidence, caller: Caller): Told[] {
  const callbacks = callbacksOf(evidence, caller).filter(
    ({ order_id }) => typeof order_id === 'string' && order_id !== '',
  );
  const orders = evidence.ok('listWithdrawalStates.seen', caller).flatMap(({ records }) => records);
  // which of two is wrong where a callback pays another than its order does the orders tell
  const isRight = callbacks.every(({ order_id, to_address }) =>
    orders.every((order) => order.order_id !== order_id || order.address === to_address),
  );
  return [
    ...(isRight ? callbacks : []).flatMap((callback) =>
      inChain(callback, callback.to_address, callback.block_height, true),
    ),
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
  const sent = callbacks.filter(({ order_id }) => order_id !== '');
  const withdrawn = new Set(sent.map(({ txid }) => txid));
  const paying = new Set(sent.map(({ from_address }) => from_address).filter(isText));
  return callbacks
    .filter(({ type, order_id }) => order_id === '' && type === assumedOf(evidence, 'callback-type').deposit)
    .filter(
      ({ txid, from_address, to_address }) =>
        addresses.includes(to_address) &&
        !addresses.includes(from_address) &&
        !paying.has(String(from_address)) &&
        !withdrawn.has(txid),
    )
    .flatMap((callback) => inChain(callback, callback.to_address, callback.block_height, false));
}

/** What the history has otherwise than callbacks: which of them is wrong nobody knows, so that those agree no more. */
const ofBoth = (name: string, wrong: readonly boolean[], right: string, said: string): Fact[] =>
  wrong.length === 0
    ? []
    : [mostFact(ID, name, wrong, right, said), ...(wrong.includes(true) ? [doubtOf('listCallbacks', name, said)] : [])];

/** Where one record of the history alone has the transaction and the recipient of callbacks of one order or deposit, it says what they do. */
function ofCallbacks(evidence: Evidence, caller: Caller, tied: readonly Tied[], rows: readonly Body[]): Fact[] {
  const { service } = evidence;
  const callbacks = callbacksOf(evidence, caller);
  const [ofTransaction, rowsOf] = [byTransaction(callbacks), byTransaction(rows)];
  const pairs = tied.flatMap(({ txid, to, isOrder, rows: [row, ...others] }) => {
    const own = ofTransaction(txid).filter(({ to_address }) => to_address === to);
    const isOne = new Set(own.map(({ vout_index, order_id }) => `${String(vout_index)} ${shown(order_id)}`)).size === 1;
    return row && others.length === 0 && isOne ? own.map((callback) => ({ row, callback, isOrder })) : [];
  });
  const fact = (name: string, some: readonly Readonly<Record<'row' | 'callback', Body>>[]): Fact[] => {
    const wrong = some
      .filter(({ row, callback }) => isComparable(name, row, callback))
      .map(({ row, callback }) => !isSame(row[name], callback[name]));
    return ofBoth(name, wrong, 'that of callbacks', `${name} is another than that of callbacks`);
  };
  const [withdrawals, deposits] = [true, false].map((isOf) => pairs.filter(({ isOrder }) => isOrder === isOf)) as [
    typeof pairs,
    typeof pairs,
  ];
  // of a token callbacks may name that, and the lists name its chain
  const [page] = evidence.ok(`${ID}.plain`, caller);
  const lists = page ? recordsOfOwn(evidence, page) : [];
  const chains = lists.map(({ currency_name }) => currency_name);
  const isOfToken = lists.some(({ token_contract_address }) => isText(token_contract_address));
  const given = callbacks.flatMap((callback) => {
    const [row, ...others] = rowsOf(callback.txid).filter(({ to_address }) => to_address === callback.to_address);
    const areGiven = isText(callback.from_address) && typeof row?.from_address === 'string';
    return row &&
      others.length === 0 &&
      areGiven &&
      [callback.currency, ...chains].some((one) => isOfAccounts(service, one))
      ? [{ row, callback }]
      : [];
  });
  /** Of a transaction that left its block there are callbacks of that, too, and maybe none yet of the one it is in now. */
  const blocksOf = (some: typeof pairs, of: string): Fact[] => {
    const packed = some
      .filter(({ row, callback }) => [row, callback].every(({ block_height }) => Number(block_height) > 0))
      .filter(({ row }) => isLasting(evidence, caller, row)); // others moved on before callbacks were read
    const wrong = [...Map.groupBy(packed, ({ row }) => row)].map(
      ([row, own]) => !own.some(({ callback }) => Number(row.block_height) === Number(callback.block_height)),
    );
    const said = `block_height is another than that of most ${of}`;
    return wrong.length < 2 ? [] : ofBoth('block_height', wrong, `that of ${of}`, said);
  };
  // what a token's withdrawal costs may be told of elsewhere, and of several in one transaction of one alone
  const fees = withdrawals
    .filter(({ row }) => rowsOf(row.txid).length === 1 && !isOfToken)
    .map(
      ({ row, callback }) =>
        (isNothing(row.fee) || row.fee === '') !== (isNothing(callback.fees) || callback.fees === ''),
    );
  const free = 'fee is nothing in one of the history and callbacks, and something in the other';
  const named = deposits.map(({ row }) => row.source === BY_INTERFACE);
  return [
    ...amountFacts(evidence, caller, deposits, 'deposits'),
    ...amountFacts(evidence, caller, withdrawals, 'withdrawals'),
    ...blocksOf(deposits, 'deposits'),
    ...blocksOf(withdrawals, 'withdrawals'),
    ...(fees.length > 1 && areMost(fees) ? [doubtOf(ID, 'fee', free), doubtOf('listCallbacks', 'fees', free)] : []),
    ...fact('memo', deposits),
    ...fact('memo', withdrawals),
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
          wrong?.isOrder === false ? ['callback-type'] : [],
        ),
      ];
}

/** An order may be told of that was made elsewhere, as all of a wallet may be; but not each of all wallets was. */
function sources(evidence: Evidence): Fact[] {
  const told = callersOf(evidence)
    .map((caller) => {
      const rows = tiedTo(pageOf(evidence, caller), toldOfOrders(evidence, caller)).flatMap((one) => one.rows);
      return [...new Set(rows)].filter(({ source }) => typeof source === 'string');
    })
    .filter(({ length }) => length > 0);
  const given = told.map((rows) => rows.some(({ source }) => source === BY_INTERFACE));
  const said = `source is ${BY_INTERFACE} of none of the transactions of orders`;
  const isSomewhere = callersOf(evidence).some((caller) =>
    pageOf(evidence, caller).some(({ source, out }) => source === BY_INTERFACE && out === true),
  );
  const isNamed = given.includes(true) || isSomewhere;
  if (given.length === 0) return [];
  if (!isNamed && told.flat().length < 2) return [doubtOf(ID, 'source', said)];
  const fact = value('source', isNamed, `${BY_INTERFACE} of orders`, said);
  return [given.includes(false) ? doubted(fact, `${said} of a wallet`) : fact];
}
