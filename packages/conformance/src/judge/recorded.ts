/** What the calls of others show, each by itself: hours may lie between two of them, so that no list is held against another. */
import { isNode, rowsUnder } from '@wallet-operations/validator';
import { RECORDED, type Exchange, type Transcript } from '@wallet-operations/transcript';
import { FILTER_POINTS, listsOf, TIME_FIELDS, type List } from '../calls/list.ts';
import { BEYOND } from './bounds.ts';
import { shown, type Evidence, type Success } from './evidence.ts';
import type { Fact } from './fact.ts';
import { timeOf } from './times.ts';
import { rowsIn } from './errors.ts';

/** Successes that points are concluded from, whoever asked, by the step of a run that they are like. */
const LIKE: Readonly<Record<string, string>> = {
  getApiCodeStatus: 'access.status',
  getWithdrawalState: 'getWithdrawalState.seen',
  listWithdrawalStates: 'listWithdrawalStates.seen',
  getWithdrawalEventLogs: 'getWithdrawalEventLogs.seen',
};

/** Gives each exchange the name of a step: of one that a run would have taken, or one that only says whose it is. */
export const withSteps = (transcript: Transcript): Transcript => ({
  ...transcript,
  exchanges: transcript.exchanges.map((exchange) => ({ ...exchange, step: stepOf(exchange) })),
});

function stepOf({ operationId, caller, request, answer }: Exchange): string {
  const other = `${operationId}.${RECORDED}`;
  if (answer?.status !== 200) return other;
  if (operationId === 'getCurrencyPrices')
    return 'convert' in request.query ? other : `${operationId}.${caller === 'read-only' ? 'read-only' : 'plain'}`;
  // which callback is the last of a deposit, a part of the list does not tell
  if (operationId === 'listCallbacks' && Object.keys(request.query).length > 0) return other;
  return LIKE[operationId] ?? (operationId.startsWith('list') ? `${operationId}.plain` : other);
}

/** Points that hang on when a call was made, which a recording does not tell. */
export const HANG_ON_TIME = new Set(['expired-api-code', 'whitelist-transitions', 'api-code-lifetime']);

/** All of them. */
export const recordedFacts = (evidence: Evidence, messageField: string): Fact[] => [
  ...[...Map.groupBy(evidence.transcript.exchanges, ({ operationId }) => operationId)].flatMap(([operationId, own]) => {
    const isWay = own.every(({ answer }) => answer === undefined || isOfMoment(answer.status));
    const answers = own.flatMap((exchange) => ofAnswer(evidence, exchange, messageField, isWay));
    return own.some(({ answer }) => answer?.status === 200) ? answers : [...answers, unsuccessful(operationId, own)];
  }),
  ...listsOf(evidence.service).flatMap((list) =>
    evidence.under(`${list.name}.`).flatMap((answer) => ofPage(list, answer)),
  ),
  ...evidence.under('').flatMap(ofLists),
];

/** What a service, or a gateway before it, says for a moment: a run would have asked again. */
const isOfMoment = (status: number): boolean => status === 429 || status >= 500;

/**
 * A status, and a row of the catalogue: whatever was asked, it is one of those that the operation has. What is said for a moment is no difference,
 * unless nothing else was.
 */
function ofAnswer(evidence: Evidence, exchange: Exchange, messageField: string, isWay: boolean): Fact[] {
  const { operationId, answer } = exchange;
  if (!answer) return [];
  const { service } = evidence;
  const { responses } = service.operation(operationId).node;
  const status = String(answer.status);
  const isDocumented = isNode(responses) && status in responses;
  const ofStatus = (verdict: Fact['verdict'], said: string): Fact => ({
    ...{ operationId, kind: 'status', about: status, verdict, evidence: said },
  });
  if (!isDocumented) {
    const verdict = isOfMoment(answer.status) && !isWay ? 'not observable' : 'differs';
    return [ofStatus(verdict, `${status} is not documented: ${shown(answer.body ?? answer.unread)}`)];
  }
  const agrees = ofStatus('agrees', 'it came, and is documented');
  if (answer.status < 400 || rowsUnder(service.operation(operationId), answer.status).length === 0) return [agrees];
  const [name] = rowsIn(evidence, exchange, messageField);
  const row = { operationId, kind: 'error row' } as const;
  return [
    agrees,
    name === undefined
      ? {
          ...{ ...row, about: `of ${status}`, verdict: 'differs' },
          evidence: `none of the rows of ${status} came: ${shown(answer.body ?? answer.unread)}`,
        }
      : { ...row, about: name, verdict: 'agrees', evidence: `${status} ${name} came` },
  ];
}

/** An operation that was asked and always refused. What its callers did wrong, if they did, nobody tells. */
const unsuccessful = (operationId: string, { length }: readonly Exchange[]): Fact => ({
  ...{ operationId, kind: 'status', about: '200', verdict: 'not observable' },
  evidence: `none of ${String(length)} recorded calls was answered so`,
});

/** A page is no larger than was asked for, and has what its filters and its span leave. */
function ofPage({ operation, name, parameters }: List, { exchange, records }: Success): Fact[] {
  const { operationId } = operation;
  const { query } = exchange.request;
  const fact = (kind: Fact['kind'], about: string, isRight: boolean, said: string, marks?: readonly string[]): Fact => {
    const point = FILTER_POINTS[`${name} ${about}`];
    const points = marks ?? (point === undefined ? [] : [point]);
    return {
      ...{ operationId, kind, about, verdict: isRight ? 'agrees' : 'differs', evidence: `${RECORDED}: ${said}` },
      ...(points.length > 0 && { points }),
    };
  };
  const field = TIME_FIELDS[name];
  return parameters.flatMap((parameter): Fact[] => {
    const { maximum, values, isTime } = parameter;
    const given = query[parameter.name];
    const asked = Number(given ?? parameter.default);
    if (maximum !== undefined) {
      const came = `${String(records.length)} records came for ${given ?? `the default of ${String(asked)}`}`;
      if (asked > maximum) {
        const said = `${String(asked)} is not refused, and ${String(maximum)} is the most`;
        return [fact('bound', parameter.name, false, said, records.length > maximum ? [] : BEYOND)];
      }
      if (records.length > asked) return [fact(given === undefined ? 'default' : 'bound', parameter.name, false, came)];
      return [];
    }
    if (values.length > 0 && values.includes(asked)) {
      const others = records.filter((record) => record[parameter.name] !== asked).length;
      return [
        fact(
          'value',
          parameter.name,
          others === 0,
          `${parameter.name} ${String(asked)} gives ${String(others)} of another`,
        ),
      ];
    }
    if (!isTime || field === undefined || given === undefined) return [];
    const isOutside = (time: number): boolean => (parameter.name === 'from_time' ? time < asked : time > asked);
    const times = records.flatMap((record) => timeOf(record, field) ?? []);
    const outside = times.filter(isOutside).length;
    return [
      fact(
        'value',
        parameter.name,
        outside === 0,
        `${String(outside)} of ${String(times.length)} lie outside by ${field}`,
      ),
    ];
  });
}

/** Lists in bodies that are longer than they may be, and were taken. */
function ofLists({ exchange, body, records }: Success): Fact[] {
  const { operationId, request } = exchange;
  const sent = isNode(request.body) ? request.body : {};
  if (operationId === 'getCallbacksById' && Array.isArray(sent.ids) && sent.ids.length > 100)
    return [
      {
        ...{ operationId, kind: 'bound', about: 'ids', verdict: 'differs', evidence: 'more than 100 are not refused' },
        ...(records.length <= 100 && { points: BEYOND }),
      },
    ];
  const count = isNode(body.balances) ? Object.keys(body.balances).length : 0;
  return operationId === 'getDelegatedBalances' && count > 10
    ? [
        {
          ...{ operationId, kind: 'bound', about: 'addresses', verdict: 'differs' },
          evidence: `${String(count)} addresses are answered`,
        },
      ]
    : [];
}
