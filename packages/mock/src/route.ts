/** Finds the operation of a request. */
import type { OpenApiDocument, Operation } from './document.ts';
import { operationsOf } from './document.ts';

/** What a path leads to: an operation, or else the methods that would lead to one (none for an unknown path). */
export type Route = { readonly operation: Operation } | { readonly allowed: readonly string[] };

/** Makes the lookup. A fixed segment beats a parameter, as `eventlog` beats `{ORDER_ID}`. */
export function createRouter(document: OpenApiDocument): (method: string, path: string) => Route {
  const paths = Map.groupBy(operationsOf(document), (operation) => operation.path);
  const routes = [...paths]
    .map(([path, operations]) => ({ matches: matcherOf(path), parameters: path.split('{').length, operations }))
    .sort((a, b) => a.parameters - b.parameters);
  return (method, path) => {
    const operations = routes.find(({ matches }) => matches(path))?.operations ?? [];
    const operation = operations.find((candidate) => candidate.method === method);
    return operation ? { operation } : { allowed: operations.map((candidate) => candidate.method) };
  };
}

function matcherOf(template: string): (path: string) => boolean {
  const wanted = template.split('/');
  return (path) => {
    const segments = path.split('/');
    return (
      segments.length === wanted.length &&
      wanted.every((segment, i) => (segment.startsWith('{') ? segments[i] !== '' : segments[i] === segment))
    );
  };
}
