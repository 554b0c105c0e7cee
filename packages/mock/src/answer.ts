/** From a request to an answer that the service could give: the order of checks, and nothing of sockets. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { parseBody } from './check/body.ts';
import { createRequestCheck } from './check/request.ts';
import { createResponseCheck } from './check/response.ts';
import { createValidator } from './check/validator.ts';
import { type OpenApiDocument, type Operation, schemesOf } from './document.ts';
import { createEngine } from './engine.ts';
import type { MockAnswer, MockRequest } from './exchange.ts';
import { createGenerate, type Generate, seedOf } from './generate.ts';
import { preferred } from './prefer.ts';
import { listed, refuse } from './refuse.ts';
import { createRouter, withoutProduct } from './route.ts';
import { inWords, type Violation } from './violation.ts';

/** Answers requests without a socket. */
export type Answerer = (request: MockRequest) => Promise<MockAnswer>;

/** Where bodies come from. */
export interface DynamicOptions {
  /** Generates bodies instead of giving examples. Default: false. */
  readonly dynamic?: boolean;
  /** With it, the same request always gets the same generated body. Default: another one each time. */
  readonly seed?: string;
}

/**
 * Makes the answering function for a document, the published one by default. `product` is the path segment that a product has
 * in the place of `svc`.
 *
 * @throws Error while it answers, if the document refuses a request by a row that it does not list
 */
export async function createAnswerer(
  document: OpenApiDocument = bundled,
  product = 'svc',
  { dynamic = false, seed }: DynamicOptions = {},
): Promise<Answerer> {
  const route = createRouter(document);
  const engine = await createEngine(document);
  const violationsOf = createRequestCheck(document, createValidator(document));
  const generate = dynamic ? await createGenerate(document, createResponseCheck(document)) : undefined;

  return async ({ method, url, headers, body: text }) => {
    const target = targetOf(url);
    const path = target && withoutProduct(target.pathname, product);
    const found = path === undefined ? { allowed: [] } : route(method, path);
    if (!target || path === undefined || !('operation' in found))
      return outside(method, target?.pathname ?? 'such an address', 'allowed' in found ? found.allowed : []);
    const { operation, parameters } = found;

    const wish = preferred(operation, headers.prefer);
    if (wish) return wish;

    const query = target.searchParams;
    const schemes = schemesOf(document, operation);
    for (const { in: place, name } of schemes)
      if (place === 'query' && query.get(String(name)) === '') query.delete(String(name));
    const parsed = parseBody(operation, headers['content-type'], text);
    const answer = await engine({
      operationId: operation.operationId,
      method,
      path,
      query: queryOf(query),
      headers: {
        ...(operation.node.requestBody === undefined ? {} : { 'content-type': 'application/json' }),
        ...credentialsOf(schemes, headers),
      },
      body: parsed.value,
    });
    if (answer.outcome === 'unauthenticated') {
      const row = listed(operation, String(schemes[0]?.['x-refused-as']));
      const violation = { path: ['security'], code: 'required', message: missingOf(schemes, headers, query) };
      return refusal(operation, row.name, row.status, row.body, violation, [violation]);
    }
    // Prism judges first; what it lets pass it may only have rounded, or may have no rule for.
    const violations = parsed.violation ? [parsed.violation] : answer.violations;
    const more = () => violationsOf({ operation, path: parameters, query, body: parsed.value });
    const all = violations.length > 0 ? violations : more();
    if (all.length > 0) {
      const known = { ...Object.fromEntries(query), ...parameters };
      const { row, violation, body } = refuse(document, {
        operation,
        violations: all,
        body: parsed.value,
        parameters: known,
      });
      return refusal(operation, row.name, row.status, body, violation, all);
    }
    return succeed(operation, answer.status, answer.body, generate, () =>
      seed === undefined ? Math.floor(Math.random() * 2 ** 32) : seedOf(seed, method, url, text),
    );
  };
}

function succeed(
  { operationId, ...operation }: Operation,
  status: number,
  example: unknown,
  generate: Generate | undefined,
  seed: () => number,
): MockAnswer {
  const generated = generate?.({ operationId, ...operation }, status, seed());
  if (generated !== undefined) return { status, body: generated, because: 'generated', operationId };
  const because = generate ? 'an example, for nothing generated is valid' : 'the request fits the document';
  return { status, body: example, because, operationId };
}

/** The answer to a path or a method that no operation has. */
function outside(method: string, pathname: string, allowed: readonly string[]): MockAnswer {
  if (allowed.length === 0)
    return { status: 404, body: { error: `No operation at ${pathname}` }, because: 'unknown path' };
  return {
    status: 405,
    body: { error: `No operation answers ${method} at ${pathname}; ${allowed.join(' and ')} would be answered` },
    headers: { allow: allowed.join(', ') },
    because: 'unknown method',
  };
}

function refusal(
  { operationId }: Operation,
  reason: string,
  status: number,
  body: unknown,
  violation: Violation,
  violations: readonly Violation[],
): MockAnswer {
  return {
    status,
    body,
    headers: { 'x-mock-violations': headerSafe(JSON.stringify(violations)) },
    because: `${reason}: ${inWords(violation)}${violations.length > 1 ? `, and ${String(violations.length - 1)} more` : ''}`,
    operationId,
  };
}

/** A header holds printable ASCII, and not without end. */
const headerSafe = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 4096);

/** Path and query; undefined for what is no address, as only a strange client sends it. */
const targetOf = (url: string): URL | undefined => URL.parse(url.replace(/^\/+/, '/'), 'http://mock') ?? undefined;

type Headers = MockRequest['headers'];

/** The headers that authenticate; an empty one is none. */
const credentialsOf = (schemes: readonly Record<string, unknown>[], headers: Headers): Record<string, string> =>
  Object.fromEntries(
    schemes.flatMap(({ in: place, name }) => {
      const key = String(name).toLowerCase();
      return place === 'header' && headers[key] ? [[key, headers[key]]] : [];
    }),
  );

function missingOf(schemes: readonly Record<string, unknown>[], headers: Headers, query: URLSearchParams): string {
  const missing = schemes.filter(({ in: place, name }) =>
    place === 'header' ? !headers[String(name).toLowerCase()] : !query.has(String(name)),
  );
  return `${missing.map(({ in: place, name }) => `${String(place)} ${String(name)}`).join(' and ')} missing`;
}

/** A parameter given twice becomes a list, which no parameter of the document may be. */
const queryOf = (parameters: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
