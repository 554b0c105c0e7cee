/** Lists: their pages, totals, filters and spans of time, held against the whole list. */
import { FILTER_POINTS, listsOf, totalOf, TIME_FIELDS, type List } from '../calls/list.ts';
import type { Caller } from '@wallet-operations/transcript';
import { stringifyJson } from '@wallet-operations/json';
import { isSame, type Body, type Evidence, type Success } from './evidence.ts';
import type { Fact } from './fact.ts';
import { timeOf } from './times.ts';

/** The point that says by which time a list chooses, where the interface does not. */
const TIME_POINTS: Readonly<Record<string, string>> = {
  listWithdrawalHistory: 'history-times',
  listWhitelistEntries: 'whitelist-times',
};

/** The list whose total the interface does not explain. */
const VAULT = 'listVaultHistory';

/** All of them. */
export const pageFacts = (evidence: Evidence): Fact[] =>
  listsOf(evidence.service).flatMap((list) => [
    ...pagesOf(evidence, list),
    ...filtersOf(evidence, list),
    ...spansOf(evidence, list),
  ]);

/** A list as far as it is known. */
export interface Whole {
  readonly list: Success;
  /** Whether there are no more records. */
  readonly isAll: boolean;
  /** Whether its largest page had room for more, and more there was. */
  readonly isCut: boolean;
}

/** The list of a caller, of the one whom most steps asked by default: its largest page with what is behind it, and whether that is all. */
export function wholeOf(
  { ok }: Evidence,
  { name, operation, parameters }: List,
  caller = ok(`${name}.again`)[0]?.exchange.caller,
): Whole | undefined {
  if (caller === undefined) return undefined;
  const [largest] = ok(`${name}.max.request_number`, caller);
  const [found] = [...(largest ? [largest] : []), ...ok(`${name}.plain`, caller)];
  if (!found) return undefined;
  const total = Number(found.body[totalOf(operation)]);
  // what came up meanwhile is no part of it
  const hasMore = largest !== undefined && total > found.records.length;
  const rest = hasMore ? ok(`${name}.rest`, caller).flatMap(({ records }) => records) : [];
  const size = parameters.find(({ maximum }) => maximum !== undefined);
  const most = largest ? size?.maximum : size?.default;
  const records = [...found.records, ...rest];
  const isAll = rest.length > 0 ? records.length >= total : found.records.length < Number(most ?? Infinity);
  return { list: { ...found, records }, isAll, isCut: rest.length > 0 };
}

/** Whether a page had room for more, by what was asked for. */
export function isRoomy({ parameters }: List, { exchange, records }: Success): boolean {
  const size = parameters.find(({ maximum }) => maximum !== undefined);
  return records.length < Number(exchange.request.query[size?.name ?? ''] ?? size?.default ?? Infinity);
}

/** What is said where two answers do not go together, and the list moved on between them. */
export const MOVED = 'the list changed meanwhile';

/** Reads of lists that lie behind what is held against them, when other things are looked up. */
const LATER = /\.(later|beside|behind)$/;

/**
 * Whether the list of a caller was the same at each read of it: whatever was asked for twice was answered alike. Up to the closing read with all
 * that was in doubt then, or else up to the later one.
 */
export function isStill({ under }: Evidence, { name }: List, caller: Caller, until?: 'later'): boolean {
  const reads = under(`${name}.`).filter(
    ({ exchange }) => exchange.caller === caller && (until === 'later' || !LATER.test(exchange.step)),
  );
  const groups = Map.groupBy(reads, ({ exchange }) => stringifyJson(Object.entries(exchange.request.query).sort()));
  return [...groups.values()].every(([first, ...rest]) => rest.every((one) => areAlike(one.body, first?.body)));
}

/** One that comes in another order each time has not moved on. */
const areAlike = (a: Body, b: Body = {}): boolean => isSame(a, b) || isSame(inAnyOrder(a), inAnyOrder(b));

const inAnyOrder = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.map(stringifyJson).sort() : value]),
  );

/** A difference of two answers between which the list moved on tells nothing. */
const settled =
  (still: boolean) =>
  (fact: Fact): Fact =>
    fact.verdict === 'differs' && !still ? { ...fact, verdict: 'not observable', evidence: MOVED } : fact;

function pagesOf(evidence: Evidence, list: List): Fact[] {
  const { ok } = evidence;
  const { name, operation } = list;
  const { operationId } = operation;
  const [first] = ok(`${name}.page.first`);
  const [second] = ok(`${name}.page.second`);
  const whole = wholeOf(evidence, list);
  const fact = (about: string, verdict: Fact['verdict'], said: string, points: readonly string[] = []): Fact => ({
    ...{ operationId, kind: 'value', about, verdict, evidence: said },
    ...(points.length > 0 && { points }),
  });
  if (!first || !second || !whole) return [];
  const settle = settled(isStill(evidence, list, whole.list.exchange.caller));
  const { records } = whole.list;
  const totalName = totalOf(operation);
  const totals = [whole.list, first, second].map(({ body }) => body[totalName]);
  const points = operationId === VAULT ? ['vault-count'] : [];
  const pages = [whole.list, first, second];
  const isOfPage = points.length > 0 && evidence.service.points['vault-count']?.value === 'the page';
  const isCounted = isOfPage
    ? pages.every((page, i) => totals[i] === page.records.length)
    : totals.every((total) => total === totals[0]) && Number(totals[0]) >= records.length;
  const ofTotals = totals.every((total) => typeof total === 'number')
    ? [
        fact(
          totalName,
          isCounted ? 'agrees' : 'differs',
          isCounted
            ? isOfPage
              ? 'that of each page'
              : 'the same on every page, and no less than there are records'
            : `${totals.map(String).join(', ')} on pages of ${[whole.list, first, second].map((one) => String(one.records.length)).join(', ')} records of one list`,
          points,
        ),
        ...(isCounted && !isOfPage && whole.isAll && Number(totals[0]) > records.length
          ? [
              fact(
                totalName,
                'differs',
                `${String(totals[0])}, and there are ${String(records.length)}, on a page that has room for more`,
                points,
              ),
            ]
          : []),
      ]
    : [];
  // a page that does not count what it has shows that by itself
  const isMiscounted = [first, second].some(
    ({ exchange: { request }, body, records: { length } }) =>
      length > 0 && Number(body[totalName]) < Number(request.query.start_index) + length,
  );
  const ofTotal = isMiscounted && !isOfPage ? ofTotals : ofTotals.map(settle);
  if (records.length < 2)
    return [...ofTotal, fact('start_index', 'not observable', 'there are fewer than two records')];
  const [third] = ok(`${name}.page.third`);
  const isPaged =
    isSame(first.records, records.slice(0, 1)) &&
    isSame(second.records, records.slice(1, 2)) &&
    (third === undefined || isSame(third.records, records.slice(2, 4)));
  return [
    ...ofTotal,
    settle(
      fact(
        'start_index',
        isPaged ? 'agrees' : 'differs',
        isPaged
          ? 'pages of one and two records are the records in turn'
          : 'pages of one and two records are not the records in turn',
      ),
    ),
  ];
}

function filtersOf(evidence: Evidence, list: List): Fact[] {
  return list.parameters.flatMap(({ name: about, values }): Fact[] => {
    const facts = values.flatMap((value): Fact[] =>
      evidence.ok(`${list.name}.filter.${about}.${String(value)}`).flatMap(({ exchange, body, records }): Fact[] => {
        const whole = wholeOf(evidence, list, exchange.caller);
        if (!whole) return [];
        const point = FILTER_POINTS[`${list.name} ${about}`];
        const others = records.filter((record) => record[about] !== value).length;
        const due = whole.list.records.filter((record) => record[about] === value).length;
        const lost = whole.isAll && records.length < due;
        // a record of another kind is none that came up meanwhile
        const settle = others > 0 ? (fact: Fact) => fact : settled(isStill(evidence, list, exchange.caller));
        return [
          {
            ...{ operationId: list.name, kind: 'value', about, verdict: others > 0 || lost ? 'differs' : 'agrees' },
            evidence:
              others > 0
                ? `${about} ${String(value)} gives ${String(others)} records of another`
                : lost
                  ? `${about} ${String(value)} gives ${String(records.length)} records, and there are ${String(due)}`
                  : `${about} ${String(value)} gives those alone`,
            ...(point !== undefined && { points: [point] }),
          } satisfies Fact,
        ]
          .map(settle)
          .concat(
            countsOf(list, whole, { exchange, body, records }).map(settled(isStill(evidence, list, exchange.caller))),
          );
      }),
    );
    // what may be lost of one value is no agreement of the others
    const isOpen = facts.some(({ verdict }) => verdict === 'not observable');
    return isOpen ? facts.filter(({ verdict }) => verdict !== 'agrees') : facts;
  });
}

/** Whether a total counts what the query chooses and nothing else, where its page has room for more than came, and is not cut. */
function countsOf({ name, operation, parameters }: List, whole: Whole, { exchange, body, records }: Success): Fact[] {
  const about = totalOf(operation);
  const { [about]: total } = body;
  const size = parameters.find(({ maximum }) => maximum !== undefined);
  const room = Number(exchange.request.query[size?.name ?? ''] ?? size?.default ?? 0);
  if (typeof total !== 'number' || whole.isCut || records.length >= room) return [];
  const isRight = total === records.length;
  return [
    {
      ...{ operationId: name, kind: 'value', about, verdict: isRight ? 'agrees' : 'differs' },
      evidence: isRight
        ? 'that of what a span or a filter chooses'
        : `${String(total)} beside ${String(records.length)} that a span or a filter chooses, on a page that has room for more`,
      ...(name === VAULT && { points: ['vault-count'] }),
    },
  ];
}

/** The records of a list that the span of an answer has by some field, those of its last second too or not. */
export function inSpan(records: readonly Body[], field: string, { exchange }: Success, hasLast = true): Body[] {
  const { from_time = '0', to_time = 'Infinity' } = exchange.request.query;
  return records.filter((record) => {
    const time = timeOf(record, field);
    if (time === undefined || time < Number(from_time)) return false;
    return hasLast ? time <= Number(to_time) : time < Number(to_time);
  });
}

/** How many records of an answer lie outside its own span by some field: whatever came up meanwhile is none of them. */
export const outsideOf = (field: string, span: Success): number =>
  span.records.length - inSpan(span.records, field, span).length;

/** Other times of the records of a list, by which it may choose where no word of the interface says by which. */
const OTHER_TIMES: Readonly<Record<string, readonly string[]>> = { listVaultHistory: ['transaction_time'] };

/** Whether a span ends before its to_time: the interface does not say that it has that second, nor that it has not. */
export const endsBefore = (records: readonly Body[], field: string, span: Success): boolean =>
  span.exchange.request.query.to_time !== undefined && isSame(span.records, inSpan(records, field, span, false));

function spansOf(evidence: Evidence, list: List): Fact[] {
  const field = TIME_FIELDS[list.name];
  const whole = wholeOf(evidence, list);
  if (field === undefined || whole?.isAll !== true) return [];
  const point = TIME_POINTS[list.name];
  const { records } = whole.list;
  const spans = (['from', 'to', 'instant'] as const).flatMap((which) =>
    evidence
      .ok(`${list.name}.${which}`)
      .slice(0, 1)
      .map((span) => ({ about: which === 'instant' ? 'from_time and to_time' : `${which}_time`, span })),
  );
  const isOwn = spans.every(
    ({ span }) => isSame(span.records, inSpan(records, field, span)) || endsBefore(records, field, span),
  );
  const all = spans.map(({ span }) => span);
  const other = isOwn ? undefined : OTHER_TIMES[list.name]?.find((by) => choosesBy(records, by, all));
  const isUnmoved = isStill(evidence, list, whole.list.exchange.caller);
  return spans.flatMap(({ about, span }): Fact[] => {
    const due = inSpan(records, field, span);
    const outside = outsideOf(field, span);
    const isRight = isSame(span.records, due);
    const isOpen = !isRight && (other !== undefined || endsBefore(records, field, span));
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
              ? `it chooses by ${field} before to_time, and the interface does not say whether to_time is among them`
              : outside > 0
                ? `${String(outside)} of ${String(span.records.length)} records lie outside by ${field}`
                : `by ${field} ${String(due.length)} records were due, and ${String(span.records.length)} came`,
        ...(point !== undefined && { points: [point] }),
      } satisfies Fact,
      ...countsOf(list, whole, span),
    ].map(settle);
  });
}

/** Whether spans have the records of another time. What has not happened yet has no such time, and may be in any of them. */
function choosesBy(records: readonly Body[], by: string, spans: readonly Success[]): boolean {
  const timed = (some: readonly Body[]): Body[] => some.filter((record) => timeOf(record, by) !== undefined);
  const isTelling = spans.some((span) => {
    const { length } = inSpan(records, by, span);
    return length > 0 && length < timed(records).length;
  });
  return (
    isTelling &&
    spans.every((span) => {
      if (!span.records.every((record) => records.some((one) => isSame(one, record)))) return false;
      const own = { ...span, records: timed(span.records) };
      return isSame(own.records, inSpan(records, by, span)) || endsBefore(records, by, own);
    })
  );
}
