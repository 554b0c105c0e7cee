/** From a request to an answer that the service could give: the order of checks, and nothing of sockets. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { outside, refused } from './answers.ts';
import { missingCredentials } from './check/authentication.ts';
import { parseBody } from './check/body.ts';
import { createRequestCheck } from './check/request.ts';
import { createValidator } from './check/validator.ts';
import { type OpenApiDocument, type Operation, schemesOf } from './document.ts';
import { createEngine } from './engine/engine.ts';
import type { MockAnswer, MockRequest } from './exchange.ts';
import { once } from './once.ts';
import { preferred } from './prefer.ts';
import { listed, refuse } from './refuse.ts';
import { createRouter, withoutProduct } from './route.ts';

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
  const engineOf = once((operation: Operation) => createEngine(document, operation));
  const schemesIn = once((operation: Operation) => schemesOf(document, operation));
  const violationsOf = createRequestCheck(document, createValidator(document));
  const generate = dynamic ? await (await import('./generate.ts')).createGenerate(document, seed) : undefined;

  return async ({ method, url, headers, body: text }) => {
    const target = URL.parse(url.replace(/^\/+/, '/'), 'http://mock');
    const path = target ? withoutProduct(target.pathname, product) : undefined;
    if (!target || path === undefined) return outside(method, target?.pathname ?? 'no path', []);
    const found = route(method, path);
    if (!('operation' in found)) return outside(method, target.pathname, found.allowed);
    const { operation, parameters } = found;
    const { operationId } = operation;

    const wish = preferred(operation, headers.prefer);
    if (wish) return wish;

    const query = target.searchParams;
    const schemes = schemesIn(operation);
    const [missing, ...others] = missingCredentials(schemes, headers, query);
    if (missing) {
      const row = listed(operation, String(schemes[0]?.['x-refused-as']));
      return refused(operation, { row, violation: missing, body: row.body }, [missing, ...others]);
    }

    const parsed = parseBody(operation, headers['content-type'], text);
    const engine = await engineOf(operation);
    // Prism judges first; what it lets pass it may only have rounded, or may have no rule for.
    const first = parsed.violation ? [parsed.violation] : engine.violationsOf({ path, query, body: parsed.value });
    const violations =
      first.length > 0 ? first : violationsOf({ operation, path: parameters, query, body: parsed.value });
    if (violations.length > 0) {
      const known = { ...Object.fromEntries(query), ...parameters };
      const request = { operation, violations, body: parsed.value, parameters: known };
      return refused(operation, refuse(document, request), violations);
    }

    const { status, body: example } = engine.answer;
    if (!generate) return { status, body: example, because: 'the request fits the document', operationId };
    const body = generate(operation, status, [method, url, text]);
    if (body !== undefined) return { status, body, because: 'generated', operationId };
    return { status, body: example, because: 'an example, for nothing generated is valid', operationId };
  };
}
