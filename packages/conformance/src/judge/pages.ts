/** Lists: their pages and totals, and with them what is chosen of them, held against the whole list. */
import { listsOf, totalOf, type List } from '../calls/list.ts';
import { VAULT } from './counts.ts';
import { isSame, type Evidence, type Success } from './evidence.ts';
import { doubtOf, type Fact } from './fact.ts';
import { filtersOf } from './filters.ts';
import { spansOf } from './spans.ts';
import { isRoomy, isStill, settled, wholeOf } from './whole.ts';

/** All of them. */
export const pageFacts = (evidence: Evidence): Fact[] =>
  listsOf(evidence.service).flatMap((list) => [
    ...pagesOf(evidence, list),
    ...filtersOf(evidence, list),
    ...spansOf(evidence, list),
  ]);

/** Where a page ends in its list. */
const endOf = ({ exchange, records }: Success): number =>
  Number(exchange.request.query.start_index ?? 0) + records.length;

/** Whether a page counts fewer than it has. */
const countsTooFew = (page: Success, name: string): boolean =>
  page.records.length > 0 && typeof page.body[name] === 'number' && page.body[name] < endOf(page);

/** Whether a page counts more than there are up to its end, and has room for them. */
const countsTooMany = (list: List, page: Success, name: string): boolean =>
  isRoomy(list, page) && Number(page.body[name]) > endOf(page);

/** Of a total that may be meant so, and that nobody can page by. */
const OF_PAGE = 'it counts the records of its page alone, and no word says what it counts';

/** What a query has that chooses nothing. */
const PAGING = new Set(['start_index', 'request_number']);

/** Whether a page was asked for by its size, which is another one by default, and nothing was chosen. */
const isSized = ({ exchange: { request } }: Success): boolean =>
  request.query.request_number !== undefined && Object.keys(request.query).every((key) => PAGING.has(key));

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
  const pages = [whole.list, first, second, ...ok(`${name}.rest`, whole.list.exchange.caller)];
  const totals = pages.map(({ body }) => body[totalName]);
  const points = operationId === VAULT ? ['vault-count'] : [];
  // of an envelope that is not shown nobody says what its total counts
  const isUntold = operationId === 'listWalletBalances' && pages.every((page, i) => totals[i] === page.records.length);
  const isOfPage = isUntold || (points.length > 0 && evidence.service.points['vault-count']?.value === 'the page');
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
            : `${totals.map(String).join(', ')} on pages of ${pages.map((one) => String(one.records.length)).join(', ')} records of one list`,
          points,
        ),
        ...(isUntold && new Set(totals).size > 1 ? [doubtOf(operationId, totalName, OF_PAGE)] : []),
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
  // a page that counts fewer than it has, or more where it has room for them, shows that by itself
  const isMiscounted = pages.some((page) => countsTooFew(page, totalName) || countsTooMany(list, page, totalName));
  // one of all that were asked for is enough
  const wrong = evidence
    .by(operationId)
    .find(
      (page) =>
        countsTooFew(page, totalName) || (isSized(page) && !whole.isCut && countsTooMany(list, page, totalName)),
    );
  const ofOne =
    wrong && !isOfPage
      ? [
          fact(
            totalName,
            'differs',
            `${String(wrong.body[totalName])} beside ${String(wrong.records.length)} records of one page`,
            points,
          ),
        ]
      : [];
  const ofTotal = [...(isMiscounted && !isOfPage ? ofTotals : ofTotals.map(settle)), ...ofOne];
  if (records.length < 2)
    return [...ofTotal, fact('start_index', 'not observable', 'there are fewer than two records')];
  const [third] = ok(`${name}.page.third`);
  const start = Number(third?.exchange.request.query.start_index);
  const isPaged =
    isSame(first.records, records.slice(0, 1)) &&
    isSame(second.records, records.slice(1, 2)) &&
    (third === undefined || isSame(third.records, records.slice(start, start + 2)));
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
