/** Chooses the row of the error catalogue that answers a request which breaks the document, and words it for that request. */
import { childOf, follow, isNode, type Node, type OpenApiDocument } from '../document/node.ts';
import type { Example, Operation } from '../document/operations.ts';
import { inWords, type Violation } from '../document/violation.ts';
import { filled, type Known } from './words.ts';

/** The answer to a request that breaks the document, and why it is this one. */
export interface Refusal {
  /** The name of the row. */
  readonly reason: string;
  readonly status: number;
  readonly body: unknown;
  /** All that is wrong, that first which the row answers. */
  readonly violations: readonly Violation[];
}

/** The rest of a request, from which a row takes its words. */
export interface Told {
  readonly body?: unknown;
  /** What its path and its query say. */
  readonly parameters: Known;
}

/**
 * Refuses a request for the first of its violations. Each schema on the way to a violation may name a row in `x-refused-as`,
 * by keyword and, for a missing property, by its name; the operation names the row for all else.
 *
 * @throws Error if the document names a row that it does not list
 */
export function refuse(
  document: OpenApiDocument,
  operation: Operation,
  violations: readonly [Violation, ...Violation[]],
  { body, parameters }: Told,
): Refusal {
  const [violation] = violations;
  const row = listed(operation, rowOf(document, operation, violation, body) ?? String(operation.node['x-refused-as']));
  const own = { message: violation.path.length > 1 ? inWords(violation) : violation.message };
  const known = [own, ...around(violation, body), parameters];
  return { reason: row.name, status: row.status, body: filled(row, known), violations };
}

/** Refuses a request whose credentials are not all there, by the row of the first that is not. */
export function refuseStranger(operation: Operation, violations: readonly [Violation, ...Violation[]]): Refusal {
  const [place, missing] = violations[0].path;
  const scheme = operation.schemes.find((each) => each.in === place && each.name === missing);
  const { name, status, body } = listed(operation, String(scheme?.['x-refused-as']));
  return { reason: name, status, body, violations };
}

/** One line for a log: the row, and what it answers. */
export function because({ reason, violations: [violation, ...others] }: Refusal): string {
  if (!violation) return reason;
  return `${reason}: ${inWords(violation)}${others.length > 0 ? `, and ${String(others.length)} more` : ''}`;
}

/** The row of a reason, as the operation lists it. */
function listed(operation: Operation, reason: string): Example {
  const row = operation.examples.find(({ name, status }) => name === reason && status >= 400);
  if (row) return row;
  throw new Error(`The document refuses a request to ${operation.operationId} as ${reason}, which it does not list`);
}

/** The row that the schemas on the way to a violation name for it, if any does. */
export function rowOf(
  document: OpenApiDocument,
  { parameters, bodySchema }: Operation,
  { path: [place, ...way], code }: Violation,
  body: unknown,
): string | undefined {
  const [schema, steps] =
    place === 'body'
      ? [bodySchema, way]
      : [parameters.find((each) => each.in === place && each.name === way[0])?.schema, way.slice(1)];
  const row = refusals(document, descend(document, schema, steps), code);
  if (typeof row === 'string') return row;
  const data = place === 'body' ? steps.reduce<unknown>(childOf, body) : undefined;
  if (!isNode(row) || !isNode(data)) return undefined;
  return Object.entries(row).find(([property]) => !(property in data))?.[1] as string | undefined;
}

/** The objects that a violation lies in, the innermost first. */
function around({ path: [place, ...way] }: Violation, body: unknown): Known[] {
  if (place !== 'body') return [];
  let at = body;
  const objects = [at, ...way.map((key) => (at = childOf(at, key)))];
  return objects.filter(isNode).reverse();
}

function descend(document: OpenApiDocument, schema: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((at, key) => {
    const { items, properties } = follow(document, at);
    return isNode(properties) && Object.hasOwn(properties, key) ? properties[key] : items;
  }, schema);
}

/** What `x-refused-as` says of a keyword, on the schema itself or, failing that, on the one it refers to. */
const refusals = (document: OpenApiDocument, schema: unknown, keyword: string): unknown =>
  [schema, follow(document, schema)]
    .map((each) => childOf(childOf(each, 'x-refused-as') as Node, keyword))
    .find((row) => row !== undefined);
