/** How transactions ended: by the history, and by the orders and callbacks that are of the same block. */
import { isNode } from '@wallet-operations/validator';
import type { Caller } from '@wallet-operations/transcript';
import { listsOf } from '../calls/list.ts';
import { assumedOf, isAlike, isSame, type Body, type Evidence } from './evidence.ts';
import { mostFact, type Fact } from './fact.ts';
import { isRoomy } from './whole.ts';
import type { Tied } from './tied.ts';
import { timeOf } from './times.ts';

const ID = 'listWithdrawalHistory';

/** A transaction that another block took may have ended otherwise there, and that one may have the height of the first. */
export function ends(evidence: Evidence, caller: Caller, tied: readonly Tied[]): Fact[] {
  const names = numbersOfStates(evidence);
  const { failed } = stateNames(evidence.service);
  const nameOf = (number: unknown): string | undefined => Object.keys(names).find((name) => names[name] === number);
  const isExact = haveBlockTimes(evidence);
  const pairs = tied.flatMap(({ rows, block, at, state }) => {
    const name = nameOf(state);
    const isFailed = name === 'transactionFailed';
    const isIn = (row: Body): boolean =>
      isSame(row.block_height, block) && (!isExact || at === undefined || at === timeOf(row, 'block_time'));
    return isFailed || name === 'inChain' || name === 'confirmed'
      ? rows
          .filter((row) => isIn(row) && isLasting(evidence, caller, row))
          .map((row) => ({ isFailed, state: row.state }))
      : [];
  });
  const wrong = pairs.find(({ isFailed, state }) => typeof state === 'number' && (state === failed) !== isFailed);
  const said = `state is ${String(wrong?.state)} of a transaction that ${wrong?.isFailed === true ? 'failed' : 'succeeded'} by its order or callback`;
  return pairs.length === 0 || failed === undefined
    ? []
    : [
        {
          ...{ operationId: ID, kind: 'value', about: 'state', verdict: wrong ? 'differs' : 'agrees' },
          evidence: wrong ? said : 'failed or not, as orders and callbacks tell of it',
          points: ['callback-state', 'withdrawal-state'],
        },
      ];
}

/** What succeeded is in a block. */
export function successes({ ok, service }: Evidence): Fact[] {
  const { success } = stateNames(service);
  const wrong = ok(`${ID}.plain`).flatMap(({ records }) =>
    records.filter(({ state }) => state === success).map(({ block_height }) => Number(block_height) === 0),
  );
  const said = 'block_height is 0 of transactions that succeeded';
  return wrong.length < 2 ? [] : [mostFact(ID, 'block_height', wrong, 'that of a block, of what succeeded', said)];
}

/** Whether callbacks have the times that the history has of blocks: then one with another time tells of another block, whatever its height is. */
function haveBlockTimes({ ok, under }: Evidence): boolean {
  const keyOf = (record: Body, time: string): string =>
    [String(record.txid).toLowerCase(), record.block_height, timeOf(record, time)].join(' ');
  const blocks = new Set(under(`${ID}.`).flatMap(({ records }) => records.map((row) => keyOf(row, 'block_time'))));
  return ok('listCallbacks.plain').some(({ records }) => records.some((one) => blocks.has(keyOf(one, 'chain_at'))));
}

/**
 * Whether a record of the history is there as it was when that is read behind all that is held against it, or may be on its next page. Where that
 * was lost, nobody knows; in a recording there is none.
 */
export function isLasting({ service, ok, transcript }: Evidence, caller: Caller, row: Body): boolean {
  const list = listsOf(service).find(({ name }) => name === ID);
  const [later] = ok(`${ID}.later`, caller);
  if (!later || !list) return transcript.recorded !== undefined;
  const own = later.records.filter(({ txid }) => isAlike(txid, String(row.txid)));
  return own.length === 0 ? !isRoomy(list, later) : own.some((one) => isSame(one, row));
}

/** The numbers of states of orders and callbacks by their names, as the document assumes them. */
export const numbersOfStates = (evidence: Pick<Evidence, 'service'>): Readonly<Record<string, unknown>> => ({
  ...assumedOf(evidence, 'callback-state'),
  ...assumedOf(evidence, 'withdrawal-state'),
});

/** The states of the history by their names, as the document has them. */
export const stateNames = (service: Evidence['service']): Readonly<Record<string, number>> =>
  numbersNamed(service, 'WithdrawalHistoryState');

/** The numbers of a schema of the document by their names. */
export function numbersNamed({ document }: Evidence['service'], name: string): Readonly<Record<string, number>> {
  const { schemas } = isNode(document.components) ? document.components : {};
  const schema = isNode(schemas) && isNode(schemas[name]) ? schemas[name] : {};
  const { enum: numbers, 'x-enum-varnames': names } = schema;
  return Array.isArray(numbers) && Array.isArray(names)
    ? Object.fromEntries(names.map((name, i) => [String(name), Number(numbers[i])]))
    : {};
}
