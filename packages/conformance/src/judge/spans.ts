/** Spans of time that lists are asked for, held against the whole list. */
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

/** The records of a list that the span of an answer has by some field, those of its first second and of its last one too or not. */
export function inSpan(
  records: readonly Body[],
  field: string,
  { exchange }: Success,
  { hasFirst = true, hasLast = true } = {},
): Body[] {
  const { from_time = '0', to_time = 'Infinity' } = exchange.request.query;
  return records.filter((record) => {
    const time = timeOf(record, field);
    if (time === undefined) return false;
    const isBehind = hasFirst ? time >= Number(from_time) : time > Number(from_time);
    return isBehind && (hasLast ? time <= Number(to_time) : time < Number(to_time));
  });
}

/** Those that have a time: what never happened has none, and may come in any span. */
export const timedOf = (records: readonly Body[], field: string): Body[] =>
  records.filter((record) => timeOf(record, field) !== undefined);

/** How many records of an answer lie outside its own span by some field: whatever came up meanwhile is none of them. */
export const outsideOf = (field: string, span: Success): number =>
  timedOf(span.records, field).length - inSpan(span.records, field, span).length;

/** Other times of the records of a list, by which it may choose where no word of the interface says by which. */
const OTHER_TIMES: Readonly<Record<string, readonly string[]>> = { listVaultHistory: ['transaction_time'] };

/** Whether a span has all but its first second, its last one, or both: the interface does not say that it has those, nor that it has not. */
export const isWithin = (records: readonly Body[], field: string, span: Success): boolean =>
  [{ hasFirst: false }, { hasLast: false }, { hasFirst: false, hasLast: false }].some((ends) =>
    isSame(span.records, inSpan(records, field, span, ends)),
  );

/** Whether each span has what is due in it, and nothing else. */
export function spansOf(evidence: Evidence, list: List): Fact[] {
  const field = TIME_FIELDS[list.name];
  const whole = wholeOf(evidence, list);
  if (field === undefined || whole?.isAll !== true) return [];
  const point = TIME_POINTS[list.name];
  const { records } = whole.list;
  const spans = (['from', 'to', 'instant'] as const).flatMap((which) =>
    evidence
      .ok(`${list.name}.${which}`)
      .slice(0, 1)
      .map((answer) => ({
        about: which === 'instant' ? 'from_time and to_time' : `${which}_time`,
        span: { ...answer, records: timedOf(answer.records, field) },
        answer,
      })),
  );
  const isOwn = spans.every(
    ({ span }) => isSame(span.records, inSpan(records, field, span)) || isWithin(records, field, span),
  );
  const all = spans.map(({ span }) => span);
  const other = isOwn ? undefined : OTHER_TIMES[list.name]?.find((by) => choosesBy(records, by, all));
  const isUnmoved = isStill(evidence, list, whole.list.exchange.caller);
  return spans.flatMap(({ about, span, answer }): Fact[] => {
    const due = inSpan(records, field, span);
    const outside = outsideOf(field, span);
    const isRight = isSame(span.records, due);
    const isOpen = !isRight && (other !== undefined || isWithin(records, field, span));
    const settle = settled(outside > 0 || isUnmoved);
    return [
      {
        ...{ operationId: list.name, kind: 'value', about },
        verdict: isRight ? 'agrees' : isOpen ? 'not observable' : 'differs',
        evidence: isRight
          ? `it chooses by ${field}, its second among them`
          : other !== undefined
            ? `it chooses by ${other}, and the interface does not say by which time`
            : isOpen
              ? `it chooses by ${field}, and the interface does not say whether ${about} is among them`
              : outside > 0
                ? `${String(outside)} of ${String(span.records.length)} records lie outside by ${field}`
                : `by ${field} ${String(due.length)} records were due, and ${String(span.records.length)} came`,
        ...(point !== undefined && { points: [point] }),
      } satisfies Fact,
      ...countsOf(list, whole, answer),
    ].map(settle);
  });
}

/** Whether spans have the records of another time. What has not happened yet has no such time, and may be in any of them. */
const choosesBy = (records: readonly Body[], by: string, spans: readonly Success[]): boolean =>
  spans.every((span) => {
    if (!span.records.every((record) => records.some((one) => isSame(one, record)))) return false;
    const own = { ...span, records: timedOf(span.records, by) };
    return isSame(own.records, inSpan(records, by, span)) || isWithin(records, by, own);
  });
