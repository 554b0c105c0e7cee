// What an operation takes and what it refuses: every field, parameter and bound of the interface, from both sides, through the client.
import { ServiceError } from '@wallet-operations/client';
import { jsonOf, operationsOf, type Node } from '../../interface/document.ts';
import { bodies, pathParameters, refusals } from '../../interface/facts/index.ts';
import { rowsOf, type Row } from '../../interface/facts/errors.ts';
import type { Contract } from '../contract.ts';
import { call, type Extras, type Outcome } from '../exchange.ts';
import { expected, without, type Json } from '../expected.ts';
import { endpointOf, inputOf, type Input } from '../inputs.ts';
import { brokenCell, cellsOf } from '../places.ts';
import { fits } from '../rows.ts';
import { samplesOf, type Sample } from '../values.ts';
import { variants } from '../variants.ts';

/** A request that differs from the plain one in one thing. */
interface Attempt {
  readonly place: string;
  readonly says: string;
  readonly input: Input;
  readonly extras?: Extras;
  readonly fits: boolean;
  readonly keyword?: string | undefined;
  readonly answers?: string | undefined;
  readonly isWide?: boolean | undefined;
}

/** Findings on requests that fit and are refused, that do not fit and are taken, or that are refused with another row. */
export async function* requestFindings(contract: Contract, operationId: string): AsyncGenerator<string> {
  const plain = inputOf(operationId);
  for (const attempt of attemptsOf(operationId, plain)) {
    const extras = { ...attempt.extras, prefer: 'code=200' }; // whatever is asked for is there
    const outcome = await call(contract.transport, operationId, plain, attempt.input, extras);
    const wrong = attempt.fits ? takenWrongly(outcome) : refusedWrongly(operationId, attempt, outcome);
    if (attempt.isWide && outcome.status === 200) continue; // Prism reads numbers as doubles, and takes any for 64 bits
    if (wrong) yield `${attempt.place}: ${attempt.says}, ${wrong}`;
    else count(contract, operationId, attempt, outcome);
  }
}

function* attemptsOf(operationId: string, plain: Input): Generator<Attempt> {
  yield* parameterAttempts(operationId, plain);
  yield* ruleAttempts(operationId, plain);
  const { body: shape } = endpointOf(operationId);
  if (!shape) return;
  const place = `${operationId} body`;
  yield {
    place,
    says: 'is missing',
    input: { ...plain, body: undefined },
    extras: { text: '' },
    fits: false,
    keyword: 'anything',
  };
  for (const text of ['{', ''])
    yield { place, says: `is ${text || 'nothing'}`, input: plain, extras: { text }, fits: false, keyword: 'anything' };
  const done = new Set<string>();
  const known = bodies[operationId] ?? { accepts: [], refuses: [] };
  for (const body of [...Object.values(expected[operationId]?.requests ?? {}), ...(known.accepts as Json[])]) {
    yield { place, says: `is ${JSON.stringify(body).slice(0, 200)}`, input: { ...plain, body }, fits: true };
    for (const variant of variants(place, shape, body, 'request')) {
      const what = `${variant.place} ${variant.says} ${variant.keyword ?? ''}`;
      if (done.has(what)) continue;
      done.add(what);
      yield { ...variant, input: { ...plain, body: variant.body as Json } };
    }
  }
  for (const body of known.refuses as Json[])
    yield { place, says: `is ${JSON.stringify(body).slice(0, 200)}`, input: { ...plain, body }, fits: false };
}

/** What no field breaks by itself: an order twice in a batch, memos that are not counted right, a time span that ends before it begins. */
function* ruleAttempts(operationId: string, plain: Input): Generator<Attempt> {
  const order = { order_id: 'shop1_1', address: 'an address', amount: '1' };
  const bodies: Readonly<Record<string, readonly [place: string, keyword: string, body: Json]>> = {
    withdrawAssets: ['requests[].order_id', 'x-unique', { requests: [order, { ...order, amount: '2' }] }],
    createDepositAddresses: ['memos', 'x-length', { count: 2, memos: ['1'] }],
  };
  const [field, keyword, body] = bodies[operationId] ?? [];
  if (field) {
    const place = `${operationId} body ${field}`;
    yield { place, says: `is ${JSON.stringify(body)}`, input: { ...plain, body }, fits: false, keyword };
  }
  if ('to_time?' in (endpointOf(operationId).query ?? {})) {
    const spanOf = (to: string): Input => ({
      ...plain,
      query: { ...plain.query, from_time: '1795104300', to_time: to },
    });
    const place = `${operationId} query to_time`;
    yield { place, says: 'is from_time', input: spanOf('1795104300'), fits: true };
    yield { place, says: 'is before from_time', input: spanOf('1795104299'), fits: false, keyword: 'x-not-before' };
  }
}

function* parameterAttempts(operationId: string, plain: Input): Generator<Attempt> {
  const { call: written, query = {} } = endpointOf(operationId);
  const inPath = Object.entries(pathParameters).filter(([name]) => written.includes(`{${name}}`));
  for (const [where, key, line] of [
    ...inPath.map(([name, shape]) => ['path', name, shape] as const),
    ...Object.entries(query).map(([name, shape]) => ['query', name, shape] as const),
  ]) {
    const name = key.replace('?', '');
    const place = `${operationId} ${where} ${name}`;
    for (const { value, ...sample } of samplesOf(place, line as string).filter(isWritable))
      yield {
        ...sample,
        place,
        says: `is ${sample.says}`,
        input: { ...plain, [where]: { ...plain[where], [name]: String(value) } },
      };
    const rest = without(plain.query, name);
    if (where === 'query')
      yield {
        place,
        says: 'is missing',
        input: { ...plain, query: rest },
        fits: key.endsWith('?'),
        keyword: `required.${name}`,
      };
  }
}

/** In a URL everything is text: only text can be of a wrong type there, and nothing at all is no value. */
function isWritable({ value, keyword }: Sample): boolean {
  return value !== '' && (keyword !== 'type' || value === 'x' || value === 1.5);
}

function takenWrongly({ status, text }: Outcome): string | undefined {
  return status === 200 ? undefined : `which fits, and is refused with ${String(status)} ${text.slice(0, 300)}`;
}

/** The row that the tables have for the keyword at its place, or else the operation's own for anything malformed. */
function rowFor(operationId: string, { place, keyword, answers = keyword }: Attempt): Row | undefined {
  const at = (where: string, what: string): string | undefined =>
    refusals.find(([one, broken]) => one === where && broken === what)?.[2];
  const words = at(place, String(answers)) ?? at(operationId, 'anything');
  const rows = rowsOf(operationId).filter(([, , , text, message]) => (message ?? text) === words);
  return rows.find(([, status]) => status === 400) ?? rows[0];
}

function refusedWrongly(operationId: string, attempt: Attempt, outcome: Outcome): string | undefined {
  const { status, text, error, violations } = outcome;
  if (status === 200) return 'which does not fit, and is taken';
  if (!(error instanceof ServiceError)) return `which the client takes for ${String(error)}`;
  const row = attempt.keyword === undefined ? undefined : rowFor(operationId, attempt);
  if (!row) return status === 400 ? undefined : `which is refused with status ${String(status)}`;
  const [keyword = ''] = attempt.keyword?.split('.') ?? [];
  if (keyword !== 'anything' && !attempt.isWide && !violations.some(({ code }) => code === keyword))
    return `which ${keyword} shall refuse, and is refused by ${violations.map(({ code }) => code).join(', ')}`;
  const [, expectedStatus, code, words, message] = row;
  const { error_code: number = '-', error: said, message: more } = error.body;
  const isRow = status === expectedStatus && number === code && fits(said, words) && fits(more, message);
  return isRow && error.reason !== 'unknown'
    ? undefined
    : `which is refused with ${String(status)} ${text.slice(0, 300)}, not with "${message ?? words}"`;
}

/** Keeps count of the keywords that a request shows, or that the mock names. */
function count(
  { document, seen }: Contract,
  operationId: string,
  { place, input, fits: isFit }: Attempt,
  { violations }: Outcome,
): void {
  const operation = operationsOf(document).get(operationId);
  const bodySchema = jsonOf(operation?.node.requestBody).schema;
  const schemaOf = (where: string, name: string): unknown =>
    operation?.parameters.find((one) => one.in === where && String(one.name).toLowerCase() === name.toLowerCase())
      ?.schema;
  if (isFit) {
    if (input.body) for (const cell of cellsOf(`${operationId} body`, bodySchema, input.body)) seen(cell, 'valid');
    for (const where of ['path', 'query'] as const)
      for (const [name, value] of Object.entries(input[where])) {
        const schema = schemaOf(where, name) as Node | undefined;
        const read = schema?.type === 'integer' ? Number(value) : value;
        for (const cell of cellsOf(`${operationId} ${where} ${name}`, schema, read)) seen(cell, 'valid');
        seen(`${operationId} ${where} · required.${name}`, 'valid');
      }
  }
  for (const {
    path: [where = '', ...way],
    code,
    message,
  } of violations) {
    const missing = /^(required|dependentRequired)$/.test(code) ? /property '?(\w+)/.exec(message)?.[1] : undefined;
    const holder = code === 'additionalProperties' ? way.slice(0, -1) : way; // its last key is the one that is not declared
    if (where === 'body') seen(brokenCell(`${operationId} body`, bodySchema, holder, code, missing), 'invalid');
    else if (way.length === 0) seen(`${operationId} ${where} · ${code}.${missing ?? ''}`, 'invalid');
    else seen(`${place} · ${code}`, 'invalid');
  }
}
