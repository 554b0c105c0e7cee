/** From a request to an answer that the service could give: the order of checks, and nothing of sockets. */
import { follow, isNode, type OpenApiDocument, type Operation } from './document.ts';
import { createEngine } from './engine.ts';
import { parseBody } from './body.ts';
import type { MockAnswer, MockRequest } from './exchange.ts';
import { preferred } from './prefer.ts';
import { refuse, type Violation } from './refuse.ts';
import { createRouter } from './route.ts';

/**
 * Makes the answering function for a document. `product` is the path segment that a product has in the place of `svc`.
 */
export async function createAnswerer(
  document: OpenApiDocument,
  product: string,
): Promise<(request: MockRequest) => Promise<MockAnswer>> {
  const route = createRouter(document);
  const engine = await createEngine(document);
  const { securitySchemes } = follow(document, document.components);
  const schemes = Object.values(isNode(securitySchemes) ? securitySchemes : {}).filter(isNode);
  const headersThatCount = ['content-type', ...schemes.map(({ name }) => String(name).toLowerCase())];
  const prefix = `/v1/${product}/`;

  return async ({ method, url, headers, body }) => {
    const { pathname, searchParams } = new URL(url.replace(/^\/+/, '/'), 'http://mock');
    const path =
      pathname.startsWith(prefix) && isDecodable(pathname) ? `/v1/svc/${pathname.slice(prefix.length)}` : '/';
    const found = route(method, path);
    if (!('operation' in found)) return outside(method, pathname, found.allowed);
    const { operation } = found;

    const wish = preferred(operation, headers.prefer);
    if (wish) return wish;

    const parsed = parseBody(operation, headers['content-type'], body);
    const answer = await engine({
      operationId: operation.operationId,
      method,
      path,
      query: queryOf(searchParams),
      headers: Object.fromEntries(
        headersThatCount.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
      ),
      body: parsed.value,
    });
    if (answer.outcome === 'unauthenticated') {
      const message = 'an authentication header, or the query parameter t, is missing';
      return refusal(operation, String(schemes[0]?.['x-refused-as']), [
        { path: ['security'], code: 'required', message },
      ]);
    }
    const violations = parsed.violation ? [parsed.violation] : answer.violations;
    if (violations.length > 0)
      return refusal(operation, refuse(document, operation, violations, parsed.value), violations);
    return { status: answer.status, body: answer.body, because: 'the request fits the document' };
  };
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

function refusal(operation: Operation, reason: string, violations: readonly Violation[]): MockAnswer {
  const row = operation.examples.find(({ name, status }) => name === reason && status >= 400);
  if (!row)
    throw new Error(`The document refuses a request to ${operation.operationId} as ${reason}, which it does not list`);
  return {
    status: row.status,
    body: row.body,
    headers: { 'x-mock-violations': headerSafe(JSON.stringify(violations)) },
    because: `${reason}: ${violations.map(({ message }) => message).join('; ')}`,
  };
}

/** A header holds printable ASCII, and not without end. */
const headerSafe = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 4096);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A parameter given twice becomes a list, which no parameter of the document may be. */
const queryOf = (parameters: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
