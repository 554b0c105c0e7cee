/** Largest pages and lists, and what a parameter is that was left out. */
import { isNode } from '@wallet-operations/validator';
import { listsOf, totalOf, type List } from '../calls/list.ts';
import { inWords, type Evidence, type Success } from './evidence.ts';
import type { Fact } from './fact.ts';
import { areAlike, MOVED, wholeOf } from './whole.ts';
import { knownIn } from './records.ts';

/** All of them. */
export const boundFacts = (evidence: Evidence): Fact[] =>
  listsOf(evidence.service)
    .flatMap((list) => [...pagesOf(evidence, list), ...defaultsOf(evidence, list)])
    .concat(othersOf(evidence));

/** The point that says what becomes of more than the maximum. */
export const BEYOND = ['page-limit'];

const NONE = { asked: 0, came: 0 };

type Outcome = readonly [verdict: Fact['verdict'], evidence: string];

function pagesOf(evidence: Evidence, list: List): Fact[] {
  const { of, ok } = evidence;
  const { name, operation, parameters } = list;
  const { operationId } = operation;
  return parameters.flatMap(({ name: about, maximum }): Fact[] => {
    if (maximum === undefined) return [];
    const fact = ([verdict, evidence]: Outcome, points: readonly string[] = []): Fact => ({
      ...{ operationId, kind: 'bound', about, verdict, evidence },
      ...(points.length > 0 && { points }),
    });
    const [most] = of(`${name}.max.${about}`);
    const [over] = of(`${name}.over.${about}`);
    if (!most?.answer || !over?.answer) return [fact(['not asked', 'no page was asked for'])];
    const pages = [...ok(`${name}.max.${about}`), ...ok(`${name}.over.${about}`)];
    const largest = Math.max(0, ...pages.map(({ records }) => records.length));
    const rest = wholeOf(evidence, list)?.isCut === true;
    if (most.answer.status !== 200) return [fact(['differs', `${String(maximum)} is ${inWords(most.answer)}`])];
    if (largest > maximum) return [fact(['differs', `${String(maximum)} is the most, and ${String(largest)} came`])];
    // one page of all is enough
    const wrong = evidence
      .by(operationId)
      .find(({ exchange: { request }, records }) => records.length > Number(request.query[about] ?? Infinity));
    if (wrong) {
      const asked = String(wrong.exchange.request.query[about]);
      return [fact(['differs', `${asked} were asked for, and ${String(wrong.records.length)} came`])];
    }
    if (rest)
      return [fact(['differs', `${String(maximum)} were asked for, ${String(largest)} came, and there are more`])];
    if (over.answer.status < 400) return [fact(['differs', `${String(maximum + 1)} is not refused`], BEYOND)];
    return [fact(['agrees', `${String(maximum)} is taken, ${String(maximum + 1)} is refused`])];
  });
}

/** A page without a parameter that its own total says is not all, and is smaller than its default. Totals are believed where a whole list has its own. */
function cutByDefault(evidence: Evidence, list: List, size: number): Success | undefined {
  const whole = wholeOf(evidence, list);
  const total = totalOf(list.operation);
  if (whole?.isAll !== true || whole.list.body[total] !== whole.list.records.length) return undefined;
  return evidence
    .ok(`${list.name}.plain`)
    .find(({ body, records }) => records.length < size && Number(body[total]) > records.length);
}

function defaultsOf(evidence: Evidence, list: List): Fact[] {
  const { ok } = evidence;
  const { name, operation, parameters } = list;
  const { operationId } = operation;
  return parameters.flatMap(({ name: about, default: value, maximum }): Fact[] => {
    if (value === undefined) return [];
    const fact = ([verdict, evidence]: Outcome): Fact => ({ operationId, kind: 'default', about, verdict, evidence });
    const cut = maximum === undefined ? undefined : cutByDefault(evidence, list, Number(value));
    if (cut) {
      const there = String(cut.body[totalOf(operation)]);
      return [fact(['differs', `left out it is not ${String(value)}: ${String(cut.records.length)} of ${there} came`])];
    }
    const [given] = ok(`${name}.default.${about}`);
    const left = given && ok(`${name}.plain`, given.exchange.caller)[0];
    if (!given || !left) return [fact(['not asked', 'no answer without it'])];
    const { caller } = given.exchange;
    const isAlike = areAlike(given.body, left.body);
    /** Where they are not alike, both were read once more: where that was lost, nobody knows whether they moved on. */
    const stayed = ({ body }: Success, step: string): boolean => {
      const [again] = ok(`${name}.${step}`, caller);
      return again ? areAlike(body, again.body) : isAlike;
    };
    const isMoved = !stayed(left, 'again') || !stayed(given, `default.${about}.again`);
    // whatever came up meanwhile, a page is no larger than its default
    const isMore =
      maximum !== undefined && left.records.length > Number(value) && given.records.length <= Number(value);
    if (!isMore && isMoved) return [fact(['not observable', MOVED])];
    if (isMore || !isAlike) {
      const counts = [left, given].map(({ records }) => String(records.length));
      return [fact(['differs', `left out it is not ${String(value)}: ${counts.join(' records, and ')} with it`])];
    }
    if (maximum !== undefined && left.records.length < Number(value))
      return [fact(['not observable', `there are fewer records than ${String(value)}`])];
    if (left.records.length === 0) return [fact(['not observable', 'there are no records to choose from'])];
    const hasPrices = left.records.some(({ prices = [''] }) => Object.keys(prices as object).length > 0);
    if (!hasPrices) return [fact(['not observable', 'there are no prices to choose from'])];
    return [fact(['agrees', `left out it is ${String(value)}`])];
  });
}

/** Lists in bodies, and texts in paths. */
function othersOf(evidence: Evidence): Fact[] {
  const { of, ok } = evidence;
  const bound = (
    operationId: string,
    about: string,
    asked: boolean,
    wrong: string | undefined,
    right: string,
    points: readonly string[] = [],
  ): Fact => ({
    ...{ operationId, kind: 'bound', about },
    verdict: !asked ? 'not asked' : wrong === undefined ? 'agrees' : 'differs',
    evidence: !asked ? 'nothing to ask for' : (wrong ?? right),
    ...(points.length > 0 && { points }),
  });
  const statusOf = (step: string): number | undefined => of(step)[0]?.answer?.status;
  const refuses = (operationId: string, about: string, step: string): Fact => {
    const status = statusOf(step);
    return bound(
      operationId,
      about,
      status !== undefined,
      status !== undefined && status < 400 ? 'what is too long is not refused' : undefined,
      'what is too long is refused',
    );
  };
  const [hundred] = of('getCallbacksById.max').flatMap(({ answer }) => answer ?? []);
  const more = statusOf('getCallbacksById.over');
  const [known = NONE] = ok('getCallbacksById.max').map((answer) => ({
    asked: knownIn(evidence, answer).asked,
    came: answer.records.length,
  }));
  const most = Math.max(0, ...ok('getCallbacksById.over').map(({ records }) => records.length));
  const wrong =
    hundred?.status !== 200
      ? `100 are ${inWords(hundred)}`
      : known.came < known.asked
        ? `of 100 ${String(known.asked)} are such as a list has, and ${String(known.came)} came`
        : most > 100
          ? `of 101 ${String(most)} came`
          : undefined;
  const isTaken = more !== undefined && more < 400;
  const said = `100 are taken, ${String(known.asked)} that a list has among them, and 101 are refused`;
  const [eleven] = ok('getDelegatedBalances.eleven');
  const balances = isNode(eleven?.body.balances) ? Object.keys(eleven.body.balances).length : undefined;
  return [
    hundred?.status === 404
      ? {
          ...{ operationId: 'getCallbacksById', kind: 'bound', about: 'ids', verdict: 'not observable' },
          evidence: 'a hundred are not found where one of them is not',
        }
      : bound(
          'getCallbacksById',
          'ids',
          hundred !== undefined && more !== undefined,
          wrong ?? (isTaken ? '101 are not refused' : undefined),
          said,
          wrong === undefined && isTaken ? BEYOND : [],
        ),
    bound(
      'getDelegatedBalances',
      'addresses',
      balances !== undefined,
      balances === 10 ? undefined : `11 were asked for, and ${String(balances)} came`,
      'of 11 addresses 10 are taken',
    ),
    refuses('getWithdrawalState', 'ORDER_ID', 'getWithdrawalState.long'),
    refuses('listWithdrawalStates', 'ORDER_ID', 'listWithdrawalStates.long'),
    refuses('checkWhitelistEntry', 'user_id', 'checkWhitelistEntry.long'),
  ];
}
