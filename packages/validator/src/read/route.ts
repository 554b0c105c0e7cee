/** Finds the operation that a request is for, by its method and its target as they stand in the first line. */
import type { Operation } from '../document/operations.ts';

/** A request that an operation is there for. */
export interface Call {
  readonly operation: Operation;
  /** What stands in its path, by the names of the parameters, decoded. */
  readonly segments: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly target: Target;
}

/** A target, cut in two, still encoded. */
export interface Target {
  readonly path: string;
  /** Empty where there is none. */
  readonly query: string;
}

/** A request that no operation is there for, with its answer. */
export interface Outside {
  readonly status: 404 | 405;
  readonly body: { readonly error: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly because: string;
  readonly target: Target;
}

/** Finds the operation of a request, or says that there is none. */
export type Route = (method: string, target: string) => Call | Outside;

/**
 * Makes the lookup. `product` is the path segment that stands for the document's `svc`. A fixed segment beats a parameter, as
 * `eventlog` beats `{ORDER_ID}`.
 */
export function createRoute(all: readonly Operation[], product: string): Route {
  const paths = Map.groupBy(all, ({ path }) => path.replace('/svc/', `/${product}/`));
  const routes = [...paths]
    .map(([path, operations]): Template => ({ parts: path.split('/').map(partOf), operations }))
    .sort((a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length);
  const ofLength = Map.groupBy(routes, ({ parts }) => parts.length);

  return (method, sent) => {
    const target = cut(sent);
    const given = target.path.split('/').map(decoded);
    const found = ofLength.get(given.length)?.find(({ parts }) => matches(parts, given));
    const operation = found?.operations.find((candidate) => candidate.method === method);
    if (!found || !operation) return outside(method, target, found?.operations.map((each) => each.method) ?? []);
    const segments: Record<string, string> = {};
    for (const [i, { name }] of found.parts.entries()) if (name !== undefined) segments[name] = given[i] ?? '';
    return { operation, segments, query: new URLSearchParams(target.query), target };
  };
}

/** A target may name the host before its path: that is how proxies are asked. */
function cut(sent: string): Target {
  const target = sent.startsWith('/') ? sent : sent.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // an escape that is none fits no path
  }
}

function outside(method: string, target: Target, allowed: readonly string[]): Outside {
  const { path } = target;
  if (allowed.length === 0) {
    const body = { error: `No operation at ${path}` };
    return { status: 404, body, headers: {}, because: 'unknown path', target };
  }
  return {
    status: 405,
    body: { error: `No operation answers ${method} at ${path}; ${allowed.join(' and ')} would be answered` },
    headers: { allow: allowed.join(', ') },
    because: 'unknown method',
    target,
  };
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

const matches = (parts: readonly Part[], given: readonly (string | undefined)[]): boolean =>
  parts.every(({ text, name }, i) => (name === undefined ? given[i] === text : Boolean(given[i])));
