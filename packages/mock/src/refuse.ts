/** Chooses the row of the error catalogue that answers a request which breaks the document. */
import type { Node, OpenApiDocument, Operation } from './document.ts';
import { follow, isNode, jsonContent } from './document.ts';

/** One breach of the document, as the validator reports it. */
export interface Violation {
  /** Where: `body`, `path` or `query`, then the way down. */
  readonly path: readonly string[];
  /** The keyword of the schema that is broken. */
  readonly code: string;
  readonly message: string;
}

/**
 * The reason of the row that answers `violations`. Each schema on the way to a violation may name one in
 * `x-refused-as`, by keyword and, for a missing property, by its name; the operation names the one for all else.
 */
export function refuse(
  document: OpenApiDocument,
  operation: Operation,
  violations: readonly Violation[],
  body: unknown,
): string {
  // What identifies the wallet is looked at before anything that is asked of it.
  const [first] = violations.toSorted((a, b) => Number(b.path[0] === 'path') - Number(a.path[0] === 'path'));
  const reason = first && reasonOf(document, operation, first, body);
  return reason ?? String(operation.node['x-refused-as']);
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
      : [parameter(document, operation, place, way[0])?.schema, way.slice(1)];
  const data = place === 'body' ? steps.reduce<unknown>(step, body) : undefined;
  const row = refusals(document, descend(document, schema, steps), code);
  if (typeof row === 'string') return row;
  if (!isNode(row) || !isNode(data)) return undefined;
  return Object.entries(row).find(([property]) => !(property in data))?.[1] as string | undefined;
}

const step = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value[Number(key)] : isNode(value) ? value[key] : undefined;

function parameter(document: OpenApiDocument, operation: Operation, place = '', name = ''): Node | undefined {
  const parameters = Array.isArray(operation.node.parameters) ? operation.node.parameters : [];
  // The validator gives the names of path parameters in lower case.
  return parameters
    .map((each) => follow(document, each))
    .find((each) => each.in === place && String(each.name).toLowerCase() === name.toLowerCase());
}

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
