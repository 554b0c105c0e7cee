/** Chooses the row of the error catalogue that answers a request which breaks the document, and words it for that request. */
import {
  type Example,
  follow,
  isNode,
  jsonContent,
  type OpenApiDocument,
  type Operation,
  parametersOf,
} from './document.ts';
import { filled, type Known } from './fill.ts';
import { inWords, type Violation } from './violation.ts';

/** A request that breaks the document. */
export interface BrokenRequest {
  readonly operation: Operation;
  /** Not empty. */
  readonly violations: readonly Violation[];
  readonly body: unknown;
  /** What its path and its query say. */
  readonly parameters: Known;
}

/** The answer to a broken request. */
export interface Refusal {
  readonly row: Example;
  /** The violation that it answers. */
  readonly violation: Violation;
  readonly body: unknown;
}

/**
 * Refuses a request for the first of its violations. Each schema on the way to a violation may name a row in `x-refused-as`,
 * by keyword and, for a missing property, by its name; the operation names the row for all else.
 *
 * @throws Error if the document names a row that it does not list
 */
export function refuse(document: OpenApiDocument, request: BrokenRequest): Refusal {
  const { operation, violations, body, parameters } = request;
  // What identifies the wallet is looked at before anything that is asked of it.
  const [violation] = violations.toSorted((a, b) => Number(b.path[0] === 'path') - Number(a.path[0] === 'path'));
  if (!violation) throw new Error('A request without a violation cannot be refused.');
  const reason = reasonOf(document, operation, violation, body) ?? String(operation.node['x-refused-as']);
  const row = listed(operation, reason);
  const own = { message: violation.path.length > 1 ? inWords(violation) : violation.message };
  return {
    row,
    violation,
    body: filled(row, [own, ...around(violation, body), parameters]),
  };
}

/** The row of a reason, as the operation lists it. */
export function listed(operation: Operation, reason: string): Example {
  const row = operation.examples.find(({ name, status }) => name === reason && status >= 400);
  if (row) return row;
  throw new Error(`The document refuses a request to ${operation.operationId} as ${reason}, which it does not list`);
}

function reasonOf(
  document: OpenApiDocument,
  operation: Operation,
  { path: [place, ...way], code }: Violation,
  body: unknown,
): string | undefined {
  const [schema, steps] =
    place === 'body'
      ? [jsonContent(document, operation.node.requestBody).schema, way]
      : [parameterOf(document, operation, place, way[0])?.schema, way.slice(1)];
  const row = refusals(document, descend(document, schema, steps), code);
  if (typeof row === 'string') return row;
  const data = place === 'body' ? steps.reduce<unknown>(step, body) : undefined;
  if (!isNode(row) || !isNode(data)) return undefined;
  return Object.entries(row).find(([property]) => !(property in data))?.[1] as string | undefined;
}

/** The objects that a violation lies in, the innermost first. */
function around({ path: [place, ...way] }: Violation, body: unknown): Known[] {
  if (place !== 'body') return [];
  let at = body;
  const objects = [at, ...way.map((key) => (at = step(at, key)))];
  return objects.filter(isNode).reverse();
}

const step = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value[Number(key)] : isNode(value) ? value[key] : undefined;

const parameterOf = (
  document: OpenApiDocument,
  operation: Operation,
  place?: string,
  name?: string,
): Known | undefined => parametersOf(document, operation).find((each) => each.in === place && each.name === name);

function descend(document: OpenApiDocument, schema: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((at, key) => {
    const { items, properties } = follow(document, at);
    return isNode(properties) && key in properties ? properties[key] : items;
  }, schema);
}

/** What `x-refused-as` says of a keyword, on the schema itself or, failing that, on the one it refers to. */
function refusals(document: OpenApiDocument, schema: unknown, keyword: string): unknown {
  return [schema, follow(document, schema)]
    .map((each) => (isNode(each) ? each['x-refused-as'] : undefined))
    .map((rows) => (isNode(rows) ? rows[keyword] : undefined))
    .find((row) => row !== undefined);
}
