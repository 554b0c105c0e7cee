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
    .map(([path, operations]) => ({ template: path.split('/'), parameters: path.split('{').length, operations }))
    .sort((a, b) => a.parameters - b.parameters);
  return (method, path) => {
    const segments = path.split('/').map(decoded);
    const route = routes.find(({ template }) => matches(template, segments));
    const operation = route?.operations.find((candidate) => candidate.method === method);
    if (!route || !operation) return { allowed: route?.operations.map((candidate) => candidate.method) ?? [] };
    const parameters = route.template.flatMap((part, i): [string, string][] =>
      part.startsWith('{') ? [[part.slice(1, -1), segments[i] ?? '']] : [],
    );
    return { operation, parameters: Object.fromEntries(parameters) };
  };
}

/** `path` with the document's `svc` in the place of the product's segment; undefined if it has another there. */
export function withoutProduct(path: string, product: string): string | undefined {
  const prefix = `/v1/${product}/`;
  return path.startsWith(prefix) ? `/v1/svc/${path.slice(prefix.length)}` : undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // an escape that is none fits no path
  }
}

const matches = (template: readonly string[], segments: readonly (string | undefined)[]): boolean =>
  segments.length === template.length &&
  template.every((part, i) => (part.startsWith('{') ? Boolean(segments[i]) : segments[i] === part));
