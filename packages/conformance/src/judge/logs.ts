/** Events of a withdrawal, held against each other and against what else tells of its transaction. */
import type { Caller } from '@wallet-operations/transcript';
import { rowsIn } from './errors.ts';
import { callbacksOf, isAlike, isSame, shown, type Body, type Evidence } from './evidence.ts';
import { severalFacts, valueFact as value, type Fact } from './fact.ts';
import { pageOf } from './history.ts';

const ID = 'getWithdrawalEventLogs';

/** All of them. */
export const logFacts = (evidence: Evidence): Fact[] => [
  ...logBlocks(evidence),
  ...logPlaces(evidence),
  ...removedLogs(evidence),
  ...unknownLogs(evidence),
];

/** Of events: what is the same wherever another is. */
const SAME: readonly (readonly [field: string, of: string])[] = [
  ['block_hash', 'block_number'],
  ['block_number', 'block_hash'],
  ['tx_index', 'tx_hash'],
];

/** One block has one hash, a transaction one place in it, and an event, too. */
function logPlaces({ by }: Evidence): Fact[] {
  // what was removed is of a block that is gone
  const lists = by(ID).map(({ records }) => records.filter(({ removed }) => removed !== true));
  const placeOf = ({ block_hash, index }: Body): string => [block_hash, index].map(shown).join(' ');
  const isOne = (records: readonly Body[], field: string, of: string): boolean =>
    [...Map.groupBy(records, (record) => shown(record[of])).values()].every(
      (group) => new Set(group.map((record) => shown(record[field]))).size === 1,
    );
  const several = lists.filter(({ length }) => length > 1);
  if (several.length === 0) return [];
  const isPlaced = several.every((records) => new Set(records.map(placeOf)).size === records.length);
  return [
    value(ID, 'index', isPlaced, 'another of each event of a block', 'two events of a block have one index'),
    ...SAME.map(([field, of]) => {
      const isRight = several.every((records) => isOne(records, field, of));
      const said = `the same of one ${of}`;
      return value(ID, field, isRight, said, `${field} is another of events that have one ${of}`);
    }),
  ];
}

/** Other answers that tell the block of a transaction, by the field that has it. */
const BLOCKS: Readonly<Record<string, string>> = {
  'listCallbacks.': 'block_height',
  'listWithdrawalHistory.': 'block_height',
  'getWithdrawalState.': 'in_chain_block',
  'listWithdrawalStates.': 'in_chain_block',
};

/** The events of a transaction are in a block that its callbacks name, or that another answer does: it may have come into one behind them. */
function logBlocks(evidence: Evidence): Fact[] {
  const { ok, under } = evidence;
  return ok(`${ID}.seen`).flatMap(({ exchange: { caller, request }, records }): Fact[] => {
    const isOwn = ({ txid }: Body): boolean => txid === request.query.txid;
    const callbacks = callbacksOf(evidence, caller);
    const logs = records.filter(({ removed }) => removed !== true); // what was removed is of a block that is gone
    if (logs.length === 0 || !callbacks.some((one) => isOwn(one) && Number(one.block_height) > 0)) return [];
    const heights = Object.entries(BLOCKS).flatMap(([steps, field]) =>
      under(steps)
        .filter(({ exchange }) => exchange.caller === caller)
        .flatMap((answer) => [answer.body, ...answer.records])
        .filter(isOwn)
        .map(({ [field]: height }) => height),
    );
    const isRight = logs.every(({ block_number }) => heights.some((height) => isSame(height, block_number)));
    // of a recording nothing was asked once more
    if (!isRight && evidence.transcript.recorded === undefined && !isStillIn(evidence, caller, records))
      return [
        {
          ...{ operationId: ID, kind: 'value', about: 'block_number' },
          ...{ verdict: 'not observable', evidence: 'the block changed meanwhile' },
        },
      ];
    return [
      value(
        ...([ID, 'block_number', isRight, 'that of the callbacks of the transaction'] as const),
        'block_number is another than that of the callbacks of the transaction',
      ),
    ];
  });
}

/** Whether the events were the same when they were asked for once more. */
const isStillIn = ({ ok }: Evidence, caller: Caller, records: readonly Body[]): boolean =>
  ok(`${ID}.again`, caller).some((again) => isSame(again.records, records));

/** Events of a block that callbacks name are not all removed: one transaction alone may have left it, and come back at its height. */
function removedLogs(evidence: Evidence): Fact[] {
  const wrong = evidence.ok(`${ID}.seen`).flatMap(({ exchange: { caller, request }, records }) => {
    const heights = callbacksOf(evidence, caller)
      .filter(({ txid }) => txid === request.query.txid)
      .map(({ block_height }) => block_height);
    const own = records.filter(({ block_number }) => heights.some((height) => isSame(height, block_number)));
    const isMoved = evidence.of(`${ID}.again`, caller).length > 0 && !isStillIn(evidence, caller, records);
    return own.length > 0 && !isMoved ? [own.every(({ removed }) => removed === true)] : [];
  });
  const said = 'removed is true of all events of a block that callbacks of the transaction name';
  return severalFacts(ID, 'removed', wrong, 'of events that are in no block any more', said);
}

/** What callbacks and the history have in a block is in the chain. One alone may have come there a moment ago. */
function unknownLogs(evidence: Evidence): Fact[] {
  const wrong = evidence.of(`${ID}.seen`).flatMap((exchange) => {
    const { txid } = exchange.request.query;
    const told = [callbacksOf(evidence, exchange.caller), pageOf(evidence, exchange.caller)];
    const isPacked = told.every((records) =>
      records.some((record) => isAlike(record.txid, String(txid)) && Number(record.block_height) > 0),
    );
    const names = exchange.answer?.status === 200 ? [] : rowsIn(evidence, exchange, 'message');
    return isPacked ? [names.includes('txid_not_in_blockchain')] : [];
  });
  const said = 'txid is said to be in no block, and callbacks and the history have it in one';
  return severalFacts(ID, 'txid', wrong, 'in the chain, as elsewhere', said);
}
