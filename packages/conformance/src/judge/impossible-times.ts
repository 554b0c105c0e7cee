/** Times that cannot be: ahead of the answer that has them, or before what they come after, by more than clocks are apart. */
import { DAY, type Caller, type Span } from '@wallet-operations/transcript';
import { isNode } from '@wallet-operations/validator';
import { isText, partsOf, type Body, type Evidence } from './evidence.ts';
import { stateNames } from './ends.ts';
import { areMost, doubted, mostFacts, valueFact as value, type Fact } from './fact.ts';
import { isLongBefore, isNone, momentOf, timeOf } from './times.ts';

/** All of them. */
export function timeFacts(evidence: Evidence): Fact[] {
  const told = Object.entries(HAPPENED).flatMap(([operationId, names]) => toldOf(evidence, operationId, names));
  return [
    ...(doClocksAgree(evidence) ? ahead(told) : []),
    ...belowZero(told),
    ...expiries(evidence),
    ...none(evidence),
    ...broadcasts(evidence),
    ...approvals(evidence),
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

/** Times of blocks, which are their miners' own: by so much they may lie ahead. */
const OF_BLOCKS = new Set(['block_time', 'chain_at']);
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
    const isOfBlocks = OF_BLOCKS.has(name);
    const known = records.flatMap(({ record, when }) => {
      // of a text in another zone, or in none, nobody knows the moment; that of a block may be days off in none
      const time = isOfBlocks || typeof record[name] !== 'string' ? timeOf(record, name) : momentOf(record, name);
      return when && time !== undefined ? [time - when.to] : [];
    });
    const isRight = known.every((ahead) => ahead <= (isOfBlocks ? LOOSELY : 0));
    const fact = value(operationId, name, isRight, 'before it is told of', `${name} lies ahead`);
    const isAhead = known.some((ahead) => ahead > 0);
    const said = `${name} lies ahead, by less than two days: is it that of the block, in UTC?`;
    return known.length === 0 ? [] : [isAhead ? doubted(fact, said) : fact];
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

/** When the activated code expires. The interface does not say that there is one without an end, nor how it would be told. */
function expiries(evidence: Evidence): Fact[] {
  const told = toldOf(evidence, 'getApiCodeStatus', ['exp']);
  const isNone = told.some(({ records }) => records.some(({ record: { exp } }) => exp === 0));
  const facts = belowZero(told);
  return isNone ? facts.map((fact) => doubted(fact, 'exp is 0, which may stand for none')) : facts;
}

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
    return mostFacts(operationId, name, wrong, 'a time', `${name} is none where something happened`);
  });

const [CALLBACKS, VAULT] = ['listCallbacks', 'listVaultHistory'];

/** A time with one that it is not before. */
type Behind = readonly [time: number, other: number];

/** What is told of several: long before of most, or before of most by so little that clocks may be apart. */
function behindFact(operationId: string, about: string, told: readonly Behind[], of: string): Fact[] {
  const said = `${about} is long before ${of}`;
  const facts = mostFacts(
    operationId,
    about,
    told.map(([time, other]) => isLongBefore(time, other)),
    `behind ${of}`,
    said,
  );
  const isBefore = areMost(told.map(([time, other]) => time < other));
  return isBefore
    ? facts.map((fact) => doubted(fact, `${about} is before ${of}, and clocks may be as far apart`))
    : facts;
}

/** A withdrawal is broadcast behind its order, and before its block. */
function broadcasts({ ok }: Evidence): Fact[] {
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
  const behindOrder = sent.flatMap(({ at, made, chained = Infinity }): Behind[] =>
    made === undefined || isLongBefore(chained, made) ? [] : [[at, made]],
  );
  const behindBlock = sent.flatMap(({ at, chained }) => (chained === undefined ? [] : [{ at, chained }]));
  const blockFacts = mostFacts(
    ...([CALLBACKS, 'broadcast_at'] as const),
    behindBlock.map(({ at, chained }) => isLongBefore(chained, at)),
    ...(['before the block', 'broadcast_at is long behind chain_at'] as const),
  );
  const isBehind = areMost(behindBlock.map(({ at, chained }) => at > chained));
  return [
    ...behindFact(CALLBACKS, 'broadcast_at', behindOrder, 'the create_time of the order'),
    ...(isBehind
      ? blockFacts.map((fact) => doubted(fact, 'broadcast_at is behind chain_at, and clocks may be as far apart'))
      : blockFacts),
  ];
}

/** What is approved is there before, and what waits for an approval is in no chain until then. */
function approvals({ under }: Evidence): Fact[] {
  const answers = under(`${VAULT}.`);
  const records = answers.flatMap((answer) => answer.records);
  // one that is scheduled may have a time of its own, and is in no chain until then
  const isAhead = answers.some(({ exchange: { when }, records: own }) =>
    own.some((record) => when && isText(record.txid) && (timeOf(record, 'transaction_time') ?? 0) > when.to),
  );
  const sentAhead = 'transaction_time lies ahead of a transaction that is in a chain';
  const approved = records.flatMap((record) => {
    const items = Array.isArray(record.approval_item) ? record.approval_item.filter(isNode) : [];
    const made = timeOf(record, 'create_time');
    return made === undefined || items.length === 0 ? [] : [{ record, items, made }];
  });
  const told = (times: readonly (number | undefined)[], made: number): Behind[] =>
    times.flatMap((time) => (time === undefined ? [] : [[time, made] as const]));
  const approvedAt = approved.flatMap(({ items, made }) =>
    told(
      items.map((item) => timeOf(item, 'approval_time')),
      made,
    ),
  );
  const sentAt = approved.flatMap(({ record, made }) => told([timeOf(record, 'transaction_time')], made));
  return [
    ...behindFact(VAULT, 'approval_time', approvedAt, 'create_time'),
    ...behindFact(VAULT, 'transaction_time', sentAt, 'create_time').map((fact) =>
      isAhead ? doubted(fact, sentAhead) : fact,
    ),
  ];
}
