/** Finds the operation of a request. */
import { operations, type Operation } from './document.ts';

/** An operation with the segments that fill its path; or else the methods that the path would take (none for an unknown one). */
export type Route =
  | { readonly operation: Operation; readonly segments: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] };

const routes = Map.groupBy(
  [...Map.groupBy(operations, (operation) => operation.path)]
    .map(([path, candidates]) => ({ wanted: path.split('/'), parameters: path.split('{').length, candidates }))
    .sort((a, b) => a.parameters - b.parameters), // a fixed segment beats a parameter, as `eventlog` beats `{ORDER_ID}`
  ({ wanted }) => wanted.length,
);

/** Finds it. The path has the document's own `svc`. */
export function route(method: string, path: string): Route {
  const given = path.split('/');
  const found = routes
    .get(given.length)
    ?.find(({ wanted }) =>
      wanted.every((segment, i) => (segment.startsWith('{') ? given[i] !== '' : segment === given[i])),
    );
  const operation = found?.candidates.find((candidate) => candidate.method === method);
  if (!found || !operation) return { allowed: found?.candidates.map((candidate) => candidate.method) ?? [] };
  const segments: Record<string, string> = {};
  for (const [i, segment] of found.wanted.entries())
    if (segment.startsWith('{')) segments[segment.slice(1, -1)] = decodeURIComponent(given[i] ?? '');
  return { operation, segments };
}
