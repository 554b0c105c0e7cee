/** Fields and their types: of every answer, held against the document, and which of them were ever seen. */
import { type Place, type Violation, answerContent, isNode, placeOf } from '@wallet-operations/validator';
import { type Exchange, type Interface, fieldAt, fieldsOf, pointsOnWay, stepInto } from '@wallet-operations/transcript';
import { THROTTLED } from '../calls/again.ts';
import { mayBeSent } from '../document/reading.ts';
import { stepsOf } from './rows.ts';
import { unitFacts } from './units.ts';
import { saysError, violationsOf, type Evidence } from './evidence.ts';
import { isAmount } from './amounts.ts';
import type { Fact } from './fact.ts';

/** Breaches that are told of elsewhere: as a status, or as a row. */
const ELSEWHERE = new Set(['undocumented', 'row', 'more']);

/** More than there may be of something. */
const BOUNDS = new Set(['maxItems', 'maxProperties', 'maxLength']);

const UNDECLARED = new Set(['unevaluatedProperties', 'additionalProperties']);

/** All of them. */
export function fieldFacts(evidence: Evidence): Fact[] {
  const { service, transcript } = evidence;
  const steps = stepsOf(evidence);
  const seen = new Map<string, Set<string>>();
  const broken = transcript.exchanges.flatMap((exchange) => {
    const { answer, operationId, step } = exchange;
    if (!answer || step === 'access.try') return [];
    const operation = service.operation(operationId);
    const { schema } = answerContent(service.document, operation, answer.status);
    if (answer.unread === 'too many parts' || answer.unread === 'too large') {
      const more = answer.unread === 'too large' ? 'is larger' : 'has more lists, objects, values or keys';
      const evidence = `${step}: body ${more} than any body of the document`;
      return [{ operationId, kind: 'bound', about: 'body', verdict: 'differs', evidence } satisfies Fact];
    }
    if (answer.status === 200) {
      const names = seen.get(operationId) ?? new Set();
      seen.set(operationId, names);
      namesIn(service, answer.body, placeOf(service.document, schema), '', names);
    }
    const due = step === THROTTLED ? 'call_too_frequently' : steps.get(step)?.row;
    // another status is a fact of its own, and so is another row: one that is no JSON
    const isOtherwise =
      answer.status === 200
        ? due !== undefined && saysError(service, operationId, answer.body)
        : (due === undefined && transcript.recorded === undefined) || answer.unread === 'no JSON';
    return isOtherwise
      ? []
      : [
          ...violationsOf(service, exchange).flatMap((one) => factOf(service, exchange, schema, one)),
          ...unitFacts(service, exchange, placeOf(service.document, schema)),
        ];
  });
  const delegated = ofDelegated(evidence);
  return [
    ...broken,
    ...delegated,
    ...service.operations.flatMap((operation) =>
      declared(service, operation.operationId, seen.get(operation.operationId)),
    ),
  ];
}

/** What is said in place of the parser's words: a transcript has nothing of a body that is none. */
const WORDS: Readonly<Record<string, string>> = { json: 'is no JSON' };

function factOf(service: Interface, exchange: Exchange, schema: unknown, violation: Violation): Fact[] {
  const { operationId, answer, step } = exchange;
  const { code, message, path } = violation;
  if (ELSEWHERE.has(code)) return [];
  const [place = '', ...way] = path;
  const missing = code === 'required' ? /'(.+)'/.exec(message)?.[1] : undefined;
  const whole = missing === undefined ? way : [...way, missing];
  const isError = (answer?.status ?? 200) >= 400;
  const inBody = fieldAt(service.document, schema, whole);
  const name = place === 'body' && whole.length > 0 ? inBody : place;
  const marks = [
    ...(place === 'body' ? pointsOnWay(service.document, schema, whole) : []),
    ...(message.includes('"int32"') ? ['int-width'] : []),
  ];
  // an amount that applies is none of those of which the interface does not say how they are empty
  const points = isAmount(valueAt(answer?.body, whole)) ? marks.filter((id) => id !== 'empty-amounts') : marks;
  return [
    {
      operationId,
      kind: missing !== undefined || UNDECLARED.has(code) ? 'field' : BOUNDS.has(code) ? 'bound' : 'type',
      about: isError ? `error ${name}` : name,
      verdict: 'differs',
      evidence: `${step}: ${name} ${WORDS[code] ?? (missing === undefined ? message : 'is missing')}`,
      ...(points.length > 0 && { points: isError ? [...points, ...OF_ERRORS] : points }),
    },
  ];
}

const valueAt = (body: unknown, way: readonly (string | number)[]): unknown =>
  way.reduce<unknown>(
    (value, key) =>
      isNode(value) || Array.isArray(value) ? (value as Record<string | number, unknown>)[key] : undefined,
    body,
  );

/** An error that carries its message elsewhere has a field more, and one less. */
const OF_ERRORS = ['error-body-fields', 'error-message-field'];

function namesIn({ document }: Interface, value: unknown, place: Place, name: string, names: Set<string>): void {
  if (name !== '') names.add(name);
  const into = (key: string | number, one: unknown): void => {
    const step = stepInto(document, place, key);
    const next =
      step.is === 'entry'
        ? `${name}[]`
        : step.is === 'key'
          ? `${name}{}`
          : `${name === '' ? '' : `${name}.`}${String(key)}`;
    namesIn({ document } as Interface, one, step.place, next, names);
  };
  if (Array.isArray(value)) for (const one of value.slice(0, MOST_ENTRIES)) into(0, one);
  else if (isNode(value)) for (const [key, one] of Object.entries(value)) into(key, one);
}

/** Which fields there are, the first entries of a list tell. */
const MOST_ENTRIES = 100;

/** Every field that an operation's answer declares: seen as declared, or never. */
function declared(
  { document, operation }: Interface,
  operationId: string,
  seen: ReadonlySet<string> | undefined,
): Fact[] {
  const own = operation(operationId);
  const { schema } = answerContent(document, own, 200);
  const isRead = mayBeSent(own);
  return [...fieldsOf(document, schema).keys()].flatMap((about) =>
    (['field', 'type'] as const).map((kind): Fact => {
      if (seen?.has(about))
        return { operationId, kind, about, verdict: 'agrees', evidence: 'as declared in every answer that has it' };
      if (!isRead)
        return { operationId, kind, about, verdict: 'not observable', evidence: 'it takes an operation that writes' };
      if (seen) return { operationId, kind, about, verdict: 'not observable', evidence: 'no answer had it' };
      return { operationId, kind, about, verdict: 'not asked', evidence: 'the operation was not answered' };
    }),
  );
}

/** What the document declares with a condition, where the condition is known to hold. */
function ofDelegated({ transcript, ok }: Evidence): Fact[] {
  return ok('listDepositAddresses.plain').flatMap(({ exchange, records }): Fact[] => {
    const kind = typeof exchange.caller === 'number' ? transcript.wallets[exchange.caller]?.kind : undefined;
    const lacks = records.some((record) => !('address_index' in record));
    if (kind !== 'delegated' || !lacks) return [];
    const about = 'wallet_address[].address_index';
    const evidence = 'an address of a delegated wallet has no address_index';
    return [{ operationId: exchange.operationId, kind: 'field', about, verdict: 'differs', evidence }];
  });
}
