/** Points about envelopes: which fields of an answer have its records and their number, told by what fits on all pages that were read. */
import { isNode } from '@wallet-operations/validator';
import { listsOf } from '../calls/list.ts';
import { assumedOf, isSame, saysError, type Body, type Evidence } from '../judge/evidence.ts';
import { isStill } from '../judge/whole.ts';
import type { Exchange } from '@wallet-operations/transcript';
import { confirmed, contradicted, notAsked, type Conclude } from './conclusion.ts';

/** A name that an overlay can give: one that the run could not tell has none. */
const isTold = (name: string): boolean => /^[a-z_]+$/.test(name) && !name.startsWith('undeclared');

/** An answer 200 with what was asked for. */
interface Page {
  readonly exchange: Exchange;
  readonly body: unknown;
}

const pagesOf = ({ service, transcript }: Evidence, operationId: string): Page[] =>
  transcript.exchanges.flatMap((exchange) => {
    const { status, body } = exchange.answer ?? {};
    const isAnswer = exchange.step.startsWith(`${operationId}.`) && status === 200 && body !== undefined;
    return isAnswer && !saysError(service, operationId, body) ? [{ exchange, body }] : [];
  });

/** The names of fields of the first page that fit there, and wherever they are of that type: what is not, is told of as its type. */
function fitting<T>(
  bodies: readonly Body[],
  is: (value: unknown) => value is T,
  fits: (value: T, page: number) => boolean,
): string[] {
  const [first = {}] = bodies;
  return Object.keys(first).filter(
    (name) => is(first[name]) && bodies.every(({ [name]: value }, page) => !is(value) || fits(value, page)),
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Those of lists of records; where some page has records, a list that never has any is none of them. */
function listsIn(bodies: readonly Body[], isRecord: (one: Body) => boolean): string[] {
  const names = fitting(bodies, isList, (list) => list.every((one) => isNode(one) && isRecord(one)));
  const filled = names.filter((name) => bodies.some(({ [name]: list }) => isList(list) && list.length > 0));
  return filled.length > 0 ? filled : names;
}

/** Of several that fit the one that the document has; of others, which are told apart by nothing, one alone. */
const chosen = (names: readonly string[], assumed: unknown): string | undefined =>
  names.find((name) => name === assumed) ?? (names.length === 1 ? names[0] : undefined);

const inWords = (bodies: readonly Body[]): string =>
  `the answer has ${[...new Set(bodies.flatMap((body) => Object.keys(body)))].join(', ') || 'nothing'}`;

const SEVERAL = 'and nothing tells which';

const BALANCES = 'listWalletBalances';

const walletBalanceEnvelope: Conclude = (evidence) => {
  const pages = pagesOf(evidence, BALANCES);
  if (pages.length === 0) return notAsked('no balances were answered');
  const bodies = pages.map(({ body }) => body).filter(isNode);
  if (bodies.length < pages.length) return contradicted('the answer is no object');
  const assumed = assumedOf(evidence, 'wallet-balance-envelope');
  const lists = listsIn(bodies, (one) => 'wallet_id' in one);
  const totals = totalsIn(evidence, pages, lists);
  // a total that is there under its name, and wrong, is told of as such
  const isThere = totals.length === 0 && fitting(bodies, isNumber, () => true).includes(String(assumed.total));
  const total = isThere ? String(assumed.total) : chosen(totals, assumed.total);
  const records = chosen(lists, assumed.records);
  if (total === undefined || records === undefined)
    return contradicted(
      totals.length > 0 && lists.length > 0
        ? `the total may be ${totals.join(' or ')}, and the records ${lists.join(' or ')}, ${SEVERAL}`
        : inWords(bodies),
    );
  const value = { total, records };
  if (isSame(value, assumed)) return confirmed(`${total} and ${records}`, value);
  return contradicted(`${total} and ${records}`, isTold(total) && isTold(records) ? value : undefined);
};

/** Names of numbers that are the same on all pages of one query, unless the list moved on, and no less than how far a page goes. */
function totalsIn(evidence: Evidence, pages: readonly Page[], lists: readonly string[]): string[] {
  const own = pages.filter(({ exchange }) => (exchange.request.query.type ?? '-1') === '-1');
  const bodies = own.map(({ body }) => body).filter(isNode);
  const ends = own.map(({ exchange: { request } }, page) => {
    const lengths = lists.map((name) => bodies[page]?.[name]).map((list) => (isList(list) ? list.length : 0));
    const length = Math.max(0, ...lengths);
    return length === 0 ? 0 : Number(request.query.start_index ?? 0) + length;
  });
  const list = listsOf(evidence.service).find(({ name }) => name === BALANCES);
  const isStanding =
    evidence.transcript.recorded === undefined && list !== undefined && isStill(evidence, list, 'read-only');
  return fitting(bodies, isNumber, (value, page) => value >= (ends[page] ?? 0)).filter(
    (name) => !isStanding || new Set(bodies.map((body) => body[name]).filter(isNumber)).size === 1,
  );
}

const priceEnvelope: Conclude = (evidence) => {
  const pages = pagesOf(evidence, 'getCurrencyPrices');
  if (pages.length === 0) return notAsked('no prices were answered');
  const bodies = pages.map(({ body }) => body).filter(isNode);
  if (bodies.length < pages.length) return contradicted('the answer is no object');
  const assumed = assumedOf(evidence, 'price-envelope');
  const lists = listsIn(bodies, (one) => 'prices' in one);
  const times = ['last_refresh_attempt_time', 'last_refresh_success_time'];
  if (lists.length === 0 || !bodies.every((body) => times.every((name) => name in body)))
    return contradicted(inWords(bodies));
  const records = chosen(lists, assumed.records);
  if (records === undefined) return contradicted(`the records may be ${lists.join(' or ')}, ${SEVERAL}`);
  const value = { records };
  if (isSame(value, assumed)) return confirmed(records, value);
  return contradicted(records, isTold(records) ? value : undefined);
};

export const envelopePoints: Readonly<Record<string, Conclude>> = {
  'wallet-balance-envelope': walletBalanceEnvelope,
  'price-envelope': priceEnvelope,
};
