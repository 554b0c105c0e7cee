/** Makes a transcript of what was sent and came: nothing gets into it but through the document's own types. */
import { parseJson } from '@wallet-operations/json';
import { answerContent, follow, isNode, placeOf, type Operation, type Place } from '@wallet-operations/validator';
import type { Interface } from '../document/interface.ts';
import { vocabularyOf } from '../document/vocabulary.ts';
import type {
  Alterations,
  Caller,
  Exchange,
  ReceivedAnswer,
  Span,
  Stop,
  Transcript,
} from '../transcript/transcript.ts';
import { createAmounts } from './amounts.ts';
import { createErrorTexts } from './error-texts.ts';
import { hasTooManyParts } from './extent.ts';
import { createRanks } from './ranks.ts';
import { createTexts } from './texts.ts';
import { createTimes } from './times.ts';
import { hiddenIn, hiddenParameter, type Hiding, type Reading } from './values.ts';

/** An exchange as it was. It leaves the memory of the run in no other way than through {@link redacted}. */
export interface RawExchange {
  readonly step: string;
  readonly operationId: string;
  readonly caller: Caller;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
  readonly altered: Alterations;
  readonly answer?: RawAnswer;
  /** Unix seconds between which the service looked at it; undefined where nobody knows. */
  readonly when?: Span;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Undefined for one that was too large to be kept. */
  readonly text: string | undefined;
}

/** A run as it was. */
export interface RawRun {
  readonly wallets: Transcript['wallets'];
  readonly exchanges: readonly RawExchange[];
  /** Unix seconds of the run. */
  readonly present: number;
  readonly stopped?: Stop;
}

/** Content types that may be named. */
const MEDIA_TYPES = new Set([
  ...['application/json', 'application/problem+json', 'text/html', 'text/plain', 'text/xml', 'application/xml'],
  '',
]);

/** A number with a point or as a power of ten, or what looks like one within a text. */
const NOT_PLAIN = /(?:^|[:[,])\s*-?\d+[.eE]/;

/** Whole numbers that are written so, which `JSON.parse` gives as numbers of any size, are bigints like all others; what no number holds is nothing. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole);
  if (isNode(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, whole(one)]));
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) return null;
  return Number.isInteger(value) ? BigInt(value) : value;
}

/** The JSON of an answer; undefined for what is none, and for what has too many parts. */
export function jsonOf({ text }: RawAnswer): unknown {
  if (text === undefined || text === '' || hasTooManyParts(text)) return undefined;
  try {
    const value = parseJson(text);
    return NOT_PLAIN.test(text) ? whole(value) : value;
  } catch {
    return undefined;
  }
}

/** The transcript of a run. */
export function redacted(service: Interface, run: RawRun): Transcript {
  const ranks = createRanks();
  const times = createTimes(run.present);
  const amounts = createAmounts();
  const texts = createTexts();
  const vocabulary = vocabularyOf(service.document, service.operations);
  const errorText = createErrorTexts(service.operations, vocabulary);
  const names = new Map<string, string>();
  const hidingWith = (numbers: Pick<Hiding, 'integer' | 'time' | 'amount'>): Hiding => ({
    ...numbers,
    text: texts.hide,
    name(name) {
      const known = names.get(name) ?? `undeclared_${String(names.size + 1)}`;
      names.set(name, known);
      return known;
    },
    errorText: (text) =>
      errorText(text, { text: texts.hide, integer: (digits) => String(numbers.integer(BigInt(digits))) }),
  });
  /** First all numbers are noted, for their order is known once all of them are. */
  const noting = hidingWith({
    integer(value) {
      ranks.note(value);
      return value;
    },
    time(seconds) {
      times.note(seconds);
      return seconds;
    },
    amount(text) {
      amounts.note(text);
      return text;
    },
  });
  const { document } = service;
  for (const exchange of run.exchanges) exchangeOf(service, { document, vocabulary, hiding: noting }, exchange);
  const hiding = hidingWith({ integer: ranks.hide, time: times.hide, amount: amounts.hide });
  const reading = { document, vocabulary, hiding };
  return {
    wallets: run.wallets.map(({ kind }) => ({ kind })),
    exchanges: run.exchanges.map((exchange) => exchangeOf(service, reading, exchange)),
    ...(run.stopped !== undefined && { stopped: run.stopped }),
  };
}

function exchangeOf(service: Interface, reading: Reading, raw: RawExchange): Exchange {
  const { step, operationId, caller, path, query, body, altered, answer, when } = raw;
  const operation = service.operation(operationId);
  const parameter = (name: string, text: string): string =>
    hiddenParameter(reading, text, schemaOf(service, operation, name));
  const tenders = (text: string): string =>
    text.replace(/[^,]+/g, (one) => (reading.vocabulary.isCurrency(one) ? one : reading.hiding.text(one)));
  const ofQuery = (name: string, text: string): string =>
    /^\d{1,5}$/.test(text) && schemaOf(service, operation, name).some(({ type }) => type === 'integer')
      ? text
      : name === 'convert'
        ? tenders(text)
        : parameter(name, text); // pages tell of nobody
  return {
    step,
    operationId,
    caller,
    request: {
      path: Object.fromEntries(Object.entries(path).map(([name, text]) => [name, parameter(name, text)])),
      query: Object.fromEntries(query.map(([name, text]) => [name, ofQuery(name, text)])),
      ...(body !== undefined && {
        body: hiddenIn(reading, body, placeOf(service.document, operation.bodySchema), false),
      }),
      altered,
    },
    ...(answer && { answer: answerOf(service, reading, operation, answer) }),
    ...(when && { when: { from: reading.hiding.time(when.from), to: reading.hiding.time(when.to) } }),
  };
}

function schemaOf({ document }: Interface, { parameters }: Operation, name: string): Place {
  const found = parameters.find((parameter) => parameter.name === name);
  return placeOf(document, follow(document, found).schema);
}

function answerOf(service: Interface, reading: Reading, operation: Operation, raw: RawAnswer): ReceivedAnswer {
  const { status, text } = raw;
  const media = raw.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const contentType = MEDIA_TYPES.has(media) ? media : 'other';
  if (text === undefined) return { status, contentType, unread: 'too large' };
  if (text === '') return { status, contentType, unread: 'empty' };
  if (hasTooManyParts(text)) return { status, contentType, unread: 'too many parts' };
  const json = jsonOf(raw);
  if (json === undefined) return { status, contentType, unread: 'no JSON' };
  const { schema } = answerContent(service.document, operation, status);
  const known = schema ?? (status >= 400 ? ERROR : undefined);
  const place = placeOf(service.document, known);
  return { status, contentType, body: hiddenIn(reading, json, place, status >= 400) };
}

/** What every error is held against where its status is not documented. */
const ERROR = { $ref: '#/components/schemas/ErrorBody' };
