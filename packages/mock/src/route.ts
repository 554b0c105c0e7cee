/** Finds the operation of a request. */
import type { OpenApiDocument, Operation } from './document.ts';
import { operationsOf } from './document.ts';

/** Where a request leads. */
export interface Found {
  readonly operation: Operation;
  /** The parameters in its path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a path leads to: an operation, or else the methods that would lead to one (none for an unknown path). */
export type Route = Found | { readonly allowed: readonly string[] };

/**
 * Makes the lookup by method and path, the path as the document has it. A fixed segment beats a parameter, as `eventlog`
 * beats `{ORDER_ID}`.
 */
export function createRouter(document: OpenApiDocument): (method: string, path: string) => Route {
  const paths = Map.groupBy(operationsOf(document), (operation) => operation.path);
  const routes = [...paths]
    .map(([path, operations]): Template => ({ parts: path.split('/').map(partOf), operations }))
    .sort((a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length);
  const ofLength = Map.groupBy(routes, ({ parts }) => parts.length);
  return (method, path) => {
    const segments = path.split('/').map(decoded);
    const route = ofLength.get(segments.length)?.find(({ parts }) => matches(parts, segments));
    const operation = route?.operations.find((candidate) => candidate.method === method);
    if (!route || !operation) return { allowed: route?.operations.map((candidate) => candidate.method) ?? [] };
    const parameters: Record<string, string> = {};
    for (const [i, { name }] of route.parts.entries()) if (name !== undefined) parameters[name] = segments[i] ?? '';
    return { operation, parameters };
  };
}

/** `path` with the document's `svc` in the place of the product's segment; undefined if it has another there. */
export function withoutProduct(path: string, product: string): string | undefined {
  const prefix = `/v1/${product}/`;
  return path.startsWith(prefix) ? `/v1/svc/${path.slice(prefix.length)}` : undefined;
}

function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // an escape that is none fits no path
  }
}

/** A path of the document, with all operations that stand under it. */
interface Template {
  readonly parts: readonly Part[];
  readonly operations: readonly Operation[];
}

/** A segment of it: fixed, or with the name of its parameter. */
interface Part {
  readonly text: string;
  readonly name: string | undefined;
}

const partOf = (text: string): Part => ({ text, name: text.startsWith('{') ? text.slice(1, -1) : undefined });

const isParameter = ({ name }: Part): boolean => name !== undefined;

const matches = (parts: readonly Part[], segments: readonly (string | undefined)[]): boolean =>
  parts.every(({ text, name }, i) => (name === undefined ? segments[i] === text : Boolean(segments[i])));
