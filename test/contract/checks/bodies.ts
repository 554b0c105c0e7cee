// What the document declares, held against bodies and values that the interface allows, and such as it does not: by Ajv, without the mock.
import { child, jsonOf, operationsOf, parametersOf, webhookOf, type Node } from '../../interface/document.ts';
import { bodies, errorBody, messageField, pathParameters, webhooks } from '../../interface/facts/index.ts';
import type { Shape } from '../../interface/facts/notation.ts';
import type { Contract, Sight } from '../contract.ts';
import { expected, type Json } from '../expected.ts';
import { endpointOf } from '../inputs.ts';
import { brokenCell, cellsOf, type Cell } from '../places.ts';
import { namedRowsOf } from '../rows.ts';
import { samplesOf } from '../values.ts';
import { errorsOf, wordsOf } from '../validate.ts';
import { variants, type Kind, type Variant } from '../variants.ts';

/** Findings on the answers that an operation declares. */
export function* answerSchemaFindings({ document, seen }: Contract, operationId: string): Generator<string> {
  const responses = child(operationsOf(document).get(operationId)?.node ?? {}, 'responses');
  const { answers = {} } = expected[operationId] ?? {};
  const { reply } = endpointOf(operationId);
  yield* judged(
    `${operationId} reply`,
    responses['200'],
    variantsOf(`${operationId} reply`, reply, Object.values(answers), 'answer'),
    seen,
  );
  const rows = namedRowsOf(operationId);
  for (const status of new Set(rows.map(({ row }) => row[1]))) {
    const place = `${operationId} ${String(status)}`;
    const given = rows.filter(({ row }) => row[1] === status).map(({ body }) => body);
    // Any error body may stand under any status: one that has every field shows those that the status's own rows lack.
    const whole = { error_code: 827, error: 'text', message: 'more', blacklist: { 'an address': ['a cause'] } };
    const shape = { ...errorBody, ...messageField };
    yield* judged(place, responses[String(status)], variantsOf(place, shape, [...given, whole], 'answer'), seen);
  }
}

/** Findings on the parameters and the body that an operation declares. The mock is asked too; here no client and no URL is between. */
export function* requestSchemaFindings({ document }: Contract, operationId: string): Generator<string> {
  const operation = operationsOf(document).get(operationId);
  const { call, query = {}, body } = endpointOf(operationId);
  const inPath = Object.entries(pathParameters).filter(([name]) => call.includes(`{${name}}`));
  for (const [where, fields] of [
    ['path', inPath],
    ['query', Object.entries(query)],
  ] as const)
    for (const [key, line] of fields) {
      const name = key.replace('?', '');
      const place = `${operationId} ${where} ${name}`;
      const parameter = operation?.parameters.find((one) => one.in === where && one.name === name);
      if (parameter) yield* schemaFindings(place, parameter.schema, line as string);
      else yield `${place}: is no parameter of the document`;
    }
  if (!body) return;
  const place = `${operationId} body`;
  const { accepts = [], refuses = [] } = bodies[operationId] ?? {};
  const fitting = [...Object.values(expected[operationId]?.requests ?? {}), ...(accepts as Json[])];
  const broken = refuses.map((one) => ({
    place,
    says: `is ${JSON.stringify(one).slice(0, 200)}`,
    body: one,
    fits: false,
  }));
  yield* judged(place, operation?.node.requestBody, [...variantsOf(place, body, fitting, 'request'), ...broken]);
}

/** Findings on the body that a callback declares, and on the header that is assumed to sign it. */
export function* callbackSchemaFindings({ document, seen }: Contract, name: string): Generator<string> {
  const operation = webhookOf(document, name);
  const place = `${name} body`;
  const { requests = {} } = expected[name] ?? {};
  yield* judged(
    place,
    operation.requestBody,
    variantsOf(place, webhooks[name] ?? {}, Object.values(requests), 'answer'),
    seen,
  );
  if (child(operation, 'requestBody').required !== true)
    yield `${place}: is optional, the handler refuses a callback without it`;
  for (const header of parametersOf(operation)) {
    const where = `${name} header ${String(header.name)}`;
    yield* schemaFindings(where, header.schema, 'string');
    if (header.required === true) yield `${where}: is required, the interface does not show it`;
  }
}

/** Every body that is to be judged: the given ones, and each variant once. */
function* variantsOf(place: string, shape: Shape, given: readonly Json[], kind: Kind): Generator<Variant> {
  const done = new Set<string>();
  for (const body of given) {
    yield { place, says: `is ${JSON.stringify(body).slice(0, 200)}`, body, fits: true };
    for (const variant of variants(place, shape, body, kind)) {
      const what = `${variant.place} ${variant.says} ${variant.keyword ?? ''}`;
      if (!done.has(what)) yield variant;
      done.add(what);
    }
  }
}

/** Findings on the schema of a single value. */
function* schemaFindings(place: string, schema: unknown, line: string): Generator<string> {
  const samples = samplesOf(place, line).map(({ value, ...sample }): Variant => ({
    place,
    body: value,
    ...sample,
    says: `is ${sample.says}`,
  }));
  yield* findingsOn(place, (schema ?? {}) as Node, samples);
}

function* judged(place: string, holder: unknown, all: Iterable<Variant>, seen?: Contract['seen']): Generator<string> {
  const { schema } = jsonOf(holder) as { schema?: Node };
  if (schema === undefined) yield `${place}: declares no JSON body`;
  else yield* findingsOn(place, schema, all, seen);
}

function* findingsOn(place: string, schema: Node, all: Iterable<Variant>, seen?: Contract['seen']): Generator<string> {
  const see = (cells: Iterable<Cell>, as: Sight): void => {
    if (seen) for (const cell of cells) seen(cell, as);
  };
  for (const { place: at, says, body, fits, keyword } of all) {
    const errors = errorsOf(schema, body);
    const broken = errors.map((error) =>
      brokenCell(place, schema, wayOf(error.instancePath), error.keyword, missingOf(error.params)),
    );
    if (fits && errors.length > 0) yield `${at}: ${says}, which fits, and the document refuses it: ${wordsOf(errors)}`;
    else if (fits) see(cellsOf(place, schema, body), 'valid');
    else if (errors.length === 0) yield `${at}: ${says}, which does not fit, and the document allows it`;
    else if (keyword !== undefined && !broken.includes(`${at} · ${keyword}`))
      yield `${at}: ${says}, which ${keyword} shall refuse, and is refused since ${wordsOf(errors)}`;
    else see(broken, 'invalid');
  }
}

function wayOf(instancePath: string): readonly string[] {
  const [, ...way] = instancePath.split('/');
  return way.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function missingOf(params: unknown): string | undefined {
  return (params as { missingProperty?: string }).missingProperty;
}
