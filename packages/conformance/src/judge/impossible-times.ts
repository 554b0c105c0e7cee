/**
 * Times that cannot be: ahead of the answer that has them, or long before what they come after. A transcript does not have by how much; what
 * else happened in between tells that it is no matter of seconds.
 */
import { DAY, type Caller, type Span } from '@wallet-operations/transcript';
import { isNode } from '@wallet-operations/validator';
import { partsOf, type Body, type Evidence, type Success } from './evidence.ts';
import { stateNames } from './ends.ts';
import { mostFact, valueFact as value, type Fact } from './fact.ts';
import { isNone, momentOf, timeOf } from './times.ts';

/** All of them. */
export function timeFacts(evidence: Evidence): Fact[] {
  const isLongBefore = rulerOf(evidence);
  const told = Object.entries(HAPPENED).flatMap(([operationId, names]) => toldOf(evidence, operationId, names));
  const expiry = toldOf(evidence, 'getApiCodeStatus', ['exp']);
  return [
    ...(doClocksAgree(evidence) ? ahead(told) : []),
    ...belowZero([...told, ...expiry]),
    ...none(evidence),
    ...broadcasts(evidence, isLongBefore),
    ...approvals(evidence, isLongBefore),
  ];
}

/** Times of what has happened, by operations. A transaction_time is not among them: one that is scheduled may have its own. */
const HAPPENED: Readonly<Record<string, readonly string[]>> = {
  getCurrencyPrices: ['last_refresh_attempt_time', 'last_refresh_success_time'],
  listCallbacks: ['broadcast_at', 'chain_at'],
  getCallbacksById: ['broadcast_at', 'chain_at'],
  getDepositCallback: ['broadcast_at', 'chain_at'],
  listVaultHistory: ['create_time', 'approval_time'],
  listWithdrawalHistory: ['block_time'],
  getWithdrawalState: ['create_time'],
  listWithdrawalStates: ['create_time'],
  listWhitelistEntries: ['create_time', 'update_time'],
  checkWhitelistEntry: ['create_time', 'update_time'],
};

/** By so much the time of a block may lie ahead, which is its miner's, and a time that names no zone, or another. */
const LOOSELY = 2 * DAY;

/** A time of what has happened, with all that an operation tells of it. */
interface Told {
  readonly operationId: string;
  readonly name: string;
  readonly records: readonly { readonly record: Body; readonly when: Span | undefined }[];
}

function toldOf({ by }: Evidence, operationId: string, names: readonly string[]): Told[] {
  const records = by(operationId).flatMap((answer) =>
    partsOf(answer).map((record) => ({ record, when: answer.exchange.when })),
  );
  return names.map((name) => ({ operationId, name, records }));
}

/** Whether the window of `t` shows that the clocks of both sides agree. */
function doClocksAgree({ of }: Evidence): boolean {
  const isTaken = (step: string): boolean[] =>
    of(step).flatMap(({ answer }) => (answer ? [answer.status === 200] : []));
  return ['past', 'future'].every(
    (side) => isTaken(`access.inside-${side}`).includes(true) && isTaken(`access.outside-${side}`).includes(false),
  );
}

/** What has happened did so before it is told of. */
function ahead(told: readonly Told[]): Fact[] {
  return told.flatMap(({ operationId, name, records }) => {
    const loosely = operationId === 'getCurrencyPrices' ? 0 : LOOSELY;
    const known = records.flatMap(({ record, when }) => {
      const time = timeOf(record, name);
      return when && time !== undefined ? [time <= when.to + loosely] : [];
    });
    return known.length === 0
      ? []
      : [value(operationId, name, known.every(Boolean), 'before it is told of', `${name} lies ahead`)];
  });
}

/** There is no time before there were any, and 0 stands for none. Those of callbacks are told of elsewhere, once. */
const belowZero = (told: readonly Told[]): Fact[] =>
  told
    .filter(({ operationId }) => !/Callback/.test(operationId))
    .flatMap(({ operationId, name, records }) => {
      const known = records.flatMap(({ record: { [name]: time } }) => (typeof time === 'number' ? [time >= 0] : []));
      return known.length === 0
        ? []
        : [value(operationId, name, known.every(Boolean), 'no less than 0', `${name} is below 0`)];
    });

/** Times that each record of a kind has: of what is in the chain when it was packed, and of what was made when it was. */
const dueIn = ({ service }: Evidence): (readonly [string, string, (record: Body) => boolean])[] => {
  const { success } = stateNames(service);
  return [
    ['listWithdrawalHistory', 'block_time', ({ block_height, state }) => Number(block_height) > 0 && state === success],
    ['listVaultHistory', 'create_time', () => true],
    ['getWithdrawalState', 'create_time', () => true],
    ['listWithdrawalStates', 'create_time', () => true],
  ];
};

/** What stands for no time, in most records that have one. */
const none = (evidence: Evidence): Fact[] =>
  dueIn(evidence).flatMap(([operationId, name, isMeant]) => {
    const wrong = evidence
      .by(operationId)
      .flatMap(({ body, records }) => [body, ...records])
      .filter(isMeant)
      .flatMap((record) => isNone(record, name) ?? []);
    return ofMost(operationId, name, wrong, 'a time', `${name} is none where something happened`);
  });

/** So many other times between two, and a tenth of all, are no matter of seconds. */
const LONG = 3;

const [CALLBACKS, VAULT] = ['listCallbacks', 'listVaultHistory'];

/** Whether one time is long before another. */
type Ruler = (first: number, second: number) => boolean;

/** By how many blocks of callbacks, and transactions of vaults, lie in between. */
function rulerOf({ ok, under }: Evidence): Ruler {
  const timesIn = (answers: readonly Success[], field: string): number[] =>
    answers.flatMap(({ records }) => records.flatMap((record) => timeOf(record, field) ?? []));
  const blocks = timesIn(ok(`${CALLBACKS}.plain`), 'chain_at');
  const made = timesIn(under(`${VAULT}.`), 'create_time');
  const known = [...new Set([...blocks, ...made])].sort((a, b) => a - b);
  const least = Math.max(LONG, known.length / 10);
  /** How many are before a time. */
  const countBefore = (time: number): number => {
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((known[middle] ?? time) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (first, second) => countBefore(second) - countBefore(first + 1) >= least;
}

/** What is told of several, and wrong of most. */
const ofMost = (operationId: string, about: string, wrong: readonly boolean[], right: string, said: string): Fact[] =>
  wrong.length < 2 ? [] : [mostFact(operationId, about, wrong, right, said)];

/** A withdrawal is broadcast behind its order, and before its block. */
function broadcasts({ ok }: Evidence, isLongBefore: Ruler): Fact[] {
  const callbacks = ok(`${CALLBACKS}.plain`).flatMap(({ exchange: { caller }, records }) =>
    records.map((record) => ({ caller, record, chained: timeOf(record, 'chain_at') })),
  );
  const keyOf = (caller: Caller, id: unknown): string => `${String(caller)} ${String(id)}`;
  const orders = new Map(
    ok('getWithdrawalState.seen').map(({ exchange: { caller }, body }) => [keyOf(caller, body.order_id), body]),
  );
  const sent = callbacks.flatMap(({ caller, record, chained }) => {
    const at = timeOf(record, 'broadcast_at');
    const order = orders.get(keyOf(caller, record.order_id));
    const made = order && momentOf(order, 'create_time');
    return record.order_id === '' || at === undefined ? [] : [{ at, made, chained }];
  });
  // an order that is made behind its own block is wrong by itself
  const before = sent.flatMap(({ at, made, chained = Infinity }) =>
    made === undefined || isLongBefore(chained, made) ? [] : [isLongBefore(at, made)],
  );
  const behind = sent.flatMap(({ at, chained }) => (chained === undefined ? [] : [isLongBefore(chained, at)]));
  return [
    ...ofMost(
      CALLBACKS,
      'broadcast_at',
      before,
      'behind the order',
      'broadcast_at is long before the create_time of the order',
    ),
    ...ofMost(CALLBACKS, 'broadcast_at', behind, 'before the block', 'broadcast_at is long behind chain_at'),
  ];
}

/** What is approved is there before, and what waits for an approval is in no chain until then. */
function approvals({ under }: Evidence, isLongBefore: Ruler): Fact[] {
  const records = under(`${VAULT}.`).flatMap((answer) => answer.records);
  const approved = records.flatMap((record) => {
    const items = Array.isArray(record.approval_item) ? record.approval_item.filter(isNode) : [];
    const made = timeOf(record, 'create_time');
    return made === undefined || items.length === 0 ? [] : [{ record, items, made }];
  });
  const wrongOf = (times: readonly (number | undefined)[], made: number): boolean[] =>
    times.flatMap((time) => (time === undefined ? [] : [isLongBefore(time, made)]));
  return [
    ...ofMost(
      VAULT,
      'approval_time',
      approved.flatMap(({ items, made }) =>
        wrongOf(
          items.map((item) => timeOf(item, 'approval_time')),
          made,
        ),
      ),
      'behind create_time',
      'approval_time is long before create_time',
    ),
    ...ofMost(
      VAULT,
      'transaction_time',
      approved.flatMap(({ record, made }) => wrongOf([timeOf(record, 'transaction_time')], made)),
      'behind create_time',
      'transaction_time is long before create_time',
    ),
  ];
}
