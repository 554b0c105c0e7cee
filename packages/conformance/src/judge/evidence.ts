/** What a transcript shows, by step: the only thing that verdicts look at. */
import { stringifyJson } from '@wallet-operations/json';
import { isNode, type Violation } from '@wallet-operations/validator';
import { withFolded } from '../calls/addresses.ts';
import { declaredOf, listOf } from '../calls/list.ts';
import { momentIn } from './times.ts';
import type { Caller, Exchange, Interface, Transcript } from '@wallet-operations/transcript';

/** A body that can be looked into. */
export type Body = Readonly<Record<string, unknown>>;

/** An exchange whose answer is 200. */
export interface Success {
  readonly exchange: Exchange;
  /** With its addresses as they are compared. */
  readonly body: Body;
  /** The list that the answer is about; empty where it has none. */
  readonly records: readonly Body[];
}

/** A transcript, to be asked. */
export interface Evidence {
  readonly service: Interface;
  readonly transcript: Transcript;
  /** Exchanges of a step, of all callers or of one. */
  readonly of: (step: string, caller?: Caller) => readonly Exchange[];
  /** Those that succeeded. */
  readonly ok: (step: string, caller?: Caller) => readonly Success[];
  /** Those that succeeded of every step whose name begins so. */
  readonly under: (prefix: string) => readonly Success[];
  /** Those that succeeded of an operation, whatever it was asked for. */
  readonly by: (operationId: string) => readonly Success[];
  /** Whether anybody was let in. */
  readonly isAdmitted: boolean;
}

/** Makes it. */
export function evidenceOf(service: Interface, transcript: Transcript): Evidence {
  const { exchanges } = transcript;
  const bySteps = Map.groupBy(exchanges, ({ step }) => step);
  const of = (step: string, caller?: Caller): readonly Exchange[] =>
    (bySteps.get(step) ?? []).filter((exchange) => caller === undefined || exchange.caller === caller);
  const successes = new Map(
    exchanges.flatMap((exchange) => {
      const { status, body } = exchange.answer ?? {};
      if (status !== 200 || !isNode(body) || saysError(service, exchange.operationId, body)) return [];
      const own = withFolded(body) as Body;
      return [[exchange, { exchange, body: own, records: listOf(service, exchange.operationId, own) }] as const];
    }),
  );
  const okOf = (exchanges: readonly Exchange[]): Success[] =>
    exchanges.flatMap((exchange) => successes.get(exchange) ?? []);
  return {
    service,
    transcript,
    of,
    ok: (step, caller) => okOf(of(step, caller)),
    under: (prefix) => okOf(exchanges.filter(({ step }) => step.startsWith(prefix))),
    by: (operationId) => okOf(exchanges.filter((exchange) => exchange.operationId === operationId)),
    isAdmitted: successes.size > 0,
  };
}

/** An answer, what it has under names, its records, and what each has a list of. */
export const partsOf = ({ body, records }: Success): Body[] => [
  ...[body, ...Object.values(body).filter(isNode)],
  ...records.flatMap((record) => [record, ...Object.values(record).flat().filter(isNode)]),
];

/** The callbacks that the lists of all callers have, or that of one. */
export const callbacksOf = ({ ok }: Pick<Evidence, 'ok'>, caller?: Caller): readonly Body[] =>
  ok('listCallbacks.plain', caller).flatMap(({ records }) => records);

/** The same that were there to the end: of a wallet whose list was read once more, those that it has then; none where that was lost. */
export function lastingOf(evidence: Pick<Evidence, 'ok' | 'of'>, caller: Caller): readonly Body[] {
  const later = evidence.ok('listCallbacks.later', caller);
  if (evidence.of('listCallbacks.later', caller).length === 0) return callbacksOf(evidence, caller);
  const serials = new Set(later.flatMap(({ records }) => records.map(({ serial }) => shown(serial))));
  return callbacksOf(evidence, caller).filter(({ serial }) => serials.has(shown(serial)));
}

/** Looks records up by their transaction, in whichever case that is written: to search all of them for each takes minutes. */
export function byTransaction(records: readonly Body[]): (txid: unknown) => readonly Body[] {
  const groups = Map.groupBy(records, ({ txid }) => (typeof txid === 'string' ? txid.toLowerCase() : undefined));
  return (txid) => (typeof txid === 'string' ? (groups.get(txid.toLowerCase()) ?? []) : []);
}

/** Fields of errors. */
const OF_ERRORS = new Set(['error', 'error_code', 'message']);

/** Whether a body is that of an error, whatever status it came with: it has a word of one, and nothing of what was asked for. */
export function saysError(service: Interface, operationId: string, body: unknown): boolean {
  if (!isNode(body) || typeof body.error !== 'string') return false;
  const declared = declaredOf(service, operationId);
  return !Object.keys(body).some((name) => declared.has(name) && !OF_ERRORS.has(name));
}

/** Whether a call was refused: another success is none, and neither is a fault of the service. */
export const isRefused = ({ answer }: Pick<Exchange, 'answer'>): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500;

/** What became of a call that was not answered with 200. */
export const inWords = (answer: Exchange['answer']): string =>
  answer === undefined
    ? 'not answered'
    : `${isRefused({ answer }) ? 'refused' : 'answered'} with ${String(answer.status)}`;

/** What of an answer breaks the document. */
export function violationsOf(
  { operation, answerCheck }: Interface,
  { operationId, answer }: Exchange,
): readonly Violation[] {
  if (!answer || answer.unread === 'too large' || answer.unread === 'too many parts') return [];
  const { status, contentType, body } = answer;
  const text = body === undefined ? (answer.unread === 'empty' ? '' : '<') : stringifyJson(body);
  return answerCheck.answer(operation(operationId), { status, contentType, body: Buffer.from(text) });
}

/**
 * Whether two values are the same, whatever the order of their keys, however many zeros end a decimal number, and however a moment is written:
 * the interface gives amounts and times no one spelling, and `2` and `2.000000` are one.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return shortest(a) === shortest(b) || isOneMoment(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isSame(one, b[i]));
  if (!isNode(a) || !isNode(b)) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(a[key], b[key]));
}

/** Whether something is a text that says something. */
export const isText = (one: unknown): one is string => typeof one === 'string' && one !== '';

/** Whether two texts are the same but for their case. */
export const isAlike = (a: unknown, b: string): boolean => typeof a === 'string' && a.toLowerCase() === b.toLowerCase();

/** Whether two texts are times that name their zones, and the same one: a transcript has no parts of seconds. */
function isOneMoment(a: string, b: string): boolean {
  const moment = momentIn(a);
  return moment !== undefined && moment === momentIn(b);
}

/** A decimal number that is whole, without the zeros behind its point; any other text as it is. A transcript has no zeros behind other digits. */
const shortest = (text: string): string => /^(\d+)\.0+$/.exec(text)?.[1] ?? text;

/** Names of the fields in which two records are not the same. A field that one of them has not, or in another type, is told of as such. */
export const differences = (a: Body, b: Body): string[] =>
  Object.keys(a).filter((key) => typeof a[key] === typeof b[key] && !isSame(a[key], b[key]));

/** A value as a report shows it. */
export const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : stringifyJson(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

/** The value that a point has in the document; an object. */
export function assumedOf({ service }: Pick<Evidence, 'service'>, id: string): Readonly<Record<string, unknown>> {
  const value = service.points[id]?.value;
  return isNode(value) ? value : {};
}
