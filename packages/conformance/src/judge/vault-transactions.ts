/** Transactions of a vault, each held against itself and the others: what they moved, and when. */
import { areLongApart } from '@wallet-operations/transcript';
import { amountIn, isNothing, isScaled } from './amounts.ts';
import { isText, type Body, type Evidence } from './evidence.ts';
import { mostFact, type Fact } from './fact.ts';
import { numbersNamed } from './ends.ts';
import { timeOf } from './times.ts';

const ID = 'listVaultHistory';

/** All of them. */
export const vaultTransactionFacts = ({ ok, service }: Evidence): Fact[] =>
  ok(`${ID}.plain`).flatMap(({ records }) => [
    ...amounts(records),
    ...transactions(records),
    ...executed(records, numbersNamed(service, 'VaultTransactionState')),
  ]);

/** States of what has not been approved, or never is. */
const UNAPPROVED = ['waitApproval', 'rejected', 'nextLevel', 'cancelled'];

/** What is not approved moved nothing. */
function executed(records: readonly Body[], states: Readonly<Record<string, number>>): Fact[] {
  const numbers = UNAPPROVED.map((name) => states[name]);
  const wrong = records
    .filter(({ state }) => typeof state === 'number' && numbers.includes(state))
    .map(
      (record) =>
        isText(record.txid) &&
        amountIn(record.real_amount) !== undefined &&
        timeOf(record, 'transaction_time') !== undefined,
    );
  const said = 'state is that of what was not approved, and there is a transaction with its time and its amount';
  return wrong.length < 2
    ? []
    : [mostFact(ID, 'state', wrong, 'of what moved nothing, where it is not approved', said)];
}

/** What moved something was to move something, and in the same unit. */
function amounts(records: readonly Body[]): Fact[] {
  const wrong = records
    .filter(({ amount, real_amount }) => typeof amount === 'string' && amountIn(real_amount))
    .map(({ amount, real_amount }) => isNothing(amount) || isScaled(amount, real_amount));
  const said = 'amount is nothing, or that of real_amount in another unit';
  return wrong.length < 2 ? [] : [mostFact(ID, 'amount', wrong, 'more than nothing, as real_amount is', said)];
}

/** One transaction may be that of a batch; what was made and moved hours apart is none. */
function transactions(records: readonly Body[]): Fact[] {
  const sent = records.filter(({ txid }) => isText(txid));
  const groups = [...Map.groupBy(sent, ({ txid }) => String(txid).toLowerCase()).values()];
  const wrong = groups
    .filter(({ length }) => length > 2)
    .map((group) => ['create_time', 'transaction_time'].every((name) => areApart(group, name)));
  const said = 'txid is that of transactions that were made and moved at other times';
  return wrong.length === 0 ? [] : [mostFact(ID, 'txid', wrong, 'of what moved at one time', said)];
}

function areApart(records: readonly Body[], name: string): boolean {
  const times = records.flatMap((record) => timeOf(record, name) ?? []);
  return times.length > 2 && areLongApart(Math.min(...times), Math.max(...times));
}
