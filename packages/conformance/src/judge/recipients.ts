/** Who is paid, by the history, and by the orders and callbacks of the same transactions. */
import type { Caller } from '@wallet-operations/transcript';
import { stateNames } from './ends.ts';
import { assumedOf, byTransaction, callbacksOf, isText, type Body, type Evidence } from './evidence.ts';
import { doubtOf, madeBy, mostFact, valueFact, type Fact } from './fact.ts';
import type { Told } from './tied.ts';

const ID = 'listWithdrawalHistory';

/** All of them, of a wallet. */
export const recipientFacts = (
  evidence: Evidence,
  caller: Caller,
  told: readonly Told[],
  rows: readonly Body[],
): Fact[] => [...recipients(told, rows), ...recipientsOfDeposits(evidence, caller, rows)];

/** Who was paid pays nobody in the same transaction, and is the recipient of one of several at least. */
function recipients(told: readonly Told[], rows: readonly Body[]): Fact[] {
  const rowsOf = byTransaction(rows);
  const known = told.flatMap(({ txid, to, isOrder }) => {
    const own = rowsOf(txid);
    const is = (name: string): boolean => own.some((row) => row[name] === to);
    return own.length === 0 ? [] : [{ txid, isOrder, isTo: is('to_address'), isFrom: is('from_address') }];
  });
  const isTurned = known.some(({ isTo, isFrom }) => isFrom && !isTo);
  const turned =
    'from_address is who was paid, by the order or callback of the same transaction, and to_address is somebody else';
  const nowhere = 'to_address is not who was paid, by orders and callbacks of the same transactions';
  return known.length === 0
    ? []
    : [
        valueFact(ID, 'to_address', !isTurned, 'that of orders and callbacks', turned),
        ...[true, false].flatMap((isOrder) => {
          const own = [
            ...Map.groupBy(
              known.filter((one) => one.isOrder === isOrder),
              ({ txid }) => txid,
            ).values(),
          ];
          const wrong = own.map((group) => !group.some(({ isTo }) => isTo));
          return wrong.length < 2 ? [] : [mostFact(ID, 'to_address', wrong, 'that of orders and callbacks', nowhere)];
        }),
      ];
}

/** A deposit that has one record in the history, with an address of the wallet's list, was paid to that by its callback as well. */
function recipientsOfDeposits(evidence: Evidence, caller: Caller, rows: readonly Body[]): Fact[] {
  const { deposit } = assumedOf(evidence, 'callback-type');
  const lists = evidence.under('listDepositAddresses.').filter(({ exchange }) => exchange.caller === caller);
  const made = new Set(lists.flatMap(({ records }) => records.map(({ address }) => address)));
  const rowsOf = byTransaction(rows.filter(({ state }) => state === stateNames(evidence.service).success));
  const byOutput = Map.groupBy(
    callbacksOf(evidence, caller).filter(({ type, order_id }) => type === deposit && order_id === ''),
    ({ txid }) => txid,
  );
  const wrong = [...byOutput].flatMap(([txid, own]) => {
    const [row, ...others] = rowsOf(txid);
    const isOne = new Set(own.map(({ vout_index }) => vout_index)).size === 1;
    return isOne && row?.out === false && others.length === 0 && made.has(row.to_address)
      ? [own.every(({ to_address }) => isText(to_address) && !made.has(to_address))]
      : [];
  });
  const said = 'to_address of deposits is another than in the history';
  return wrong.length < 2
    ? []
    : madeBy('callback-type', [
        mostFact('listCallbacks', 'to_address', wrong, 'that of the history', said),
        ...(wrong.includes(true) ? [doubtOf(ID, 'to_address', said)] : []),
      ]);
}
