/** Spans of time that lists are asked for, held against the whole list. */
import { stringifyJson } from '@wallet-operations/json';
import { areNear } from '@wallet-operations/transcript';
import { TIME_FIELDS, type List } from '../calls/list.ts';
import { countsOf } from './counts.ts';
import { isSame, type Body, type Evidence, type Success } from './evidence.ts';
import type { Fact } from './fact.ts';
import { timeOf } from './times.ts';
import { isStill, settled, wholeOf } from './whole.ts';

/** The point that says by which time a list chooses, where the interface does not. */
const TIME_POINTS: Readonly<Record<string, string>> = {
  listWithdrawalHistory: 'history-times',
  listWhitelistEntries: 'whitelist-times',
};

/** Whether a span has its first second, and its last one: it does, where nothing is said. */
interface Ends {
  readonly hasFirst?: boolean;
  readonly hasLast?: boolean;
}

/** The records of a list that the span of an answer has by some field, those of its first second and of its last one too or not. */
export function inSpan(records: readonly Body[], field: string, answer: Success, ends: Ends = {}): Body[] {
  return records.filter((record) => {
    const time = timeOf(record, field);
    return time !== undefined && isInside(time, answer, ends);
  });
}

/** Whether a time is in the span of an answer. */
function isInside(time: number, { exchange }: Success, { hasFirst = true, hasLast = true }: Ends): boolean {
  const { from_time = '0', to_time = 'Infinity' } = exchange.request.query;
  const isBehind = hasFirst ? time >= Number(from_time) : time > Number(from_time);
  return isBehind && (hasLast ? time <= Number(to_time) : time < Number(to_time));
}

/** Those that have a time: what never happened has none, and may come in any span. */
export const timedOf = (records: readonly Body[], field: string): Body[] =>
  records.filter((record) => timeOf(record, field) !== undefined);

/** A time that lies outside of a span, with the end of it that it is beyond. */
export interface Outside {
  readonly time: number;
  readonly end: number;
}

/** Times of some field of the records of an answer that lie outside of its own span: whatever came up meanwhile has none of them. */
export const outsideOf = (field: string, span: Success): readonly Outside[] => {
  const { from_time, to_time } = span.exchange.request.query;
  return span.records.flatMap((record) => {
    const time = timeOf(record, field);
    if (time === undefined || isInside(time, span, {})) return [];
    return [{ time, end: Number(time < Number(from_time) ? from_time : to_time) }];
  });
};

/** Whether it may be inside by a time that is some seconds off. */
export const isBeside = ({ time, end }: Outside): boolean => areNear(time, end);

/**
 * Other times of the records of a list, by which it may choose where no word of the interface says by which: the first of them that a record has.
 */
const OTHER_TIMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  listVaultHistory: [['transaction_time'], ['transaction_time', 'create_time']],
};

/** Whether a span has all but its first second, its last one, or both: the interface does not say that it has those, nor that it has not. */
export const isWithin = (records: readonly Body[], field: string, span: Success): boolean =>
  ENDS.some((ends) => isSame(span.records, inSpan(records, field, span, ends)));

const ENDS: readonly Ends[] = [{ hasFirst: false }, { hasLast: false }, { hasFirst: false, hasLast: false }];

/** The spans that are asked for, and what of them. */
const SPANS = {
  ...{ from: 'from_time', to: 'to_time', instant: 'from_time and to_time' },
  ...{ after: 'from_time', before: 'to_time' },
};

/** Whether each span has what is due in it, and nothing else. */
export function spansOf(evidence: Evidence, list: List): Fact[] {
  const field = TIME_FIELDS[list.name];
  const whole = wholeOf(evidence, list);
  if (field === undefined || whole?.isAll !== true) return [];
  const point = TIME_POINTS[list.name];
  const { records } = whole.list;
  const spans = Object.entries(SPANS).flatMap(([which, about]) =>
    evidence
      .ok(`${list.name}.${which}`)
      .slice(0, 1)
      .map((answer) => ({
        about,
        span: { ...answer, records: timedOf(answer.records, field) },
        answer,
      })),
  );
  const isOwn = spans.every(
    ({ span }) => isSame(span.records, inSpan(records, field, span)) || isWithin(records, field, span),
  );
  const all = spans.map(({ answer }) => answer);
  const isUnmoved = isStill(evidence, list, whole.list.exchange.caller);
  const other = isOwn ? undefined : OTHER_TIMES[list.name]?.find((by) => choosesBy(records, by, all, isUnmoved));
  return spans.flatMap(({ about, span, answer }): Fact[] => {
    const due = inSpan(records, field, span);
    const beyond = outsideOf(field, span);
    const outside = beyond.length;
    const isRight = isSame(span.records, due);
    const isOpen = !isRight && (other !== undefined || isWithin(records, field, span));
    // where a list may choose by a time that no record shows, one that is some seconds outside shows nothing by itself
    const settle = settled(isUnmoved || beyond.some((one) => point === undefined || !isBeside(one)));
    return [
      {
        ...{ operationId: list.name, kind: 'value', about },
        verdict: isRight ? 'agrees' : isOpen ? 'not observable' : 'differs',
        evidence: isRight
          ? `it chooses by ${field}, its second among them`
          : other !== undefined
            ? `it chooses by ${other.join(', or else ')}, and the interface does not say by which time`
            : isOpen
              ? `it chooses by ${field}, and the interface does not say whether ${about} is among them`
              : outside > 0
                ? `${String(outside)} of ${String(span.records.length)} records lie outside by ${field}`
                : `by ${field} ${String(due.length)} records were due, and ${String(span.records.length)} came`,
        ...(point !== undefined && { points: [point] }),
      } satisfies Fact,
      ...countsOf(list, whole, answer),
    ]
      .map(settle)
      .map(asDoubt);
  });
}

/** What one span leaves open no other answers. */
const asDoubt = (fact: Fact): Fact => (fact.verdict === 'not observable' ? { ...fact, isDoubtful: true } : fact);

/** What of a transaction of a vault is known when it is asked for, and stays. */
const REQUESTED = ['txno', 'create_time', 'issue_user_id', 'currency', 'outgoing_address', 'amount', 'memo'];

/**
 * Whether spans have the records of another time: the first of those that a record has. What has not happened yet has none: it may be in no span,
 * or, as of long ago, in each that has no beginning. What came up or moved on meanwhile tells nothing.
 */
function choosesBy(
  records: readonly Body[],
  names: readonly string[],
  spans: readonly Success[],
  isUnmoved: boolean,
): boolean {
  const byOf = (record: Body): number => names.flatMap((name) => timeOf(record, name) ?? []).at(0) ?? 0;
  // nothing says that no two have one txno: where some do, a record is known by what was asked for
  const areOne = new Set(records.map(({ txno }) => txno)).size === records.length;
  const keyOf = (record: Body): unknown =>
    areOne ? record.txno : stringifyJson(REQUESTED.map((name) => record[name]));
  const times = new Map<unknown, number>(records.map((record) => [keyOf(record), byOf(record)]));
  const moved = spans.flatMap((span) => span.records).filter((one) => times.get(keyOf(one)) !== byOf(one));
  if (isUnmoved && moved.length > 0) return false;
  // what was asked for twice at once is not told apart either
  for (const one of [...moved, ...records.filter((one) => times.get(keyOf(one)) !== byOf(one))])
    times.delete(keyOf(one));
  return [true, false].some((hasUntimed) =>
    spans.every((span) => {
      const found = new Set(span.records.map(keyOf));
      return [{}, ...ENDS].some((ends) =>
        [...times].every(([key, time]) => found.has(key) === ((time > 0 || hasUntimed) && isInside(time, span, ends))),
      );
    }),
  );
}
