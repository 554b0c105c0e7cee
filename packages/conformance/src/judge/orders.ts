/** Orders, by all that tells of their transactions: each has its own, and is paid by one of them. */
import type { Caller } from '@wallet-operations/transcript';
import { pageOf } from './history.ts';
import { numbersOfStates, stateNames } from './ends.ts';
import { assumedOf, byTransaction, callbacksOf, isSame, isText, shown, type Evidence } from './evidence.ts';
import { doubtOf, mostFact, severalFacts, valueFact as value, type Fact } from './fact.ts';

const STATES = 'listWithdrawalStates';

/** All of them. */
export const orderFacts = (evidence: Evidence): Fact[] => [
  ...withoutStates(evidence),
  ...lacking(evidence),
  ...toldOfStrangers(evidence),
  ...paysOtherwise(evidence),
  ...statesTwice(evidence),
  ...paidTwice(evidence),
  ...succeededTwice(evidence),
];

/** An order that has a transaction, by its other query or by a callback, has a state. */
function withoutStates(evidence: Evidence): Fact[] {
  const known = evidence.ok(`${STATES}.seen`).flatMap(({ exchange: { caller, request }, records }) => {
    const { ORDER_ID } = request.path;
    const others = [
      ...evidence
        .ok('getWithdrawalState.seen', caller)
        .filter(({ exchange }) => exchange.request.path.ORDER_ID === ORDER_ID)
        .map(({ body }) => body),
      ...callbacksOf(evidence, caller).filter(({ order_id }) => order_id === ORDER_ID),
    ];
    return others.some(({ txid }) => isText(txid)) ? [records.length > 0] : [];
  });
  return known.length === 0
    ? []
    : [
        value(
          STATES,
          'transactions',
          known.every(Boolean),
          'there, as elsewhere',
          'there is none of an order of which another answer has a transaction',
        ),
      ];
}

/** Whether the history of a wallet has a transaction as a withdrawal that succeeded. */
function succeededIn(evidence: Evidence, caller: Caller): (txid: unknown) => boolean {
  const { success } = stateNames(evidence.service);
  const rowsOf = byTransaction(pageOf(evidence, caller));
  return (txid) => rowsOf(txid).some(({ state, out }) => state === success && out === true);
}

/** A transaction that the history has as a success, and a callback as that of an order, is one of the order's. */
function lacking(evidence: Evidence): Fact[] {
  const known = evidence.ok(`${STATES}.seen`).flatMap(({ exchange: { caller, request }, records }) => {
    const hasSucceeded = succeededIn(evidence, caller);
    const own = byTransaction(records);
    return callbacksOf(evidence, caller)
      .filter(({ order_id, txid }) => order_id === request.path.ORDER_ID && isText(txid) && hasSucceeded(txid))
      .map(({ txid }) => own(txid).length > 0);
  });
  const said = 'a transaction of an order, by its callback, that the history has as a success is not there';
  return known.length === 0 ? [] : [value(STATES, 'transactions', known.every(Boolean), 'there, as elsewhere', said)];
}

/** What callbacks of an order tell of is one of its transactions: another may have taken its place since, but not of most. */
function toldOfStrangers(evidence: Evidence): Fact[] {
  const wrong = evidence.ok(`${STATES}.seen`).flatMap(({ exchange: { caller, request }, records }) => {
    const own = byTransaction(records);
    const told = callbacksOf(evidence, caller).filter(
      ({ order_id, txid }) => order_id === request.path.ORDER_ID && isText(txid),
    );
    const isKnown = told.length > 0 && records.some(({ txid }) => isText(txid));
    return isKnown ? [told.every(({ txid }) => own(txid).length === 0)] : [];
  });
  const said = 'a callback of an order tells of a transaction that is none of those of all its states';
  return severalFacts('listCallbacks', 'txid', wrong, 'one of all states of its order', said);
}

/** Every transaction of an order pays what that asks for: of one that was replaced, nobody says that it is told as it was. */
const paysOtherwise = ({ ok }: Evidence): Fact[] =>
  (['amount', 'address', 'memo'] as const).flatMap((name) => {
    const said = `${name} is another in two transactions of one order`;
    const isAny = ok(`${STATES}.seen`).some(({ records }) =>
      records.some((record) => typeof record[name] === 'string' && !isSame(record[name], records[0]?.[name])),
    );
    return isAny ? [STATES, 'getWithdrawalState'].map((id) => doubtOf(id, name, said)) : [];
  });

/** One transaction is in one state but once, unless another block took it. */
function statesTwice({ ok }: Evidence): Fact[] {
  const lists = ok(`${STATES}.seen`).map(({ records }) =>
    records
      .filter(({ txid }) => isText(txid))
      .map(({ txid, state, in_chain_block }) => [txid, state, in_chain_block].map(shown).join(' ')),
  );
  return lists.every(({ length }) => length === 0)
    ? []
    : [
        value(
          STATES,
          'txid',
          lists.every((list) => new Set(list).size === list.length),
          'each once in a state',
          'a transaction is listed twice in the same state',
        ),
      ];
}

/** States of a transaction that paid its order. */
const PAID = ['inChain', 'confirmed'];

/** An order is paid once: of two transactions of its whole amount that are in the chain one failed, and says so. */
function paidTwice(evidence: Evidence): Fact[] {
  const names = numbersOfStates(evidence);
  const paid = PAID.map((name) => names[name]);
  const { failed } = stateNames(evidence.service);
  const known = evidence.ok(`${STATES}.seen`).map(({ exchange: { caller }, records }) => {
    const rowsOf = byTransaction(pageOf(evidence, caller));
    const own = records.filter(
      ({ txid, state, in_chain_block }) =>
        isText(txid) &&
        Number(in_chain_block) > 0 &&
        paid.includes(state) &&
        !rowsOf(txid).some((row) => row.state === failed),
    );
    const different = new Map(own.map((record) => [String(record.txid).toLowerCase(), record]));
    const [first, ...others] = [...different.values()];
    return !others.some(({ amount, address }) => isSame(amount, first?.amount) && address === first?.address);
  });
  const fact = value(
    ...([STATES, 'transactions', known.every(Boolean), 'one of each order paid it'] as const),
    'two transactions of one order are in the chain, and each paid its whole amount',
  );
  return known.length === 0 ? [] : [{ ...fact, points: ['callback-state', 'withdrawal-state'] }];
}

/**
 * Of one order no two transactions succeeded. Where callbacks alone tell of two in the chain, one of them may have left it again: but not of most
 * orders.
 */
function succeededTwice(evidence: Evidence): Fact[] {
  const { withdrawal } = assumedOf(evidence, 'callback-type'); // what the service moves itself may share an ID
  const callers = evidence.ok('listCallbacks.plain').map(({ exchange: { caller } }) => caller);
  const known = [...new Set(callers)].flatMap((caller) => {
    const hasSucceeded = succeededIn(evidence, caller);
    const packed = callbacksOf(evidence, caller).filter(
      ({ type, order_id, txid, block_height }) =>
        type === withdrawal && isText(order_id) && isText(txid) && Number(block_height) > 0,
    );
    return [...Map.groupBy(packed, ({ order_id }) => order_id).values()].map((own) => {
      const ofTransaction = new Map(own.map((record) => [String(record.txid).toLowerCase(), record]));
      const [first, ...others] = ofTransaction.values();
      const again = others.filter((one) =>
        ['amount', 'to_address', 'state'].every((name) => isSame(one[name], first?.[name])),
      );
      return { isTwice: again.length > 0, isCertain: [...ofTransaction.keys()].filter(hasSucceeded).length > 1 };
    });
  });
  const said = 'two transactions of one order are in the chain';
  const right = 'that of one transaction';
  if (known.some(({ isCertain }) => isCertain)) return [value('listCallbacks', 'order_id', false, right, said)];
  const all = known.map(({ isTwice }) => isTwice);
  return all.length < 2 ? [] : [mostFact('listCallbacks', 'order_id', all, right, said)];
}
