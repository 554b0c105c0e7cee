/** Points about which time the spans of a list choose by. */
import { listsOf } from '../calls/list.ts';
import { isCertainlyLate, lateIn } from '../calls/seen.ts';
import { isSame, lastingOf, type Body, type Success } from '../judge/evidence.ts';
import { areMost } from '../judge/fact.ts';
import { inSpan, isBeside, isWithin, outsideOf, timedOf } from '../judge/spans.ts';
import { isStill, MOVED, wholeOf } from '../judge/whole.ts';
import { timeOf } from '../judge/times.ts';
import { confirmed, contradicted, notAsked, notObservable, type Conclude } from './conclusion.ts';

const callbackTimes: Conclude = (evidence) => {
  const outcomes = evidence.ok('listCallbacks.packed').flatMap(({ exchange, records }) => {
    const until = Number(exchange.request.query.to_time);
    const listed = lastingOf(evidence, exchange.caller);
    // those of the second before: by then they were packed, whether or not a span has its last second
    const late = lateIn(listed).filter(({ chain_at }) => Number(chain_at) < until);
    return late
      .filter(({ chain_at }) => chain_at === late.at(-1)?.chain_at)
      .map((one) => ({
        isListed: records.some(({ serial }) => isSame(serial, one.serial)),
        isCertain: isCertainlyLate(one, listed, until),
      }));
  });
  if (outcomes.length === 0) return notObservable('no callback came up later than its transaction was packed');
  if (outcomes.some(({ isListed }) => !isListed))
    return confirmed(
      'callbacks that came up after their transactions were packed are listed by then; for how long, no read shows',
    );
  return outcomes.some(({ isCertain }) => isCertain)
    ? contradicted('callbacks are listed by when their transactions were packed, and not by when they came up')
    : notObservable('nothing tells whether a callback came up later than in the second its transaction was packed in');
};

const fits = (records: readonly Body[], field: string, span: Success): boolean => {
  const timed = { ...span, records: timedOf(span.records, field) };
  return isSame(inSpan(records, field, timed), timed.records) || isWithin(records, field, timed);
};

/** Fields by which a whitelist could choose. */
const TIMES = ['create_time', 'update_time', 'effective_time'] as const;

const whitelistTimes: Conclude = (evidence) => {
  const list = listsOf(evidence.service).find(({ name }) => name === 'listWhitelistEntries');
  const whole = list && wholeOf(evidence, list);
  if (!list || !whole?.isAll) return notAsked('no whole whitelist was answered');
  const spans = ['from', 'to', 'after', 'before'].flatMap((which) => evidence.ok(`listWhitelistEntries.${which}`));
  if (spans.length === 0) return notAsked('no span was asked for');
  const { records } = whole.list;
  const still = isStill(evidence, list, whole.list.exchange.caller);
  const fitting = TIMES.filter((field) => spans.every((span) => fits(records, field, span)));
  if (fitting.includes('create_time'))
    return fitting.length === 1
      ? confirmed('create_time')
      : notObservable(`the entries do not tell ${fitting.join(' and ')} apart`);
  // of a list that changed an answer shows by itself which time it is not
  const left = still ? fitting : TIMES.filter((field) => spans.every((span) => outsideOf(field, span).length === 0));
  if (!still && left.includes('create_time')) return notObservable(MOVED);
  return contradicted(left.length > 0 ? `it is ${left.join(' or ')}` : 'it is none of the times of an entry');
};

const HISTORY = 'listWithdrawalHistory';

const historyTimes: Conclude = (evidence) => {
  const list = listsOf(evidence.service).find(({ name }) => name === HISTORY);
  const whole = list && wholeOf(evidence, list);
  if (!list || !whole?.isAll) return notAsked('no whole history was answered');
  const [[from], [to]] = [evidence.ok(`${HISTORY}.from`), evidence.ok(`${HISTORY}.to`)];
  if (!from || !to) return notAsked('no span was asked for');
  const { records } = whole.list;
  const beside = ['after', 'before'].flatMap((which) => evidence.ok(`${HISTORY}.${which}`));
  if (fits(records, 'block_time', from) && fits(records, 'block_time', to)) {
    if (beside.some((span) => outsideOf('block_time', span).length > 0))
      return contradicted(
        'it is another time than block_time, or rounded: what is of the second before a span is in it',
      );
    return isInItsSecond(records, from)
      ? confirmed('block_time')
      : notObservable(
          'of what was sent nothing is in the second that a span begins with: by block_time, or by an earlier time',
        );
  }
  const outside = [from, to, ...beside].flatMap((span) => outsideOf('block_time', span));
  if (outside.length > 0 && outside.every(isBeside))
    return contradicted('it is another time than block_time: what is some seconds outside of a span is in it');
  // what moved on meanwhile was asked for once more behind the closing read
  const [closing] = evidence.ok(`${HISTORY}.closing`);
  const [[fromAgain], [toAgain]] = [evidence.ok(`${HISTORY}.from.again`), evidence.ok(`${HISTORY}.to.again`)];
  const isSoAgain = closing && fromAgain && toAgain && isByAnother(closing.records, fromAgain, toAgain);
  if (isSoAgain === true || isByAnother(records, from, to))
    return contradicted('it is another time than block_time, which no record shows');
  return notObservable(
    isStill(evidence, list, whole.list.exchange.caller) ? 'what spans give goes together with no time' : MOVED,
  );
};

/**
 * Whether a span has what was sent in the second that it begins with: by an earlier time, as that of its request, it would be before. What came in
 * has none.
 */
const isInItsSecond = (records: readonly Body[], span: Success): boolean =>
  records.some(
    (record) =>
      record.out === true &&
      timeOf(record, 'block_time') === Number(span.exchange.request.query.from_time) &&
      span.records.some((one) => isSame(one, record)),
  );

/**
 * Whether what comes from a time on, and up to the same, may be chosen by a time that no record shows: all is on one side of it, or in that very
 * second, in which no two blocks are. What is wrong in that second alone is so by block_time, too.
 */
function isByAnother(records: readonly Body[], from: Success, to: Success): boolean {
  const middle = Number(from.exchange.request.query.from_time);
  const sides = records.map((record) => ({
    time: timeOf(record, 'block_time') ?? middle,
    isAfter: from.records.some((one) => isSame(one, record)),
    isBefore: to.records.some((one) => isSame(one, record)),
  }));
  const both = sides.filter(({ isAfter, isBefore }) => isAfter && isBefore).map(({ time }) => time);
  // what came up or moved on meanwhile is not in the list, and tells nothing
  const isOwn = ({ records: some }: Success): boolean =>
    some.length === 0 || areMost(some.map((one) => records.some((record) => isSame(one, record))));
  return (
    isOwn(from) &&
    isOwn(to) &&
    new Set(both).size <= 1 &&
    sides.every(({ isAfter, isBefore }) => isAfter || isBefore) &&
    sides.some(({ time, isAfter, isBefore }) => (time > middle && !isAfter) || (time < middle && !isBefore))
  );
}

export const timePoints: Readonly<Record<string, Conclude>> = {
  'callback-times': callbackTimes,
  'whitelist-times': whitelistTimes,
  'history-times': historyTimes,
};
