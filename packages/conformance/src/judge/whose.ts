/** Whose records a wallet's answers have: what another sent or got is told of there, and not here. */
import type { Caller } from '@wallet-operations/transcript';
import { folded } from '../calls/addresses.ts';
import { assumedOf, callbacksOf, isText, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { doubted, madeBy, mostFact, valueFact as value, type Fact } from './fact.ts';
import { listed, recordsOfOwn } from './listed.ts';

const [HISTORY, CALLBACKS] = ['listWithdrawalHistory', 'listCallbacks'];

/** All of them. */
export const ownerFacts = (evidence: Evidence): Fact[] => [
  ...ofOtherChains(evidence),
  ...ofOtherWallets(evidence),
  ...creditedTwice(evidence),
  ...creditedBack(evidence),
];

/** A fact that two that are wrong make a difference, and one alone a doubt. */
function fewFact(operationId: string, about: string, wrong: number, right: string, said: string): Fact {
  const fact = value(operationId, about, wrong < 2, right, said);
  return wrong === 1 ? doubted(fact, said) : fact;
}

/** A transaction is on one chain: what one wallet sent is in the history of none of another currency. */
function ofOtherChains(evidence: Evidence): Fact[] {
  const sent = evidence.ok(`${HISTORY}.plain`).flatMap((answer) => {
    const [currency] = recordsOfOwn(evidence, answer).map((wallet) => wallet.currency);
    return typeof currency === 'number'
      ? answer.records.filter(({ txid, out }) => isText(txid) && out === true).map(({ txid }) => ({ txid, currency }))
      : [];
  });
  const chains = new Map<unknown, Set<number>>();
  for (const { txid, currency } of sent) chains.set(txid, (chains.get(txid) ?? new Set()).add(currency));
  const wrong = [...chains.values()].filter(({ size }) => size > 1).length;
  const said = 'a transaction is in the histories of wallets of two currencies';
  // one alone may have been sent to two chains that know it by one ID
  return new Set(sent.map(({ currency }) => currency)).size < 2
    ? []
    : [fewFact(HISTORY, 'txid', wrong, 'of one currency', said)];
}

/** The addresses that a wallet's own list has. */
const addressesOf = ({ under }: Evidence, caller: Caller): ReadonlySet<unknown> =>
  new Set(
    under('listDepositAddresses.')
      .filter(({ exchange }) => exchange.caller === caller)
      .flatMap(({ records }) => records.map(({ address }) => folded(address))),
  );

/** The same, with those that the lists of wallets have of it. */
const allOf = (evidence: Evidence, answer: Success): ReadonlySet<unknown> =>
  addressesOf(evidence, answer.exchange.caller).union(
    new Set(recordsOfOwn(evidence, answer).map(({ address }) => folded(address))),
  );

/** What leaves a wallet is not paid by another one's address, and what comes in not to that. One that no list has may share that of its parent. */
function ofOtherWallets(evidence: Evidence): Fact[] {
  const all = listed(evidence).flatMap(({ address }) => (isText(address) ? [folded(address)] : []));
  return evidence.ok(`${HISTORY}.plain`).flatMap((answer) => {
    const records = recordsOfOwn(evidence, answer);
    const others = new Set<unknown>(all).difference(allOf(evidence, answer));
    const fact = (name: string, isOut: boolean): Fact[] => {
      const wrong = answer.records
        .filter(({ out, [name]: address }) => out === isOut && isText(address))
        .map(({ [name]: address }) => others.has(folded(address)));
      const said = `${name} is that of another wallet`;
      return records.length === 0 || wrong.length < 2
        ? []
        : [mostFact(HISTORY, name, wrong, 'no other wallet’s', said)];
    };
    return [...fact('from_address', true), ...fact('to_address', false)];
  });
}

/** A deposit that another wallet tells of, to an address of its list, is none to a wallet whose list does not have that. */
function creditedTwice(evidence: Evidence): Fact[] {
  const { deposit } = assumedOf(evidence, 'callback-type');
  const keyOf = ({ txid, vout_index, to_address }: Body): string => [txid, vout_index, to_address].map(shown).join(' ');
  const callers = new Set(evidence.ok(`${CALLBACKS}.plain`).map(({ exchange: { caller } }) => caller));
  const told = [...callers].map((caller) => ({
    made: addressesOf(evidence, caller),
    deposits: new Map(
      callbacksOf(evidence, caller)
        .filter(({ type, order_id }) => type === deposit && order_id === '')
        .filter(({ to_address, txid }) => isText(to_address) && isText(txid))
        .map((record) => [keyOf(record), folded(record.to_address)]),
    ),
  }));
  const wrong = told
    .filter(({ made }) => made.size > 0)
    .flatMap((own) =>
      told.flatMap((other) =>
        [...own.deposits].filter(
          ([key, address]) => other.deposits.has(key) && other.made.has(address) && !own.made.has(address),
        ),
      ),
    );
  const said = 'a deposit to an address of another wallet, which that tells of, is told of here as well';
  return told.length < 2
    ? []
    : madeBy('callback-type', [fewFact(CALLBACKS, 'to_address', wrong.length, 'no address of another wallet', said)]);
}

/** What an order pays to somebody else is no deposit of the wallet that pays it: who credits by callbacks would credit a payout. */
function creditedBack(evidence: Evidence): Fact[] {
  const { deposit } = assumedOf(evidence, 'callback-type');
  const keyOf = ({ txid, to_address }: Body): string => [String(txid).toLowerCase(), folded(to_address)].join(' ');
  const wrong = evidence.ok(`${CALLBACKS}.plain`).flatMap((answer) => {
    const made = allOf(evidence, answer);
    const paid = new Set(answer.records.filter(({ order_id }) => isText(order_id)).map(keyOf));
    return answer.records
      .filter(({ type, order_id, txid }) => type === deposit && order_id === '' && isText(txid))
      .filter((record) => paid.has(keyOf(record)) && !made.has(folded(record.to_address)));
  });
  const said = 'a deposit is told of that is the payment of an order, to none of the addresses of the wallet';
  const right = 'no deposit of what an order pays to others';
  return madeBy('callback-type', [fewFact(CALLBACKS, 'type', wrong.length, right, said)]);
}
